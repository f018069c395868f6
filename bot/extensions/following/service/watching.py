"""Watching matches: who may, what is stored, and the result for each watcher."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.extension_api.matches import Match, running_match
from bot.extension_api.people import blocked_among, record_refused_dm, turn_digest_on
from bot.extension_api.transactions import NotFound, OutboxRow, Tx, queue_message
from bot.extensions.following.errors import TooManyFollowed
from bot.extensions.following.models import Level, Watch
from bot.extensions.following.store import event_follow_rows, follow_rows, watch_rows

DAY = 86400
MOST_GAMES = 100
"""Maximum number of running matches that a player watches."""
MOST_RESULTS = 10
"""Maximum number of results that a player gets as direct messages within a day."""
RETENTION = 2 * DAY
"""Seconds for which the row of a match that has ended is kept, for the digest and the limit."""
QUIET_YEAR = 365 * DAY
"""Seconds without a finished game after which a follow ends."""


@dataclass(frozen=True, slots=True)
class WatchedResult:
    """The result of a match, for one watcher."""

    match: int
    player: int


class Watching(NamedTuple):
    """How a player watches a match."""

    match: Match
    level: Level
    has_turned_on: bool
    """Whether the player's daily digest was off until now."""


def watch(tx: Tx, match_id: int, *, player: int, now: int) -> Watching:
    """Watch a running match, at the level "day" unless the player watches it already.

    The caller checks that the player may see the match. Raises `NotFound`, also if one of the
    match's players and this player have blocked each other; `Finished`, `TooManyFollowed`.
    """
    match = running_match(tx, match_id)
    if player in match.players or blocked_among(tx, player, set(match.players)) is not None:
        raise NotFound(what="match", key=match_id)
    before = watch_rows.get_watch(tx, player, match_id)
    if before is None and watch_rows.count_watched(tx, player) >= MOST_GAMES:
        raise TooManyFollowed(limit=MOST_GAMES, why="games")
    watch_rows.add_watch(tx, Watch(player, match_id, "day", now))
    return _watching(tx, match, "day" if before is None else before.level, player, now)


def set_level(tx: Tx, match_id: int, level: Level, *, player: int, now: int) -> Watching:
    """Change what the player gets of a watched match.

    Raises `NotFound` if the player does not watch it, and `Finished`.
    """
    match = running_match(tx, match_id)
    if not watch_rows.set_level(tx, player, match_id, level):
        raise NotFound(what="match", key=match_id)
    return _watching(tx, match, level, player, now)


def _watching(tx: Tx, match: Match, level: Level, player: int, now: int) -> Watching:
    """Return how a player watches a match, and turn their digest on if they need it."""
    return Watching(match, level, level == "day" and turn_digest_on(tx, player, now=now))


def on_match_finished(tx: Tx, match: Match, now: int) -> None:
    """Queue the result of a match for each watcher.

    A watcher who got `MOST_RESULTS` results within a day finds it in the digest.
    """
    watchers = watch_rows.watchers_of(tx, match.id, now - DAY)
    informed = [
        watcher.player
        for watcher in watchers
        if watcher.results < MOST_RESULTS and not watcher.dm_blocked
    ]
    for player in informed:
        queue_message(tx, WatchedResult(match.id, player), user=player, now=now)
    if watchers:
        watch_rows.close_watches(tx, match.id, informed, delete_at=now + RETENTION, now=now)
    if match.guild is not None:
        people = {player for player in match.players if player > 0}
        follow_rows.prolong(tx, match.guild, people, delete_at=now + QUIET_YEAR)


def on_result_failed(
    tx: Tx, row: OutboxRow, result: WatchedResult, destination_gone: bool, now: int
) -> None:
    """Record that a direct message bounced.

    No more results are sent until the player has been notified of that.
    """
    record_refused_dm(tx, result.player)


def on_member_left(tx: Tx, guild: int, player: int, now: int) -> None:
    """End all watching and following of a player in a guild that they have left."""
    watch_rows.remove_in_guild(tx, player, guild)
    follow_rows.remove_in_guild(tx, player, guild)
    event_follow_rows.remove_in_guild(tx, player, guild)


def on_blocked(tx: Tx, player: int, other: int, now: int) -> None:
    """End what two players get of each other."""
    watch_rows.remove_of_other(tx, player, other)
    watch_rows.remove_of_other(tx, other, player)
    follow_rows.remove_between(tx, player, other)
