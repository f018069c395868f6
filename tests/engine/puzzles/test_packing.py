"""Random packing puzzles: reproducible by seed, with a par that can be reached."""

import pytest

from engine import puzzles
from engine.puzzles import packing
from engine.variants.halma import BOARD


@pytest.mark.parametrize(("seed", "size"), [(1, 8), (2, 8), (3, 10), (4, 16)])
def test_the_found_moves_pack_all_men_in_par(seed: int, size: int) -> None:
    problem = puzzles.packing_problem(seed, size)
    game = puzzles.begin_game(problem)
    for move in puzzles.best_known_moves(problem):
        assert not puzzles.is_solved(game)
        game = puzzles.play_text(game, problem.variant.format(move))
    assert puzzles.is_solved(game)
    assert set(game.cells) == puzzles.YARD
    assert len(game.moves) == puzzles.par_turns(problem)
    outside = set(puzzles.begin_game(problem).cells) - puzzles.YARD
    assert puzzles.par_turns(problem) >= len(outside)


@pytest.mark.check
def test_the_same_seed_gives_the_same_men_and_the_same_par() -> None:
    problem = puzzles.packing_problem(5, 8)
    assert problem == puzzles.get_problem("packing-8-5")
    # A literal list, because stored games require that a seed always gives the same squares.
    assert puzzles.write_men(puzzles.begin_game(problem).cells) == (
        "I: 7; II: 4, 6; III: 1, 2, 6, 8; IV: 2, 3, 5, 6; V: 5; VI: 4, 5, 6; VII: 1; VIII: 2, 4, 7"
    )
    assert len(packing.find_packing(problem.variant, problem.start)) == 22
    assert puzzles.par_turns(problem) == 19, "a race, for which more was looked at"
    other = puzzles.packing_problem(15, 8)
    assert packing.find_packing(other.variant, other.start) == puzzles.best_known_moves(other)


def test_men_are_spread_over_the_requested_area() -> None:
    for size in (8, 12, 16):
        spreads = [packing.random_cells(seed, size) for seed in range(30)]
        assert len(set(spreads)) == 30
        assert {len(cells) for cells in spreads} == {19}
        assert max(max(BOARD.spots[cell]) for cells in spreads for cell in cells) == size


@pytest.mark.parametrize(("seed", "size"), [(1, 7), (1, 17), (-1, 8), (1_000_000_000, 8)])
def test_a_seed_or_size_out_of_range_is_refused(seed: int, size: int) -> None:
    with pytest.raises(ValueError, match="there is no problem"):
        puzzles.packing_problem(seed, size)


@pytest.mark.check
def test_a_beam_that_is_too_narrow_is_widened_until_the_search_succeeds() -> None:
    problem = puzzles.packing_problem(11, 8)
    narrow = packing.find_packing(problem.variant, problem.start, width=0)
    assert len(narrow) >= puzzles.par_turns(problem)


def test_men_that_are_already_packed_need_no_move() -> None:
    problem = puzzles.PROBLEMS["bring-out-a"]
    assert packing.find_packing(problem.variant, problem.start) == ()


@pytest.mark.parametrize("key", packing.RACES)
def test_the_shortest_known_solution_of_a_race_is_legal(key: str) -> None:
    problem = puzzles.get_problem(key)
    game = puzzles.begin_game(problem)
    for turn in packing.best_known_turns(key):
        assert not puzzles.is_solved(game)
        game = puzzles.play_text(game, turn)
    assert puzzles.is_solved(game)
    assert game.moves == puzzles.best_known_moves(problem)


@pytest.mark.parametrize("turns", puzzles.ENDINGS)
def test_an_ending_takes_its_number_of_moves_and_no_shorter_solution_is_found(turns: int) -> None:
    for seed in puzzles.ENDING_SEEDS:
        problem = puzzles.get_problem(f"ending-{turns}-{seed}")
        assert problem == puzzles.ending_problem(turns, seed)
        assert puzzles.par_turns(problem) == turns
        game = puzzles.begin_game(problem)
        assert max(max(BOARD.spots[cell]) for cell in game.cells) <= 8
        for move in puzzles.best_known_moves(problem):
            assert not puzzles.is_solved(game)
            game = puzzles.play_text(game, problem.variant.format(move))
        assert puzzles.is_solved(game)
        if seed <= 2:
            assert len(packing.find_packing(problem.variant, problem.start)) >= turns


@pytest.mark.parametrize(("turns", "seed"), [(2, 1), (9, 1), (3, 0), (3, 11)])
def test_other_endings_do_not_exist(turns: int, seed: int) -> None:
    with pytest.raises(ValueError, match="no ending"):
        puzzles.ending_problem(turns, seed)
    with pytest.raises(KeyError):
        puzzles.get_problem(f"ending-{turns}-{seed}")
