"""Elo arithmetic: the points that each player gains or loses in one game.

Points are integers, in hundredths of a point. A game is played between sides of one or more
players. Each pair of sides is a duel of their mean ratings, with the weight 2/N if N sides play:

    K * 2/N * weight * (S - E),   E = 1 / (1 + 10^((Rj - Ri)/400)),   S = 1, 1/2, 0

All terms use the ratings before the game. With two sides this is ordinary Elo. With more single
players it is pairwise Elo by rank, and with partners it is one virtual duel. Each term is rounded
separately and halves are rounded away from zero, so that one player's loss is exactly the other's
gain if both have the same K and weight.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.store.models import RatedSeat

POINT = 100
"""Hundredths per point."""
FLOOR = 100 * POINT
MAX_SWING = 75 * POINT
"""Maximum change of a provisional rating in a game of three or more single players."""
SCALE = 10**9
"""The fixed-point value of an expected score of 1."""


class RatedPlayer(NamedTuple):
    """A seat with its player's rating data before the game."""

    seat: RatedSeat
    points: int
    k: int
    provisional: bool


class PairResult(NamedTuple):
    """The rating points that a player gains or loses against one other side."""

    against: tuple[int, ...]
    """The players of the opposing side."""
    points: int


RatedSide = tuple[RatedPlayer, ...]
PairWeight = Callable[[RatedSide, RatedSide], float]
"""Function that returns the weight of a pair of sides.

It is symmetric: 1, or less for repeated opponents.
"""


def expected_score(difference: float) -> int:
    """Return the expected score of a player who is stronger by `difference`.

    The result is in billionths, and `difference` in hundredths of a point. The expected scores of a
    pair add up to exactly `SCALE`.
    """
    if difference < 0:
        return SCALE - expected_score(-difference)
    return round(SCALE / (1 + 10 ** (-difference / (400 * POINT))))


def rate_game(sides: Sequence[RatedSide], weigh: PairWeight) -> dict[int, tuple[PairResult, ...]]:
    """Return each player's terms against all other sides, by user.

    A pair with zero weight has no term. A player's rating cannot fall below the floor, and
    opponents do not gain points that the player cannot lose.
    """
    exact = {
        (entrant.seat.player, index): term
        for own in sides
        for entrant in own
        for index, other in enumerate(sides)
        if other is not own
        and (term := _pair_result(entrant, own, other, len(sides), weigh(own, other))) is not None
    }
    pays = {
        entrant.seat.player: _affordable_share(
            entrant,
            sum(min(0.0, term) for (user, _), term in exact.items() if user == entrant.seat.player),
        )
        for side in sides
        for entrant in side
    }
    results: dict[int, tuple[PairResult, ...]] = dict.fromkeys(pays, ())
    for (user, index), term in exact.items():
        other = sides[index]
        share = pays[user] if term < 0 else sum(pays[e.seat.player] for e in other) / len(other)
        people = tuple(entrant.seat.player for entrant in other)
        results[user] += (PairResult(people, _rounded_result(term, share)),)
    return results


def rating_after(entrant: RatedPlayer, terms: Sequence[PairResult], *, melee: bool) -> int:
    """Return a player's points after a game.

    A provisional rating changes by at most `MAX_SWING` in a melee.
    """
    swing = sum(term.points for term in terms)
    if melee and entrant.provisional:
        swing = max(-MAX_SWING, min(MAX_SWING, swing))
    return max(FLOOR, entrant.points + swing)


def _pair_result(
    own: RatedPlayer, side: RatedSide, other: RatedSide, sides: int, weight: float
) -> float | None:
    """Return a player's points against one other side, before the floor is applied.

    Returns None if the pair of sides does not count for this player.
    """
    seat, against = own.seat, other[0].seat.side
    excused = seat.left and against in seat.excused
    if (
        not seat.rated
        or not weight
        or excused
        or _is_excused(side, other)
        or _is_excused(other, side)
    ):
        return None
    own_place, theirs = seat.place, other[0].seat.place
    score = SCALE if own_place < theirs else SCALE // 2 if own_place == theirs else 0
    if seat.left and len(side) > 1:
        score = 0  # a player who abandons a partner loses, whatever the partner achieves
    if not own.provisional and any(entrant.provisional for entrant in other):
        weight /= 2
    if score == SCALE and _was_abandoned(other):
        weight /= 2
    term = (
        own.k
        * POINT
        * 2
        / sides
        * weight
        * (score - expected_score(_mean_rating(side) - _mean_rating(other)))
        / SCALE
    )
    return max(0.0, term) if _was_abandoned(side) and not seat.left else term


def _is_excused(side: RatedSide, other: RatedSide) -> bool:
    """Whether every player of a side left and is excused against the other side."""
    against = other[0].seat.side
    return all(entrant.seat.left and against in entrant.seat.excused for entrant in side)


def _was_abandoned(side: RatedSide) -> bool:
    """Whether some players of the side left and others stayed."""
    return len({entrant.seat.left for entrant in side}) > 1


def _mean_rating(side: RatedSide) -> float:
    return sum(entrant.points for entrant in side) / len(side)


def _affordable_share(entrant: RatedPlayer, amount: float) -> float:
    """Return the fraction of a loss that a player can bear before reaching the floor."""
    return min(1.0, (entrant.points - FLOOR) / -amount) if amount else 1.0


def _rounded_result(term: float, share: float) -> int:
    """Round a term to hundredths.

    A term reduced by `share` is truncated, so that the player stays above the floor.
    """
    if share < 1:
        return int(term * share)
    return int(math.copysign(math.floor(abs(term) + 0.5), term))
