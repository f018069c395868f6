"""Points of a game: one per opponent beaten, and half a point per tie.

They are counted in half-points, so that all sums are integers. A two-player game gives 2, 1 or 0.
"""

from collections.abc import Sequence


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
