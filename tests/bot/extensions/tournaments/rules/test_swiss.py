"""Rounds of a Swiss event: the worked example, byes, and brute force."""

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.extensions.tournaments.rules.results import Result, played
from bot.extensions.tournaments.rules.standings import rounds_standings
from bot.extensions.tournaments.rules.swiss import (
    SwissEntrant,
    cost,
    entrant_with_bye,
    pair_round,
    rounds_default,
    swiss_entrants,
    who_begins,
)
from tests.bot.extensions.tournaments.rules import naive

ROUNDS = (
    ("1-5 6-2 3-7 8-4", (1, 0, 2, 0)),
    ("2-3 4-1 5-6 7-8", (2, 0, 2, 2)),
    ("1-2 3-5 7-4 6-8", (2, 2, 0, 2)),
)
"""Pairs of three rounds, each with the first to move first and their half-points."""
POINTS = (
    (1, 2, 2, 2, 1, 0, 0, 0),
    (3, 4, 2, 2, 3, 0, 2, 0),
    (5, 4, 4, 4, 3, 2, 2, 0),
)


def example(rounds: int) -> list[Result]:
    """Return the results of the first rounds of the example."""
    return [
        played(*map(int, pair.split("-")), score)  # type: ignore[arg-type]
        for pairs, scores in ROUNDS[:rounds]
        for pair, score in zip(pairs.split(), scores, strict=True)
    ]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_worked_example_is_paired_as_published(number: int) -> None:
    pairs, free = pair_round(swiss_entrants(range(1, 9), example(number - 1)), number)
    expected = {frozenset(map(int, pair.split("-"))) for pair in ROUNDS[number - 1][0].split()}
    assert set(map(frozenset, pairs)) == expected
    assert free is None
    points = {each.seed: each.points for each in swiss_entrants(range(1, 9), example(number))}
    assert tuple(points[seed] for seed in range(1, 9)) == POINTS[number - 1]


def test_the_worked_example_ends_as_published() -> None:
    rows = rounds_standings(range(1, 9), example(3))
    by_number = {row.number: row for row in rows}
    ordered = [by_number[number] for number in range(1, 9)]
    assert [row.buchholz for row in ordered] == [11, 11, 9, 7, 11, 7, 8, 8]
    assert [row.buchholz_cut for row in ordered] == [8, 9, 7, 7, 9, 7, 8, 6]
    assert [row.sonneborn_berger for row in ordered] == [19, 12, 10, 4, 9, 0, 0, 0]
    assert [row.number for row in rows][:4] == [1, 2, 3, 4]
    assert [row.place for row in rows][:4] == [1, 2, 3, 4]


def test_a_bye_counts_as_a_game_against_oneself() -> None:
    (row, *_) = rounds_standings([1, 2, 3], [naive.bye(1), played(2, 3, 1), played(1, 2, 2)])
    assert (row.number, row.points, row.games) == (1, 4, 1)
    assert (row.buchholz, row.buchholz_cut, row.sonneborn_berger) == (5, 4, 10)


def test_there_is_one_round_more_than_in_a_cup() -> None:
    assert [rounds_default(entrants) for entrants in (9, 16, 17, 32, 33, 64)] == [5, 5, 6, 6, 7, 7]
    assert rounds_default(3) == 3


def test_the_lowest_entrant_with_the_fewest_byes_gets_the_next_one() -> None:
    results = [naive.bye(9), *example(1)]
    entrants = swiss_entrants(range(1, 10), results)
    free = entrant_with_bye(entrants)
    assert free is not None
    assert free.seed == 8
    assert entrant_with_bye(entrants[:8]) is None


def test_running_games_count_half_and_void_games_only_rule_out_a_rematch() -> None:
    first, two, three, four = sorted(
        swiss_entrants([1, 2, 3, 4], [], running=[(1, 2)], void=[(3, 4)]),
        key=lambda each: each.seed,
    )
    assert [each.points for each in (first, two, three, four)] == [1, 1, 0, 0]
    assert three == SwissEntrant(3, 0, frozenset({4}), 1, True, 0)
    assert four == SwissEntrant(4, 0, frozenset({3}), 0, False, 0)


