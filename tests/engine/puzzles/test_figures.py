"""The catalogue of all figures, checked against the rules."""

import gc
import zlib
from collections import Counter
from datetime import date, timedelta
from random import Random
from statistics import mean
from weakref import WeakSet

import pytest

from engine import Variant, puzzles
from engine.errors import IllegalMove
from engine.outcome import teams_of
from engine.puzzles import catalogue
from engine.puzzles.problems import BRINGING_OUT
from engine.variants.halma import BOARD

COUNT = 51_178
SAMPLE = tuple(sorted(Random(1885).sample(range(1, COUNT + 1), 40)))
FARTHEST = 26_120
"""Number of the only figure that reaches row XII."""
FIRST = date(2026, 12, 1)
"""A Tuesday, like the date of day 0."""
ORDER = 3_153_255_693
"""CRC-32 checksum of the figure numbers of all days, in order."""


def test_the_catalogue_has_the_known_number_of_figures() -> None:
    assert puzzles.count() == COUNT


@pytest.mark.check
def test_no_two_figures_are_the_same() -> None:
    assert len({puzzles.figure(number) for number in range(1, COUNT + 1)}) == COUNT


def test_every_stored_solution_forms_its_figure_by_legal_moves() -> None:
    for number in SAMPLE:
        now = BRINGING_OUT.start()
        for move in puzzles.figure_solution(number):
            now = BRINGING_OUT.play(now, move)
        assert now.ply == len(puzzles.YARD), number
        assert frozenset(BRINGING_OUT.standing(now, 0)) == puzzles.figure(number), number
        assert BRINGING_OUT.outcome(now), f"{number} is symmetrical and outside the yard"


def test_a_figure_is_found_by_its_cells() -> None:
    for number in SAMPLE:
        cells = puzzles.figure(number)
        assert puzzles.is_brought_out(cells), number
        assert puzzles.number_of(cells) == number


def test_the_printed_diagrams_have_numbers() -> None:
    numbers = {letter: puzzles.number_of(cells) for letter, cells in puzzles.FIGURES.items()}
    assert numbers == {"A": 10_647, "B": 12_780, "C": 15_251, "D": 15_330}


def test_cells_that_are_no_figure_have_no_number() -> None:
    far = BOARD.turned(puzzles.YARD, 4)
    assert puzzles.is_brought_out(far), "symmetrical, but nobody gets there in nineteen turns"
    assert puzzles.number_of(far) is None
    assert puzzles.number_of(puzzles.YARD) is None


def test_a_figure_is_not_found_across_a_record_boundary() -> None:
    table = b"abcabc"
    assert catalogue._find_record(table, b"bc") == 3
    assert catalogue._find_record(table, b"cb") is None


@pytest.mark.check
def test_one_figure_reaches_row_xii() -> None:
    rows = [puzzles.outermost(number) for number in range(1, COUNT + 1)]
    counts = {row: rows.count(row) for row in sorted(set(rows))}
    assert counts == {7: 3_638, 8: 22_001, 9: 20_892, 10: 4_222, 11: 424, 12: 1}
    assert rows[FARTHEST - 1] == 12


def test_a_figure_begins_with_few_of_its_turns_played_and_is_rated_by_the_men_left() -> None:
    for number in range(1, COUNT, 5_000):
        assert 0 <= puzzles.head_start(number) < 19
        assert 0 < puzzles.expected_men_left(number) < 19


@pytest.mark.parametrize("number", [0, -1, COUNT + 1])
def test_a_number_outside_the_catalogue_raises_key_error(number: int) -> None:
    for ask in (
        puzzles.figure,
        puzzles.figure_solution,
        puzzles.outermost,
        puzzles.difficulty,
        catalogue.day_of,
    ):
        with pytest.raises(KeyError):
            ask(number)
    with pytest.raises(KeyError):
        puzzles.get_problem(f"figure-{number}")


# -- a figure as a puzzle ---------------------------------------------------------------------------


