"""Sizes of sections, snake seeding, Berger tables, and qualifiers."""

from collections import Counter

import pytest

from bot.extensions.tournaments.rules.sections import (
    berger,
    best_by_seed,
    final_size,
    finalists,
    games_each_default,
    qualifiers_per_section,
    section_pairings,
    section_sizes,
    sharing_qualifiers,
    snake,
)
from bot.extensions.tournaments.rules.standings import Row
from tests.bot.extensions.tournaments.rules.published_tables import BERGER

SIZES = {
    9: "5+4",
    11: "6+5",
    16: "8+8",
    17: "6+6+5",
    20: "7+7+6",
    24: "8+8+8",
    25: "7+6+6+6",
    32: "8+8+8+8",
    33: "7+7+7+6+6",
    40: "8+8+8+8+8",
    64: "8+8+8+8+8+8+8+8",
}

GAMES = {3: 6, 4: 12, 6: 15, 8: 28, 9: 22, 16: 56, 32: 112, 64: 224}
"""Number of games of the first stage, by number of entrants."""


@pytest.mark.parametrize(("entrants", "sizes"), SIZES.items())
def test_the_sections_have_the_published_sizes(entrants: int, sizes: str) -> None:
    assert "+".join(map(str, section_sizes(entrants))) == sizes


@pytest.mark.parametrize("entrants", range(3, 65))
def test_sections_differ_by_one_and_have_at_most_eight(entrants: int) -> None:
    sizes = section_sizes(entrants)
    assert sum(sizes) == entrants
    assert len(sizes) == -(-entrants // 8)
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 8
    assert sizes == tuple(sorted(sizes, reverse=True))
    assert tuple(map(len, snake(entrants))) == sizes
    assert sorted(sum(snake(entrants), ())) == list(range(1, entrants + 1))
    assert sum(final_size(count) for count in [len(sizes)]) in {0, 4, 5, 6, 7, 8}


def test_the_snake_spreads_the_seeds() -> None:
    assert snake(9) == ((1, 4, 5, 8, 9), (2, 3, 6, 7))
    assert snake(11) == ((1, 4, 5, 8, 9, 11), (2, 3, 6, 7, 10))
    assert snake(17) == ((1, 6, 7, 12, 13, 17), (2, 5, 8, 11, 14, 16), (3, 4, 9, 10, 15))
    assert snake(20) == (
        (1, 6, 7, 12, 13, 18, 19),
        (2, 5, 8, 11, 14, 17, 20),
        (3, 4, 9, 10, 15, 16),
    )


@pytest.mark.parametrize(("entrants", "table"), BERGER.items())
def test_the_berger_tables_are_the_published_ones(entrants: int, table: str) -> None:
    rounds = (" ".join(f"{first}-{second}" for first, second in each) for each in berger(entrants))
    assert " / ".join(rounds) == table


@pytest.mark.parametrize("entrants", range(2, 17))
def test_all_entrants_meet_once_and_move_first_about_equally_often(entrants: int) -> None:
    pairs = section_pairings(entrants, 1)
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == entrants * (entrants - 1) // 2
    begun = Counter(first for first, _ in pairs)
    if entrants % 2:
        assert {begun[number] for number in range(1, entrants + 1)} == {(entrants - 1) // 2}
    else:
        expected = [entrants // 2] * (entrants // 2) + [entrants // 2 - 1] * (entrants // 2)
        assert [begun[number] for number in range(1, entrants + 1)] == expected
    for each in berger(entrants):
        assert max(Counter(number for pair in each for number in pair).values()) == 1


def test_two_games_per_pair_repeat_the_table_with_sides_swapped() -> None:
    assert section_pairings(3, 2) == ((2, 3), (1, 2), (3, 1), (3, 2), (2, 1), (1, 3))


@pytest.mark.parametrize(("entrants", "games"), GAMES.items())
def test_the_first_stage_has_the_published_number_of_games(entrants: int, games: int) -> None:
    sizes = section_sizes(entrants)
    assert games == sum(len(section_pairings(size, games_each_default(size))) for size in sizes)


def test_few_sections_send_two_entrants_each_to_the_final_and_many_send_one() -> None:
    assert [qualifiers_per_section(count) for count in range(1, 9)] == [0, 2, 2, 1, 1, 1, 1, 1]
    assert [final_size(count) for count in range(1, 9)] == [0, 4, 6, 4, 5, 6, 7, 8]


def rows(*places: int) -> tuple[Row, ...]:
    """Return standings in which the numbers 1, 2 and so on have these places."""
    return tuple(
        Row(number, place, places.count(place) > 1, 0, 0)
        for number, place in enumerate(places, start=1)
    )


def test_all_tied_for_the_last_place_advance_if_the_final_has_room() -> None:
    sections = [rows(1, 2, 2, 4), rows(1, 2, 3, 4)]
    assert sharing_qualifiers(sections[0], 2) == (1, 2, 3)
    seeds = [{1: 8, 2: 5, 3: 4, 4: 1}, {1: 2, 2: 3, 3: 6, 4: 7}]
    assert finalists(sections, seeds) == ((1, 2, 3), (1, 2))


def test_the_better_seed_advances_if_the_final_would_have_more_than_eight() -> None:
    sections = [rows(1, 2, 2, 2), rows(1, 1, 1, 4), rows(1, 1, 3, 3)]
    seeds = [{1: 12, 2: 6, 3: 7, 4: 1}, {1: 11, 2: 5, 3: 2, 4: 8}, {1: 9, 2: 4, 3: 3, 4: 10}]
    assert finalists(sections, seeds) == ((1, 4), (3, 2), (2, 1))


def test_the_next_entrant_advances_in_place_of_a_withdrawn_one() -> None:
    sections = [rows(1, 2, 3, 3, 5), rows(1, 2, 3, 4)]
    seeds = [dict.fromkeys(range(1, 6), 1), dict.fromkeys(range(1, 5), 1)]
    assert finalists(sections, seeds, [{2}, ()]) == ((1, 3, 4), (1, 2))
    assert sharing_qualifiers(sections[0], 2, {1, 2, 3, 4, 5}) == ()


def test_the_final_of_tables_takes_the_better_seeds_in_a_tie() -> None:
    seeds = {1: 5, 2: 4, 3: 2, 4: 3, 5: 1}
    assert best_by_seed(rows(1, 2, 2, 2, 5), 3, seeds) == (1, 3, 4)
    assert best_by_seed(rows(1, 2, 2, 2, 5), 3, seeds, withdrawn={1, 3}) == (4, 2, 5)
