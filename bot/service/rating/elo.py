"""The arithmetic of one game: what each player wins or pays, pair by pair.

Points are hundredths, as whole numbers. Every game is one of sides, each of one player or several;
each two sides are a duel of their mean ratings, weighed by 2/N where N sides play:

    K * 2/N * weight * (S - E),   E = 1 / (1 + 10^((Rj - Ri)/400)),   S = 1, 1/2, 0

All from the ratings before the game. With two sides that is ordinary Elo, with singles the pairwise
Elo of places, with partners one virtual duel. Each term is rounded by itself and halves go away from
zero, so that what one pays the other gains to the hundredth where their K and weights are the same.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.store.models import RatedSeat

POINT = 100
"""Hundredths in a point."""
FLOOR = 100 * POINT
SWING = 75 * POINT
"""The most that one game of singles with three or more moves a provisional rating."""
ONE = 10**9
"""An expectation of 1, in the parts that `expectation` counts in."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seat with what its person brings to the game."""

    seat: RatedSeat
    points: int
    k: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Term:
    """What one pair of sides gave to one player."""

    against: tuple[int, ...]
    """The people of the other side."""
    points: int
    provisional: bool
    """Whether one of them was provisional."""


Side = tuple[Entrant, ...]
Weigh = Callable[[Side, Side], float]
"""The weight of a pair of sides, the same both ways: 1, or less where they have met often."""


def expectation(difference: float) -> int:
    """The expected score of who is so many hundredths of a point stronger, in billionths.

    The two expectations of a pair add up to exactly ONE.
    """
    if difference < 0:
        return ONE - expectation(-difference)
    return round(ONE / (1 + 10 ** (-difference / (400 * POINT))))


def settle(sides: Sequence[Side], weigh: Weigh) -> dict[int, tuple[Term, ...]]:
    """What each player, by user, wins and pays in a game of these sides, against each other side.

    A pair without weight has no term. A person cannot pay what is not above the floor, and what they
    cannot pay nobody wins.
    """
    exact = {
        (entrant.seat.player, index): term
        for own in sides
        for entrant in own
        for index, other in enumerate(sides)
        if other is not own
        and (term := _term(entrant, own, other, len(sides), weigh(own, other))) is not None
    }
    pays = {
        entrant.seat.player: _affordable(
            entrant,
            sum(min(0.0, term) for (user, _), term in exact.items() if user == entrant.seat.player),
        )
        for side in sides
        for entrant in side
    }
    found: dict[int, tuple[Term, ...]] = dict.fromkeys(pays, ())
    for (user, index), term in exact.items():
        other = sides[index]
        share = pays[user] if term < 0 else sum(pays[e.seat.player] for e in other) / len(other)
        people = tuple(entrant.seat.player for entrant in other)
        provisional = any(entrant.provisional for entrant in other)
        found[user] += (Term(people, _rounded(term, share), provisional),)
    return found


def moved(entrant: Entrant, terms: Sequence[Term], *, melee: bool) -> int:
    """The points of a player after a game: at most SWING away if provisional in a melee."""
    swing = sum(term.points for term in terms)
    if melee and entrant.provisional:
        swing = max(-SWING, min(SWING, swing))
    return max(FLOOR, entrant.points + swing)


def _term(own: Entrant, side: Side, other: Side, sides: int, weight: float) -> float | None:
    """What a pair of sides gives to one player, before the floor; None if it does not count for them."""
    seat, against = own.seat, other[0].seat.side
    excused = seat.left and against in seat.excused
    if not seat.rated or not weight or excused or _excused(side, other) or _excused(other, side):
        return None
    place, theirs = seat.place, other[0].seat.place
    score = ONE if place < theirs else ONE // 2 if place == theirs else 0
    if seat.left and len(side) > 1:
        score = 0  # who leaves their partner loses, whatever the partner makes of it
    if not own.provisional and any(entrant.provisional for entrant in other):
        weight /= 2
    if score == ONE and _forsaken(other):
        weight /= 2
    term = (
        own.k * POINT * 2 / sides * weight * (score - expectation(_mean(side) - _mean(other))) / ONE
    )
    return max(0.0, term) if _forsaken(side) and not seat.left else term


def _excused(side: Side, other: Side) -> bool:
    """Whether all of a side left in a way that is no result against the other."""
    against = other[0].seat.side
    return all(entrant.seat.left and against in entrant.seat.excused for entrant in side)


def _forsaken(side: Side) -> bool:
    """Whether somebody of the side left and somebody stayed."""
    return len({entrant.seat.left for entrant in side}) > 1


def _mean(side: Side) -> float:
    return sum(entrant.points for entrant in side) / len(side)


def _affordable(entrant: Entrant, owed: float) -> float:
    """The part of what a player owes that they can pay."""
    return min(1.0, (entrant.points - FLOOR) / -owed) if owed else 1.0


def _rounded(term: float, share: float) -> int:
    """A term in whole hundredths; of a share of it the fraction is dropped, so as to stay payable."""
    if share < 1:
        return int(term * share)
    return int(math.copysign(math.floor(abs(term) + 0.5), term))