def test_a_figure_is_played_like_any_other_puzzle() -> None:
    problem = puzzles.get_problem("figure-10647")
    game = puzzles.begin_game(problem)
    for move in puzzles.best_known_moves(problem):
        assert not puzzles.is_solved(game)
        assert move in puzzles.legal_turns(game)
        game = puzzles.play_text(game, problem.variant.format(move))
    assert puzzles.is_solved(game)
    assert puzzles.formed_diagram(game) == "A"
    assert puzzles.load_game(puzzles.dump_game(game)) == game


def test_each_man_moves_only_once_and_must_end_on_the_figure() -> None:
    game = puzzles.play_text(puzzles.begin_game(puzzles.get_problem("figure-10647")), "I,3-III,5")
    assert {move.path[0] for move in puzzles.legal_turns(game)} <= puzzles.YARD
    assert {move.path[-1] for move in puzzles.legal_turns(game)} <= puzzles.figure(10_647)
    for text in ("III,5-III,6", "I,5-I,6"):
        with pytest.raises(IllegalMove) as refused:
            puzzles.play_text(game, text)
        assert refused.value.reason.code == "once"


def test_a_solutions_key_ignores_the_order_of_its_moves() -> None:
    game = puzzles.begin_game(puzzles.get_problem("figure-10647"))
    moved = puzzles.play_text(puzzles.play_text(game, "I,3-III,5"), "III,1-V,3")
    back = puzzles.play_text(puzzles.play_text(game, "III,1-V,3"), "I,3-III,5")
    assert moved.moves != back.moves
    assert puzzles.solution_key(moved.moves) == puzzles.solution_key(back.moves)
    other = puzzles.play_text(game, "I,3-III,5")
    assert puzzles.solution_key(other.moves) != puzzles.solution_key(moved.moves)


# -- days -------------------------------------------------------------------------------------------


def test_every_figure_has_its_day_and_the_order_never_changes() -> None:
    days = [puzzles.problem_of_day(day) for day in range(COUNT)]
    assert sorted(days) == [*range(1, COUNT + 1)]
    assert puzzles.problem_of_day(COUNT) == days[0]
    assert zlib.crc32(repr(days).encode()) == ORDER
    assert [catalogue.day_of(days[day]) for day in range(0, COUNT, 999)] == [*range(0, COUNT, 999)]


@pytest.mark.check
def test_the_first_days_are_gentle_and_weekends_are_harder() -> None:
    days = [puzzles.expected_men_left(puzzles.problem_of_day(day)) for day in range(COUNT)]
    assert max(days[:60]) < 5.5
    quarters = [mean(days[first : first + 91]) for first in range(0, 364, 91)]
    assert quarters == sorted(quarters)
    weekends = [day for day in range(364, COUNT) if (FIRST + timedelta(day)).weekday() > 4]
    others = [day for day in range(364, COUNT) if (FIRST + timedelta(day)).weekday() <= 4]
    easiest = min(days[day] for day in weekends[:2_000])
    assert easiest >= max(days[day] for day in others[:5_000])


def test_the_words_for_difficulty_count_the_hints_that_a_simple_player_needs() -> None:
    turns = puzzles.easy_after(10_647)
    words = [puzzles.difficulty(10_647, turns - hints) for hints in range(9)]
    assert words == [
        "very easy",
        *["easy"] * 2,
        *["medium"] * 2,
        *["hard"] * 3,
        "very hard",
    ]
    assert puzzles.difficulty(10_647, 18) == "very easy"
    assert puzzles.difficulty(10_647) == "very hard"


def test_hardly_any_whole_figure_is_easy_for_a_simple_player() -> None:
    words = Counter(puzzles.difficulty(number) for number in range(1, COUNT + 1))
    assert words["very hard"] > 0.9 * COUNT


@pytest.mark.check
def test_the_cache_of_figure_puzzles_is_bounded() -> None:
    kept = WeakSet[Variant]()
    for number in range(1, 301):
        figure = puzzles.get_problem(f"figure-{number}")
        puzzles.par_turns(figure)
        teams_of(figure.variant)
        kept.add(figure.variant)
    del figure
    gc.collect()
    assert len(kept) <= 256
