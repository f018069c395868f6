"""Finished games, briefly: for tests of the ratings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from bot.service.clock.calendar import DAY
from bot.service.rating.events import Kind, RatingEvent, SeatResult
from bot.service.rating.ladder import Ladder, Pool, fold

GUILD = 500
DUEL, MELEE, PARTNERS = (Pool(kind, GUILD) for kind in ("duel", "melee", "partners"))
START = 1_800_000_000
_numbers: Iterator[int] = count(1)


def game(
    kind: Kind, seats: Iterable[SeatResult], at: int = START, match: int | None = None, **more: Any
) -> RatingEvent:
    """A rated game, each with a higher number than the one before."""
    number = next(_numbers) if match is None else match
    return RatingEvent(number, at, kind, more.pop("guild", GUILD), tuple(seats), **more)


def duel(
    winner: int, loser: int, at: int = START, *, draw: bool = False, **more: Any
) -> RatingEvent:
    """A game of two."""
    second = SeatResult(loser, 1, 0 if draw else 1)
    return game("duel", [SeatResult(winner, 0, 0), second], at, **more)


def melee(ranking: Sequence[int], at: int = START, **more: Any) -> RatingEvent:
    """A game of singles, these people from first to last."""
    return game("melee", [SeatResult(u, i, i) for i, u in enumerate(ranking)], at, **more)


def partners(
    winners: Sequence[int],
    losers: Sequence[int],
    at: int = START,
    *,
    left: Sequence[int] = (),
    draw: bool = False,
    **more: Any,
) -> RatingEvent:
    """A game of two sides; left: who of them went away."""
    sides = ((winners, 0, 0), (losers, 1, 0 if draw else 1))
    seats = [
        SeatResult(user, side, place, left=user in left)
        for people, side, place in sides
        for user in people
    ]
    return game("partners", seats, at, **more)


_strangers: Iterator[int] = count(1_000_000)


def season(user: int, wins: Sequence[bool], end: int = START - 40 * DAY) -> list[RatingEvent]:
    """So many duels of a person, each against a stranger, the last at `end`."""
    first = end - (len(wins) - 1) * 3600
    return [
        duel(*((user, other) if won else (other, user)), first + turn * 3600)
        for turn, (won, other) in enumerate(zip(wins, _strangers, strict=False))
    ]


def established(*users: int, ladder: Ladder | None = None) -> Ladder:
    """A ladder on which these people have played twelve duels, one after the other's."""
    events = []
    for index, user in enumerate(users):
        events += season(user, [turn % 2 == 0 for turn in range(12)], START - (90 - index) * DAY)
    return fold(events, ladder)
