"""Hints for figure puzzles: every hint is the first move of a complete solution."""

import pytest

from engine import puzzles
from engine.puzzles import hints

FIGURE = "figure-10647"


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    hints.clear_cache()


WALKS = (
    "figure-399; III,2-V,4; II,2-VI,4; IV,3-IV,4; II,4-II,6; IV,1-IV,5; V,2-VI,2; V,1-VII,3; I,5-I,7; "
    "I,3-III,5; II,1-VI,5; III,1-VII,1; IV,2-IV,6; I,1-V,3; I,4-V,6; II,5-VIII,1; III,4-I,8; I,2-I,6; "
    "II,3-VI,1",
    "figure-27048; II,5-III,5; V,1-V,3; I,5-II,6; II,2-IV,4; I,3-III,7; V,2-VI,2; III,1-VII,3; "
    "III,4-VII,4; IV,3-VI,5; III,3-VII,5; II,1-IV,7; I,4-V,8; III,2-V,6; I,1-V,7; IV,1-VIII,5; "
    "IV,2-VIII,6; I,2-III,8; II,3-VIII,3",
)
"""Random games in which the figure is still possible after every move."""


def walked(walk: str, turns: int) -> puzzles.SolitaireGame:
    """Return the game after the first `turns` moves of a walk."""
    return puzzles.load_game("; ".join(walk.split("; ")[: turns + 1]))


@pytest.mark.check
@pytest.mark.parametrize("turns", [3, 6, 9, 12, 15, 18])
@pytest.mark.parametrize("walk", WALKS)
def test_the_puzzle_can_be_solved_after_a_hint(walk: str, turns: int) -> None:
    game = walked(walk, turns)
    move = puzzles.next_turn(game)
    assert move in puzzles.legal_turns(game)
    hints.clear_cache()
    rest = puzzles.remaining_solution(puzzles.play_text(game, game.problem.variant.format(move)))
    assert rest is not None
    for turn in (move, *rest):
        game = puzzles.play_text(game, game.problem.variant.format(turn))
    assert puzzles.is_solved(game)


def test_the_stored_solution_is_followed_without_a_search() -> None:
    game = puzzles.begin_game(puzzles.get_problem(FIGURE))
    for move in puzzles.best_known_moves(game.problem):
        assert puzzles.next_turn(game, nodes=0) == move
        game = puzzles.play_text(game, game.problem.variant.format(move))
    assert puzzles.is_solved(game)
    assert puzzles.next_turn(game) is None
    assert puzzles.remaining_solution(game) == ()
    assert puzzles.is_solvable(game)


def test_a_solution_found_before_is_followed_without_a_search() -> None:
    game = walked(WALKS[0], 9)
    rest = puzzles.remaining_solution(game)
    assert rest
    for move in rest:
        assert puzzles.next_turn(game, nodes=0) == move
        game = puzzles.play_text(game, game.problem.variant.format(move))
    assert puzzles.is_solved(game)


def test_there_is_no_hint_if_no_solution_is_left() -> None:
    game = puzzles.begin_game(puzzles.get_problem(FIGURE))
    while moves := puzzles.legal_turns(game):
        game = puzzles.play_text(game, game.problem.variant.format(moves[0]))
    assert not puzzles.is_solved(game)
    assert puzzles.is_solvable(game) is False
    assert puzzles.next_turn(game) is None


def test_a_search_that_is_cut_short_leaves_the_answer_open() -> None:
    game = puzzles.play_text(puzzles.begin_game(puzzles.get_problem(FIGURE)), "III,2-V,4")
    assert puzzles.is_solvable(game, nodes=1) is None
    assert puzzles.next_turn(game, nodes=1) is None
    with pytest.raises(puzzles.BudgetExhausted):
        puzzles.remaining_solution(game, nodes=1)


@pytest.mark.check
@pytest.mark.measured
def test_the_cache_of_found_solutions_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hints, "_MOST", 5)
    for turns in (9, 12, 15):
        puzzles.remaining_solution(walked(WALKS[0], turns))
        puzzles.remaining_solution(walked(WALKS[1], turns))
    assert len(hints._cache) < 5 + 19


def test_hints_exist_only_for_figures() -> None:
    with pytest.raises(KeyError):
        puzzles.next_turn(puzzles.begin_game(puzzles.get_problem("yard-a")))


def test_the_worker_job_answers_like_the_functions() -> None:
    game = walked(WALKS[0], 9)
    turn = puzzles.next_turn(game)
    assert turn is not None
    assert hints.search_json(puzzles.dump_game(game)) == (True, game.problem.variant.format(turn))
    formed = puzzles.load_game("; ".join((FIGURE, *_texts(FIGURE))))
    assert hints.search_json(puzzles.dump_game(formed)) == (True, None)


def test_the_worker_job_answers_none_if_the_search_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gives_up(game: puzzles.SolitaireGame) -> None:
        raise puzzles.BudgetExhausted(1)

    monkeypatch.setattr(hints, "remaining_solution", gives_up)
    assert hints.search_json(WALKS[0].split("; ")[0]) == (None, None)


def _texts(figure: str) -> list[str]:
    problem = puzzles.get_problem(figure)
    return [problem.variant.format(move) for move in puzzles.figure_solution(problem.figure)]
