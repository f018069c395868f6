"""Conditions of entry: the reasons why a player may not enter an event."""

from collections.abc import Collection

from bot.extension_api.people import MIN_GAMES, player_reliability, rating_bar, ratings_in
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.errors import (
    AccountTooNew,
    BarredFromEvents,
    BarredFromRatings,
    RatingOutside,
    ReliabilityUnknown,
    RoleMissing,
    TooManyEvents,
    TooManySeasons,
    TooUnreliable,
)
from bot.extensions.tournaments.models import DAY, Event
from bot.extensions.tournaments.store import entrant_rows, series_rows

MAX_EVENTS = 3
"""Maximum number of open and running events per player."""
MAX_SEASONS = 2
"""Maximum number of unfinished seasons of one series per player."""
SILENCE_BAR, LONGER_SILENCE_BAR = 30 * DAY, 90 * DAY
"""Seconds for which a player is barred from events after failing to respond.

The second value is for every time after the first.
"""
HIGHEST = 4000


def must_qualify(tx: Tx, event: Event, player: int, roles: Collection[int], now: int) -> None:
    """Check that a player may enter an event.

    `roles` are the player's roles in the guild. Raises `TooManyEvents`, `TooManySeasons`,
    `BarredFromEvents`, `RoleMissing`, `AccountTooNew`, `BarredFromRatings`, `ReliabilityUnknown`,
    `TooUnreliable`, `RatingOutside`.
    """
    if entrant_rows.count_running_events(tx, player) >= MAX_EVENTS:
        raise TooManyEvents(limit=MAX_EVENTS)
    _must_not_be_in_seasons(tx, event, player)
    until = silence_barred_until(tx, player)
    if until is not None and until > now:
        raise BarredFromEvents(deadline=until)
    if event.role is not None and event.role not in roles:
        raise RoleMissing(role=f"<@&{event.role}>")
    if event.rated:
        _must_be_ratable(tx, player, now)
    if event.min_reliability:
        _must_be_reliable(tx, event.min_reliability, player, now)
    _must_be_in_span(tx, event, player)


def are_most_new(tx: Tx, event: Event, now: int) -> bool:
    """Return whether most players of a guild have accounts too new for rated games.

    Players are the organiser of the event, and those who have played in the guild.
    """
    players = {event.organiser, *entrant_rows.players_of_guild(tx, event.guild)}
    bars = (rating_bar(tx, player, now) for player in players)
    return 2 * sum(bar is not None and bar.account_days is not None for bar in bars) > len(players)


def silence_barred_until(tx: Tx, player: int) -> int | None:
    """Return the end of a player's bar for failing to respond; None if there is none."""
    silences = entrant_rows.silences_of(tx, player)
    if not silences:
        return None
    return silences[-1] + (SILENCE_BAR if len(silences) == 1 else LONGER_SILENCE_BAR)


def rating_in(tx: Tx, event: Event, player: int) -> int | None:
    """Return a player's rating for an event in whole points; None if unrated."""
    return ratings_in(tx, event.guild, event.variant, [player]).get(player)


def _must_not_be_in_seasons(tx: Tx, event: Event, player: int) -> None:
    """Raise `TooManySeasons` if the player is in two unfinished seasons of the series."""
    if event.series is None:
        return
    if series_rows.count_unfinished_of_player(tx, event.series, player) >= MAX_SEASONS:
        raise TooManySeasons(limit=MAX_SEASONS)


def _must_be_ratable(tx: Tx, player: int, now: int) -> None:
    bar = rating_bar(tx, player, now)
    if bar is not None and bar.account_days is not None:
        raise AccountTooNew(days=bar.account_days, deadline=bar.until)
    if bar is not None:
        raise BarredFromRatings(deadline=bar.until)


def _must_be_reliable(tx: Tx, limit: int, player: int, now: int) -> None:
    have = player_reliability(tx, player, now=now)
    if have is None:
        raise ReliabilityUnknown(limit=limit, games=MIN_GAMES)
    if have < limit:
        raise TooUnreliable(limit=limit, have=have)


def _must_be_in_span(tx: Tx, event: Event, player: int) -> None:
    if event.min_rating is None and event.max_rating is None:
        return
    least, most = event.min_rating or 0, event.max_rating or HIGHEST
    have = rating_in(tx, event, player)
    if have is None:
        raise RatingOutside(why="none", least=least, most=most)
    if have < least:
        raise RatingOutside(why="low", least=least, most=most, have=have)
    if have > most:
        raise RatingOutside(why="high", least=least, most=most, have=have)
