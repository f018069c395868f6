"""Rounds of a Swiss event: the bye, the pairs, and the first move.

All pairs of a round are found together, by one maximum-weight matching (Edmonds 1965). A greedy
search from the top would leave rematches or too many unpaired entrants at the bottom.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from math import ceil, log2
from typing import NamedTuple

from bot.extensions.tournaments.rules.results import Result

_REMATCH = 10**9
_MOST_COST = 10**12
_FEWEST_ROUNDS, _MOST_ROUNDS = 3, 7


class SwissEntrant(NamedTuple):
    """An entrant's data for the pairing of the next round."""

    seed: int
    points: int
    """Half-points, in which a running game counts as one."""
    opponents: frozenset[int]
    begun: int
    """Number of games in which the entrant moved first."""
    began_last: bool
    """Whether the entrant moved first in their last game."""
    byes: int


def rounds_default(entrants: int) -> int:
    """Return the default number of rounds: one more than in a cup, from 3 to 7."""
    return min(_MOST_ROUNDS, max(_FEWEST_ROUNDS, ceil(log2(entrants)) + 1))


def swiss_entrants(
    seeds: Collection[int],
    results: Sequence[Result],
    running: Sequence[tuple[int, int]] = (),
    void: Sequence[tuple[int, int]] = (),
) -> tuple[SwissEntrant, ...]:
    """Return the entrants to be paired, in the order of points, then seed.

    `results` are in the order of the rounds and include games against withdrawn entrants. `running`
    games count as half a point for both. `void` games only rule out a rematch.
    """
    points, free = dict.fromkeys(seeds, 0), dict.fromkeys(seeds, 0)
    begun, opponents = dict.fromkeys(seeds, 0), {seed: set[int]() for seed in seeds}
    began_last = dict.fromkeys(seeds, False)
    unscored = [Result(pair, (1, 1), (False, False)) for pair in running]
    unscored += [Result(pair, (0, 0), (False, False)) for pair in void]
    for each in (*results, *unscored):
        for seat, seed in enumerate(each.numbers):
            if seed not in points:
                continue
            points[seed] += each.half_points[seat]
            if len(each.numbers) == 1:
                free[seed] += 1
                continue
            begun[seed] += seat == 0
            began_last[seed] = seat == 0
            opponents[seed].add(each.numbers[1 - seat])
    entrants = (
        SwissEntrant(
            seed,
            points[seed],
            frozenset(opponents[seed]),
            begun[seed],
            began_last[seed],
            free[seed],
        )
        for seed in seeds
    )
    return tuple(sorted(entrants, key=_standing))


def entrant_with_bye(entrants: Sequence[SwissEntrant]) -> SwissEntrant | None:
    """Return the entrant with a bye; None if the number of entrants is even.

    It is the lowest in the standings among the entrants with the fewest byes.
    """
    if len(entrants) % 2 == 0:
        return None
    fewest = min(each.byes for each in entrants)
    return max((each for each in entrants if each.byes == fewest), key=_standing)


def pair_round(
    entrants: Sequence[SwissEntrant], number: int
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs of round `number`, and the seed with a bye, if any.

    A pair is (first to move, second to move). The pairs are in the order of the standings.
    """
    free = entrant_with_bye(entrants)
    ordered = sorted((each for each in entrants if each is not free), key=_standing)
    pairs = tuple(who_begins(ordered[i], ordered[j], number) for i, j in sorted(_cheapest(ordered)))
    return pairs, None if free is None else free.seed


def _cheapest(ordered: Sequence[SwissEntrant]) -> list[tuple[int, int]]:
    """Return the pairs of positions in the standings with the lowest total cost.

    In the first round, the upper half is paired with the lower half, in order. A matching would
    find the same pairs, but takes long with many entrants.
    """
    if all(not each.opponents and not each.points and not each.begun for each in ordered):
        half = len(ordered) // 2
        return [(position, position + half) for position in range(half)]
    import networkx as nx  # Imported here, because it is large and Swiss events are rare.

    graph = nx.Graph()
    for i, j in combinations(range(len(ordered)), 2):
        graph.add_edge(i, j, weight=_MOST_COST - cost(ordered, i, j))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in matching]


def cost(ordered: Sequence[SwissEntrant], i: int, j: int) -> int:
    """Return the cost of pairing two positions in the standings, counted from 0.

    A rematch costs most, then a difference in points, then a deviation from the standard pairing of
    the upper half of a score group with its lower half. A small cost is added if both have moved
    first equally often, because one of them then gains an extra first move.
    """
    entrant, other = ordered[i], ordered[j]
    if other.seed in entrant.opponents:
        return _REMATCH
    difference = entrant.points - other.points
    if difference:
        fold = 2 * abs(i - j)
    else:
        group = sum(each.points == entrant.points for each in ordered)
        fold = abs(2 * abs(i - j) - group)
    return difference**2 * 10**5 + fold**2 * 10 + (entrant.begun == other.begun)


def who_begins(entrant: SwissEntrant, other: SwissEntrant, number: int) -> tuple[int, int]:
    """Return the seeds of a pair of round `number`, the first to move first.

    The entrant who has moved first less often moves first. If they are equal, it is the one who did
    not move first last time. If that does not decide, the better seed moves first in odd rounds,
    and the other in even ones.
    """

    def precedence(each: SwissEntrant) -> tuple[int, bool, int]:
        return each.begun, each.began_last, each.seed if number % 2 else -each.seed

    first, second = sorted((entrant, other), key=precedence)
    return first.seed, second.seed


def _standing(entrant: SwissEntrant) -> tuple[int, int]:
    """Return the sort key of the standings: points, then seed."""
    return -entrant.points, entrant.seed
