"""Builders of short rated games, for tests of the ratings."""

import itertools
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.service.clock.calendar import DAY
from bot.service.rating.ladder import Ladder, RatingChange, RatingKey, RatingPool, add_game
from bot.store.models.ratings import Kind, RatedGame, RatedSeat

GUILD = 500
DUEL, MELEE, PARTNERS = (RatingPool(kind, GUILD) for kind in ("duel", "melee", "partners"))
START = 1_800_000_000
_numbers: Iterator[int] = itertools.count(1)


def fold(games: Iterable[RatedGame], ladder: Ladder | None = None) -> Ladder:
    """Return the ladder after these games, processed in historical order."""
    after = Ladder() if ladder is None else Ladder(dict(ladder.ratings), dict(ladder.met))
    deque(_each(games, after), maxlen=0)
    return after


def history(
    games: Iterable[RatedGame],
) -> Iterator[tuple[RatedGame, Mapping[RatingKey, RatingChange]]]:
    """Yield each rated game in order, with the rating changes that it caused."""
    return _each(games, Ladder())


def _each(
    games: Iterable[RatedGame], ladder: Ladder
) -> Iterator[tuple[RatedGame, Mapping[RatingKey, RatingChange]]]:
    for game in sorted((game for game in games if not game.void), key=lambda game: game.order):
        yield game, add_game(ladder, game)


def seat(
    player: int,
    side: int,
    place: int,
    left: bool = False,
    rated: bool = True,
    excused: Collection[int] = (),
) -> RatedSeat:
    """Return the result of one player.

    The index of the seat has no effect, and is always 0.
    """
    return RatedSeat(0, player, side, place, left, rated, tuple(excused))


def game(
    kind: Kind, seats: Iterable[RatedSeat], at: int = START, match: int | None = None, **more: Any
) -> RatedGame:
    """Return a rated game, by default with a higher match id than the previous one."""
    number = next(_numbers) if match is None else match
    return RatedGame(number, number, at, kind, more.pop("guild", GUILD), tuple(seats), **more)


def duel(winner: int, loser: int, at: int = START, *, draw: bool = False, **more: Any) -> RatedGame:
    """Return a rated two-player game."""
    second = seat(loser, 1, 0 if draw else 1)
    return game("duel", [seat(winner, 0, 0), second], at, **more)


def melee(ranking: Sequence[int], at: int = START, **more: Any) -> RatedGame:
    """Return a rated game of single players, ranked from first to last."""
    return game("melee", [seat(u, i, i) for i, u in enumerate(ranking)], at, **more)


def partners(
    winners: Sequence[int],
    losers: Sequence[int],
    at: int = START,
    *,
    left: Sequence[int] = (),
    draw: bool = False,
    **more: Any,
) -> RatedGame:
    """Return a rated game of two sides.

    `left` are the players who resigned or timed out.
    """
    sides = ((winners, 0, 0), (losers, 1, 0 if draw else 1))
    seats = [
        seat(user, side, place, left=user in left)
        for people, side, place in sides
        for user in people
    ]
    return game("partners", seats, at, **more)


_strangers: Iterator[int] = itertools.count(1_000_000)


def season(user: int, wins: Sequence[bool], end: int = START - 40 * DAY) -> list[RatedGame]:
    """Return duels of one player, each against a new opponent, the last one at `end`."""
    first = end - (len(wins) - 1) * 3600
    return [
        duel(*((user, other) if won else (other, user)), first + turn * 3600)
        for turn, (won, other) in enumerate(zip(wins, _strangers, strict=False))
    ]


def established(*users: int, ladder: Ladder | None = None) -> Ladder:
    """Return a ladder on which each of these players has played twelve duels."""
    events = []
    for index, user in enumerate(users):
        events += season(user, [turn % 2 == 0 for turn in range(12)], START - (90 - index) * DAY)
    return fold(events, ladder)
