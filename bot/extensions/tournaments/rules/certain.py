"""Entrants who are certain to advance, however the unfinished games end.

The next stage begins as soon as they are known, so that nobody waits for games that cannot affect
it.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.extensions.tournaments.rules.results import Result, played
from bot.extensions.tournaments.rules.standings import section_tie_breaks
from bot.extensions.tournaments.rules.tie_breaks import ranked

MOST_UNFINISHED = 8
"""Maximum number of unfinished games for which all outcomes are tried.

With more of them, nothing is considered certain.
"""


def certain_qualifiers(
    numbers: Sequence[int],
    results: Sequence[Result],
    unfinished: Sequence[tuple[int, int]],
    places: int,
    struck: Collection[int] = (),
    withdrawn: Collection[int] = (),
) -> frozenset[int] | None:
    """Return the numbers that advance from a section; None if it is not yet certain.

    They hold the first `places` places, including everyone who shares the last of these.
    `unfinished` are the running and waiting games, as (first, second). Entrants who have
    `withdrawn` do not advance, but their results count unless they are struck.

    Results are cached. Computing one can take a third of a second, so it is best done before a
    write transaction that needs it.
    """
    return _certain(
        tuple(numbers),
        tuple(results),
        tuple(unfinished),
        places,
        frozenset(struck),
        frozenset(withdrawn),
    )


@lru_cache(maxsize=64)
def _certain(
    numbers: tuple[int, ...],
    results: tuple[Result, ...],
    unfinished: tuple[tuple[int, int], ...],
    places: int,
    gone: frozenset[int],
    withdrawn: frozenset[int],
) -> frozenset[int] | None:
    left = [number for number in numbers if number not in gone]
    counted = [each for each in results if gone.isdisjoint(each.numbers)]
    games = [pair for pair in unfinished if gone.isdisjoint(pair)]
    if len(games) > MOST_UNFINISHED:
        return None
    points = dict.fromkeys(left, 0)
    for each in counted:
        for number, own in zip(each.numbers, each.half_points, strict=True):
            points[number] += own
    to_come = [
        {number: 2 * sum(number in pair for pair in games[index:]) for number in left}
        for index in range(len(games) + 1)
    ]
    remaining = [number for number in left if number not in withdrawn]
    return _Outcomes(remaining, counted, games, places, to_come).common(points, [])


class _Outcomes(NamedTuple):
    """All outcomes of the unfinished games, tried depth-first."""

    remaining: Sequence[int]
    """Numbers that can advance."""
    results: Sequence[Result]
    games: Sequence[tuple[int, int]]
    places: int
    to_come: Sequence[dict[int, int]]
    """Half-points that each number can still score after a given number of games."""

    def common(self, points: dict[int, int], scores: list[int]) -> frozenset[int] | None:
        """Return the numbers that advance in all outcomes that begin with these scores."""
        decided = self._by_points(points, self.to_come[len(scores)])
        if decided is not None:
            return decided
        if len(scores) == len(self.games):
            return self._by_tie_breaks(points, scores)
        first, second = self.games[len(scores)]
        common: frozenset[int] | None = None
        for score in (2, 0, 1):
            after = points | {first: points[first] + score, second: points[second] + 2 - score}
            going_on = self.common(after, [*scores, score])
            if going_on is None or (common is not None and going_on != common):
                return None
            common = going_on
        return common

    def _by_points(self, points: dict[int, int], to_come: dict[int, int]) -> frozenset[int] | None:
        """Return the numbers that advance if points alone decide it, else None."""
        ahead = sorted(self.remaining, key=lambda number: -points[number])
        going_on, rest = ahead[: self.places], ahead[self.places :]
        least = min((points[number] for number in going_on), default=0)
        if all(points[number] + to_come[number] < least for number in rest):
            return frozenset(going_on)
        return None

    def _by_tie_breaks(self, points: dict[int, int], scores: list[int]) -> frozenset[int]:
        """Return the numbers that advance after the last game if points are tied."""
        last = sorted((points[number] for number in self.remaining), reverse=True)[self.places - 1]
        going_on = {number for number in self.remaining if points[number] > last}
        tied = [number for number in points if points[number] == last]
        finished = [played(*pair, score) for pair, score in zip(self.games, scores, strict=True)]
        for group in ranked(tied, section_tie_breaks([*self.results, *finished])):
            if len(going_on) < self.places:
                going_on.update(number for number in group if number in self.remaining)
        return frozenset(going_on)
