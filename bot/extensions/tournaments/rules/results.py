"""`Result`: the score of one pairing, as input for the standings."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple


class Result(NamedTuple):
    """The result of a game, a forfeit or a bye.

    A running or void pairing has none.
    """

    numbers: tuple[int, ...]
    """The entrants by seat, the first to move first.

    A single entrant had a bye.
    """
    half_points: tuple[int, ...]
    """Half-points by seat."""
    forfeit: tuple[bool, ...]
    """For each seat, whether the entrant forfeited.

    A forfeit is not a win for the opponent (FIDE's + and -).
    """

    @property
    def places(self) -> tuple[int, ...]:
        """Return the places by seat. Seats with equal points share a place."""
        return _places(self.half_points)


@cache
def _places(half_points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places for these half-points, of which there are few at a table."""
    return tuple(1 + sum(other > own for other in half_points) for own in half_points)


def played(first: int, second: int, half_points: int) -> Result:
    """Return the result of a two-player game that was finished on the board.

    `half_points` are those of the first player: 2, 1 or 0.
    """
    return Result((first, second), (half_points, 2 - half_points), (False, False))


def forfeited(first: int, second: int, *absent: int) -> Result:
    """Return the result of a two-player game that the `absent` entrants forfeited."""
    return Result(
        (first, second),
        (2 * (first not in absent), 2 * (second not in absent)),
        (first in absent, second in absent),
    )


def points_of(
    ranking: Sequence[Sequence[int]], seats: int, teams: Sequence[Sequence[int]] | None = None
) -> tuple[int, ...]:
    """Return the half-points of each seat.

    `ranking` has groups of seats, counted from 0, best first. Seats that are missing share the last
    place. With `teams`, each partner gets the points of their team against the other teams.
    """
    places = [len(ranking)] * seats
    for place, group in enumerate(ranking):
        for seat in group:
            places[seat] = place
    sides = teams or [(seat,) for seat in range(seats)]
    best = [min(places[seat] for seat in side) for side in sides]
    points = [0] * seats
    for side, own in zip(sides, best, strict=True):
        for seat in side:
            points[seat] = sum(2 * (own < other) + (own == other) for other in best) - 1
    return tuple(points)
