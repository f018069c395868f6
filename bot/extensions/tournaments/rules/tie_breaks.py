"""Tie-breaks: values that order entrants with equal points.

A tie-break is a function of the tied group. It returns the value of each entrant, greater being
better, or None if it cannot be applied to this group.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from bot.extensions.tournaments.rules.results import Result

Values = Mapping[int, int]
"""The value of each entrant."""


class TieBreak(NamedTuple):
    """A tie-break and how it is applied to the groups that remain."""

    values: Callable[[Sequence[int]], Values | None]
    among_tied: bool = False
    """Whether it considers only results among the tied entrants.

    It is then applied again to each group that remains tied, considering only that group.
    """


def ranked(group: Sequence[int], tie_breaks: Sequence[TieBreak]) -> Iterator[tuple[int, ...]]:
    """Yield groups, best first. Entrants in the same group share a place."""
    for index, tie_break in enumerate(tie_breaks if len(group) > 1 else ()):
        values = tie_break.values(group)
        if values is None or len({values[number] for number in group}) == 1:
            continue
        following = tie_breaks[index if tie_break.among_tied else index + 1 :]
        for value in sorted({values[number] for number in group}, reverse=True):
            yield from ranked([number for number in group if values[number] == value], following)
        return
    yield tuple(group)


def points(results: Sequence[Result]) -> Values:
    """Return the half-points of each entrant."""
    return _summed((number, own) for number, own, _ in _scores(results))


def games(results: Sequence[Result]) -> Values:
    """Return the number of scored games of each entrant, including forfeits."""
    return _summed(
        (number, 1) for each in results if len(each.numbers) > 1 for number in each.numbers
    )


def direct_encounter(group: Sequence[int], results: Sequence[Result]) -> Values | None:
    """Return the half-points among the group; None unless all have met each other."""
    inside = [
        each for each in results if len(each.numbers) == 2 and set(each.numbers) <= set(group)
    ]
    met = {frozenset(each.numbers) for each in inside}
    if len(group) < 2 or any(frozenset(pair) not in met for pair in combinations(group, 2)):
        return None
    return points(inside)


def wins(results: Sequence[Result]) -> Values:
    """Return the number of games that each entrant won on the board, without forfeits."""
    return _summed(
        (number, int(own == 2 and not any(each.forfeit)))
        for number, own, each in _scores(results)
        if len(each.numbers) == 2
    )


def sonneborn_berger(results: Sequence[Result]) -> Values:
    """Return the Sonneborn-Berger scores in quarter points.

    A score is the sum of each opponent's points times the points scored against that opponent. A
    bye counts as a game against oneself.
    """
    final = points(results)
    return _summed(
        (number, own * final[other])
        for number, own, each in _scores(results)
        for other in _others(number, each)
    )


def buchholz(results: Sequence[Result]) -> Values:
    """Return the sum of the half-points of all opponents.

    A bye counts as a game against oneself, like FIDE's virtual opponent.
    """
    return _summed(
        (number, final) for number, each in _opponents_points(results).items() for final in each
    )


def buchholz_cut(results: Sequence[Result]) -> Values:
    """Return the sum of the half-points of all opponents except the worst one."""
    opponents = _opponents_points(results)
    return _summed((number, sum(each) - min(each)) for number, each in opponents.items())


def times_on_place(place: int, results: Sequence[Result]) -> Values:
    """Return at how many tables each entrant took this place, shared or not."""
    return _summed(
        (number, int(own == place))
        for each in results
        for number, own in zip(each.numbers, each.places, strict=True)
    )


def place_differences(group: Sequence[int], results: Sequence[Result]) -> Values:
    """Return how many places each entrant is ahead of the group at common tables."""
    ahead = dict.fromkeys(group, 0)
    for each in results:
        places = {
            number: place
            for number, place in zip(each.numbers, each.places, strict=True)
            if number in ahead
        }
        for number, place in places.items():
            ahead[number] += sum(places.values()) - len(places) * place
    return ahead


def opponents_points(
    results: Sequence[Result], teams: Sequence[Sequence[int]] | None = None
) -> Values:
    """Return the sum of the half-points of all opponents, counted once per meeting.

    With `teams` of seats, counted from 0, a partner is not an opponent.
    """
    final = points(results)
    return _summed(
        (number, final[other])
        for each in results
        for seat, number in enumerate(each.numbers)
        for other_seat, other in enumerate(each.numbers)
        if other != number and not any(seat in team and other_seat in team for team in teams or ())
    )


def _scores(results: Sequence[Result]) -> Iterator[tuple[int, int, Result]]:
    """Yield (entrant, own half-points, result) for each seat."""
    for each in results:
        for number, own in zip(each.numbers, each.half_points, strict=True):
            yield number, own, each


def _others(number: int, result: Result) -> Sequence[int]:
    """Return the opponents of an entrant in this result; in a bye, the entrant."""
    return [other for other in result.numbers if other != number] or [number]


def _opponents_points(results: Sequence[Result]) -> defaultdict[int, list[int]]:
    """Return the half-points of each entrant's opponents, one value per meeting."""
    final, opponents = points(results), defaultdict[int, list[int]](list)
    for each in results:
        for number in each.numbers:
            opponents[number] += (final[other] for other in _others(number, each))
    return opponents


def _summed(pairs: Iterable[tuple[int, int]]) -> defaultdict[int, int]:
    """Return the sum of the values of each number; 0 for numbers without values."""
    sums = defaultdict[int, int](int)
    for number, value in pairs:
        sums[number] += value
    return sums
