"""Standings of random events agree with the naive implementation.

HALMA_TOURNAMENTS=2000 compares 2,000 events of each format instead of 10.
"""

import os
import random
from collections.abc import Sequence

import pytest

from bot.extensions.tournaments.rules.results import Result, forfeited, played
from bot.extensions.tournaments.rules.sections import section_pairings
from bot.extensions.tournaments.rules.standings import (
    Row,
    rounds_standings,
    section_standings,
    table_standings,
)
from bot.extensions.tournaments.rules.table_blocks import table_pairings
from tests.bot.extensions.tournaments.rules import naive

EVENTS = int(os.environ.get("HALMA_TOURNAMENTS", "10"))


def groups(rows: Sequence[Row]) -> list[list[int]]:
    """Return the numbers by place."""
    places = sorted({row.place for row in rows})
    return [[row.number for row in rows if row.place == place] for place in places]


def check_shared(rows: Sequence[Row]) -> None:
    """Assert that places are counted and marked as shared correctly."""
    for row in rows:
        ahead = [other for other in rows if other.place < row.place]
        assert row.place == len(ahead) + 1
        assert row.shared == (len([each for each in rows if each.place == row.place]) > 1)


def random_game(rng: random.Random, first: int, second: int) -> Result:
    """Return a random result, sometimes a forfeit."""
    if rng.random() < 0.1:
        return forfeited(first, second, *rng.choice([(first,), (second,), (first, second)]))
    return played(first, second, rng.choice([0, 0, 1, 2, 2]))


@pytest.mark.parametrize("seed", range(EVENTS))
def test_sections_are_ordered_like_the_naive_ones(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(3, 8)
    results = [
        random_game(rng, *pair)
        for pair in section_pairings(size, rng.randint(1, 2))
        if rng.random() < rng.choice([0.6, 1])
    ]
    struck = [number for number in range(1, size + 1) if rng.random() < 0.1]
    rows = section_standings(range(1, size + 1), results, struck)
    numbers = [number for number in range(1, size + 1) if number not in struck]
    counted = [each for each in results if not set(each.numbers) & set(struck)]
    assert groups(rows) == naive.section_groups(numbers, counted)
    check_shared(rows)
    for row in rows:
        assert row.points == 2 * naive.score(row.number, counted)
        assert row.games == len(naive.games_of(row.number, counted))
        assert row.wins == naive.wins(row.number, counted)
        assert row.sonneborn_berger == 4 * naive.sonneborn(row.number, counted)
        tied = [other.number for other in rows if other.points == row.points]
        direct = naive.direct(tied, counted) if len(tied) > 1 else None
        assert row.direct == (None if direct is None else 2 * direct[row.number])


@pytest.mark.parametrize("seed", range(EVENTS))
def test_rounds_are_ordered_like_the_naive_ones(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(5, 16)
    results = []
    for _ in range(rng.randint(1, 6)):
        numbers = rng.sample(range(1, size + 1), size)
        while len(numbers) > 1:
            results.append(random_game(rng, numbers.pop(), numbers.pop()))
        results += map(naive.bye, numbers)
    rows = rounds_standings(range(1, size + 1), results)
    assert groups(rows) == naive.rounds_groups(list(range(1, size + 1)), results)
    check_shared(rows)
    for row in rows:
        opponents = naive.buchholz(row.number, results)
        assert row.buchholz == 2 * sum(opponents)
        assert row.buchholz_cut == 2 * sum(opponents[1:])
        assert row.sonneborn_berger == 4 * naive.sonneborn(row.number, results)


@pytest.mark.parametrize("seed", range(EVENTS))
def test_tables_are_ordered_like_the_naive_ones(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice([3, 4, 6])
    size = rng.randint(seats, 16)
    results = []
    for numbers in table_pairings(size, seats):
        if rng.random() < 0.9:
            strength = [rng.randint(1, 2 * seats) for _ in numbers]
            points = [2 * sum(x > y for y in strength) + strength.count(x) - 1 for x in strength]
            results.append(Result(numbers, tuple(points), (False,) * seats))
    rows = table_standings(range(1, size + 1), results)
    assert groups(rows) == naive.table_groups(list(range(1, size + 1)), results)
    check_shared(rows)
    for row in rows:
        assert row.firsts == naive.on_place(row.number, 1, results)
        assert row.seconds == naive.on_place(row.number, 2, results)
        assert row.opponents_points == 2 * naive.met_points(row.number, results)
