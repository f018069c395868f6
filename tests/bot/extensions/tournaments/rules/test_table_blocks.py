"""Tables of 3, 4 and 6: seats and meetings for all numbers of entrants."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from bot.extensions.tournaments.rules.table_blocks import (
    at_once_default,
    base_block,
    final_tables,
    has_final,
    table_pairings,
)
from tests.bot.extensions.tournaments.rules.published_tables import BLOCKS


def meetings(tables: tuple[tuple[int, ...], ...], entrants: int) -> tuple[int, int]:
    """Return the minimum and maximum number of meetings of any two entrants."""
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    numbers = [met[pair] for pair in combinations(range(1, entrants + 1), 2)]
    return min(numbers), max(numbers)


def best_block(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the best block, found by exhaustive search."""

    def quality(block: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        apart = Counter((number - other) % entrants for number in block for other in block)
        numbers = [apart[distance] for distance in range(1, entrants)]
        return max(numbers), -min(numbers), block

    return min(((0, *rest) for rest in combinations(range(1, entrants), seats - 1)), key=quality)


def test_the_blocks_of_all_numbers_of_entrants_are_published() -> None:
    assert set(BLOCKS) == {(seats, n) for seats in (3, 4, 6) for n in range(seats, 65)}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_everyone_sits_once_in_every_seat_and_meets_as_published(seats: int) -> None:
    for entrants in range(seats, 65):
        block, often = BLOCKS[seats, entrants]
        assert base_block(entrants, seats) == block
        tables = table_pairings(entrants, seats)
        assert len(tables) == entrants
        assert all(len(set(table)) == seats for table in tables)
        for seat in range(seats):
            assert {table[seat] for table in tables} == set(range(1, entrants + 1))
        assert meetings(tables, entrants) == often, entrants


@pytest.mark.parametrize(("seats", "most"), [(3, 20), (4, 16), (6, 13)])
def test_no_other_block_is_better(seats: int, most: int) -> None:
    for entrants in range(seats, most + 1):
        assert tuple(sorted(base_block(entrants, seats))) == best_block(entrants, seats)


def named(tables: tuple[tuple[int, ...], ...]) -> str:
    """Return tables as text, e.g. "1-2-4 2-3-5"."""
    return " ".join("-".join(map(str, table)) for table in tables)


def test_the_tables_of_7_at_3_and_of_4_and_13_at_4_are_as_published() -> None:
    assert named(table_pairings(7, 3)) == "1-2-4 2-3-5 3-4-6 4-5-7 5-6-1 6-7-2 7-1-3"
    assert named(table_pairings(4, 4)) == "1-2-4-3 2-3-1-4 3-4-2-1 4-1-3-2"
    assert named(table_pairings(13, 4)) == (
        "1-2-4-10 2-3-5-11 3-4-6-12 4-5-7-13 5-6-8-1 6-7-9-2 7-8-10-3 8-9-11-4 9-10-12-5 "
        "10-11-13-6 11-12-1-7 12-13-2-8 13-1-3-9"
    )


@pytest.mark.parametrize("seats", [4, 6])
def test_with_as_many_entrants_as_seats_everyone_moves_after_everyone_once(seats: int) -> None:
    tables = table_pairings(seats, seats)
    behind = Counter(pair for table in tables for pair in pairwise(table))
    assert set(behind.values()) == {1}
    assert len(behind) == seats * (seats - 1)


def test_partners_change_at_thirteen_entrants() -> None:
    for sides in (((0, 2), (1, 3)), ((0, 1), (2, 3))):
        partners = Counter(
            frozenset((table[side], table[other]))
            for table in table_pairings(13, 4)
            for side, other in sides
        )
        assert set(partners.values()) == {1}
        for number in range(1, 14):
            assert sum(number in pair for pair in partners) == 4


def test_the_final_has_one_table_per_seat_but_two_with_six_seats() -> None:
    assert named(final_tables(3)) == "1-2-3 2-3-1 3-1-2"
    assert named(final_tables(4)) == "1-2-4-3 2-3-1-4 3-4-2-1 4-1-3-2"
    assert named(final_tables(6)) == "1-2-6-3-5-4 4-5-3-6-2-1"
    assert [has_final(entrants, 3) for entrants in (6, 7)] == [False, True]
    assert [at_once_default(seats) for seats in (3, 4, 6)] == [3, 3, 2]
