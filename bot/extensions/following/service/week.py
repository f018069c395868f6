"""A week in a guild: its games, the longest hop and the closest race."""

from typing import NamedTuple

from bot.extension_api.matches import Match, load_match, match_record
from bot.extension_api.transactions import UNPLAYABLE, Tx
from bot.extensions.following.service.steps import steps_of
from bot.extensions.following.store import week_rows
from engine import Move, Position, Variant
from engine.jumps import jumps_of
from engine.record import Record, apply_turn

MOST_SEARCHED = 60
"""Maximum number of games in which the longest hop and the closest race are searched."""
FEWEST_JUMPS = 2
"""Minimum number of jumps of a hop that is shown."""


class LongestHop(NamedTuple):
    """The longest hop of a week."""

    match: Match
    game: Variant
    move: Move
    seat: int
    jumps: int
    position: Position
    """The position after the hop."""


class ClosestRace(NamedTuple):
    """A game for two in which the loser was the closest to the goal."""

    match: Match
    loser: int
    """The seat of the loser."""
    steps: int


class Week(NamedTuple):
    """What has happened in a guild in a week."""

    finished: int
    """Number of finished games."""
    newest: tuple[Match, ...]
    """The games that ended last, newest first."""
    hop: LongestHop | None
    race: ClosestRace | None


def load_week(tx: Tx, guild: int, since: int, until: int) -> Week:
    """Return what happened in a guild after `since` and not after `until`."""
    numbers = week_rows.newest_finished(tx, guild, since, until, MOST_SEARCHED)
    newest = [load_match(tx, number) for number in numbers]
    hop: LongestHop | None = None
    race: ClosestRace | None = None
    for match in newest:
        try:
            record = match_record(tx, match, {})
        except UNPLAYABLE:
            continue
        longest, last = _longest_hop(match, record)
        if longest is not None and longest.jumps > (FEWEST_JUMPS - 1 if hop is None else hop.jumps):
            hop = longest
        closest = _race(match, record.variant, last)
        if closest is not None and (race is None or closest.steps < race.steps):
            race = closest
    return Week(week_rows.count_finished(tx, guild, since, until), tuple(newest), hop, race)


def _longest_hop(match: Match, record: Record) -> tuple[LongestHop | None, Position]:
    """Return the first of the longest hops of a game, and its last position."""
    game, position = record.variant, record.variant.start()
    longest: LongestHop | None = None
    for turn in record.turns:
        after = apply_turn(game, position, turn)
        if isinstance(turn, Move):
            routed = game.with_route(position, turn)
            jumps = jumps_of(game, routed)
            if jumps > (0 if longest is None else longest.jumps):
                longest = LongestHop(match, game, routed, position.turn, jumps, after)
        position = after
    return longest, position


def _race(match: Match, game: Variant, last: Position) -> ClosestRace | None:
    """Return how far the loser of a race for two was from the goal, or None."""
    outcome = match.outcome
    if outcome is None or outcome.reason != "goal" or len(match.players) != 2:
        return None
    steps = steps_of(game, last)
    if len(outcome.ranking) != 2 or not steps:
        return None
    (loser,) = outcome.ranking[1]
    return ClosestRace(match, loser, steps[loser]) if steps[loser] else None