def test_games_against_withdrawn_entrants_still_count() -> None:
    (opponent,) = swiss_entrants([1], [played(2, 1, 0)])
    assert (opponent.points, opponent.opponents) == (2, frozenset({2}))


def entrant(seed: int, begun: int, last: bool) -> SwissEntrant:
    """Return an entrant who has moved first this many times."""
    return SwissEntrant(seed, 0, frozenset(), begun, last, 0)


def test_the_first_move_alternates_and_then_depends_on_the_seed() -> None:
    assert who_begins(entrant(1, 2, False), entrant(2, 1, True), 1) == (2, 1)
    assert who_begins(entrant(1, 1, True), entrant(2, 1, False), 1) == (2, 1)
    assert who_begins(entrant(2, 1, True), entrant(1, 1, True), 3) == (1, 2)
    assert who_begins(entrant(2, 1, True), entrant(1, 1, True), 4) == (2, 1)


@pytest.mark.check
def test_the_matching_library_is_only_loaded_to_pair_a_round() -> None:
    """It needs memory, and most servers have no Swiss event."""
    program = (
        "import sys; from bot.extensions.tournaments.rules import swiss; "
        "assert 'networkx' not in sys.modules; "
        "swiss.pair_round(swiss.swiss_entrants([1, 2], [], void=[(1, 2)]), 2); "
        "assert 'networkx' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def all_pairings(positions: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield all ways to pair these positions."""
    if not positions:
        yield []
        return
    first, *rest = positions
    for other in rest:
        for pairs in all_pairings([each for each in rest if each != other]):
            yield [(first, other), *pairs]


@pytest.mark.check
@settings(max_examples=40, deadline=None)
@given(size=st.integers(2, 8), rounds=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_pairings_have_minimum_cost_with_no_avoidable_rematch_and_fair_byes(
    size: int, rounds: int, seed: int
) -> None:
    rng = random.Random(seed)
    results: list[Result] = []
    for number in range(1, rounds + 1):
        entrants = swiss_entrants(range(1, size + 1), results)
        pairs, free = pair_round(entrants, number)
        ordered = [each for each in entrants if each.seed != free]
        position = {each.seed: index for index, each in enumerate(ordered)}
        assert sorted(seed for pair in pairs for seed in pair) == sorted(position)
        paid = sum(cost(ordered, position[pair], position[other]) for pair, other in pairs)
        least = min(
            sum(cost(ordered, *pair) for pair in choice)
            for choice in all_pairings(list(range(len(ordered))))
        )
        assert paid == least
        met = {frozenset(each.numbers) for each in results}
        if any(frozenset(pair) in met for pair in pairs):
            seeds = [each.seed for each in ordered]
            assert all(
                any(
                    frozenset((seeds[position_of_first], seeds[other])) in met
                    for position_of_first, other in choice
                )
                for choice in all_pairings(list(range(len(ordered))))
            )
        results += [played(*pair, rng.choice([0, 1, 2])) for pair in pairs]
        results += [] if free is None else [naive.bye(free)]
        times = [each.byes for each in swiss_entrants(range(1, size + 1), results)]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("number", [4, 6, 8])
def test_the_first_round_costs_as_little_as_possible(number: int) -> None:
    ordered = swiss_entrants(range(1, number + 1), [])
    pairs, free = pair_round(ordered, 1)
    assert free is None
    positions = [sorted((first - 1, second - 1)) for first, second in pairs]
    total = sum(cost(ordered, i, j) for i, j in positions)
    totals = [
        sum(cost(ordered, i, j) for i, j in pairing)
        for pairing in all_pairings(list(range(number)))
    ]
    assert (total, totals.count(total)) == (min(totals), 1)


def test_the_first_round_of_64_is_paired_without_a_matching(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    pairs, _ = pair_round(swiss_entrants(range(1, 65), []), 1)
    assert pairs[0] == (1, 33)
    assert len(pairs) == 32
