"""Entrants certain to advance, compared with a brute-force search."""

import random
from itertools import product

import pytest

from bot.extensions.tournaments.rules.certain import certain_qualifiers
from bot.extensions.tournaments.rules.results import Result, played
from bot.extensions.tournaments.rules.sections import section_pairings
from tests.bot.extensions.tournaments.rules import naive


def test_two_entrants_can_be_certain_to_advance_from_a_section_of_four() -> None:
    """1 has beaten 2, 3 and 4, and 2 has beaten 3 and 4. 3 against 4 is running."""
    results = [played(1, other, 2) for other in (2, 3, 4)] + [
        played(2, other, 2) for other in (3, 4)
    ]
    assert certain_qualifiers(range(1, 5), results, [(3, 4)], 2) == {1, 2}
    assert certain_qualifiers(range(1, 5), results, [(3, 4)], 1) == {1}
    assert certain_qualifiers(range(1, 5), results, [(3, 4)], 3) is None


def test_nothing_is_certain_with_more_than_eight_unfinished_games() -> None:
    pairs = section_pairings(6, 1)
    results = [played(*pair, 2) for pair in pairs if 1 in pair and pair[0] == 1]
    assert certain_qualifiers(range(1, 7), results, pairs[:9], 2) is None


def test_struck_entrants_and_their_games_do_not_matter() -> None:
    results = [played(1, 2, 2), played(1, 3, 2), played(4, 1, 2)]
    assert certain_qualifiers(range(1, 5), results, [(2, 3), (4, 2), (3, 4)], 1, {4}) == {1}


def brute_force(
    numbers: list[int],
    results: list[Result],
    unfinished: list[tuple[int, int]],
    places: int,
    withdrawn: list[int],
) -> frozenset[int] | None:
    """Return the entrants who advance in all outcomes, by the naive standings."""
    sets = set()
    for scores in product((0, 1, 2), repeat=len(unfinished)):
        played_out = [played(*pair, score) for pair, score in zip(unfinished, scores, strict=True)]
        going_on: list[int] = []
        for group in naive.section_groups(numbers, results + played_out):
            if len(going_on) < places:
                going_on += [number for number in group if number not in withdrawn]
        sets.add(frozenset(going_on))
    return sets.pop() if len(sets) == 1 else None


@pytest.mark.parametrize("seed", range(20))
def test_certain_qualifiers_agree_with_a_brute_force_search(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(3, 7)
    numbers = list(range(1, size + 1))
    pairings = list(section_pairings(size, rng.choice([1, 1, 2])))
    rng.shuffle(pairings)
    unfinished = pairings[: rng.randint(0, 4)]
    # The lower number often wins, so that some entrants are certain to advance.
    results = [
        played(*pair, rng.choice([2 if pair[0] < pair[1] else 0] * 3 + [0, 1, 2]))
        for pair in pairings[len(unfinished) :]
    ]
    withdrawn = rng.choice([[], [], [1], [1, 3], numbers])
    for places in (1, 2):
        expected = brute_force(numbers, results, unfinished, places, withdrawn)
        qualifiers = certain_qualifiers(numbers, results, unfinished, places, withdrawn=withdrawn)
        assert qualifiers == expected
