"""First-move advantage: the measurement, its file, and the page of results."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import VARIANTS, search, variant
from engine.suggested_rules import FIRST_WINS
from tests.engine.boards import played
from tests.engine.casefile import whole_game
from tools import first_move
from tools.__main__ import main
from tools.first_move import (
    ANSWERED,
    DRAWN,
    FILE,
    GAMES,
    LOST,
    WON,
    Measured,
    could_answer,
    equal_turns_page,
    is_suggested,
    load,
    play,
    run,
    save,
    usual_results,
)

PAGE = Path(__file__).parents[2] / "docs" / "equal-turns.md"


@pytest.mark.check
def test_a_game_is_reproducible_and_its_sign_is_the_first_players_result() -> None:
    for key, level in (("carrera", 1), ("le-grec", 1)):
        chosen = search.levels(variant(key))[level]
        signs = [play(key, chosen, 50, number) for number in range(3)]
        assert signs == [play(key, chosen, 50, number) for number in range(3)]
        assert set(signs) <= {WON, ANSWERED, LOST, DRAWN}


def test_a_win_can_be_answered_exactly_if_equal_turns_would_ask_for_the_last_turn() -> None:
    plain, game = variant("halma-8"), variant("halma-8+equal-turns")
    record = whole_game("halma-8+equal-turns").splitlines()
    moves = [line.partition(". ")[2] for line in record if line[:1].isdigit()]
    arrived = played(plain, plain.start(), *moves[:-1])
    assert plain.outcome(arrived)
    assert game.outcome(arrived) is None
    assert could_answer(plain, arrived)
    assert not could_answer(plain, plain.start())
    far = plain.load("halma-8 41 1 - 0 - BBBB4/BBB5/BB6/8/7A/B5AA/5AAA/4AAAA")
    assert game.outcome(far)
    assert not could_answer(plain, far)


def test_one_run_yields_both_scores() -> None:
    measured = Measured("carrera", 3, 200, WON * 4 + ANSWERED * 4 + LOST + DRAWN)
    assert measured.score(equal_turns=False) == pytest.approx(0.85)
    assert measured.score(equal_turns=True) == pytest.approx(0.65)
    assert measured.of_100() == 85
    assert 0 < measured.margin(equal_turns=True) < 0.25
    assert 0 < measured.margin(equal_turns=False) < 0.25


def test_equal_turns_are_suggested_for_a_clear_advantage_that_they_reduce() -> None:
    def suggested(won: int, answered: int, lost: int) -> bool:
        return is_suggested(Measured("x", 3, 200, WON * won + ANSWERED * answered + LOST * lost))

    assert suggested(100, 60, 40)
    assert suggested(80, 40, 80)
    assert not suggested(160, 0, 40), "equal turns change nothing"
    assert not suggested(50, 55, 95), "the advantage may be chance"
    assert not suggested(45, 75, 80), "the second player would have nearly the same advantage"
    assert not suggested(0, 120, 80), "equal turns would give the second player as much and more"


def test_a_run_is_resumed_and_the_page_is_written(tmp_path: Path) -> None:
    file, page = tmp_path / "results.txt", tmp_path / "page.md"
    save(file, [Measured("le-grec", 4, 200, DRAWN * (GAMES - 1)), Measured("carrera", 3, 200, WON)])
    asked = ["first-move", "le-grec", "--file", str(file), "--page", str(page)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    loaded = load(file)
    assert len(loaded["le-grec", 4].results) == GAMES
    assert loaded["carrera", 3].results == WON, "other lines are kept"
    text = page.read_text(encoding="utf-8")
    assert "| `le-grec` | 4 |" in text
    assert "`carrera`" not in text, "its results are not complete"
    [again] = run(file, ["le-grec"], GAMES, None)
    assert again == loaded["le-grec", 4]


def test_only_games_for_two_can_be_measured(tmp_path: Path) -> None:
    asked = ["first-move", "halma-4", "--file", str(tmp_path / "results.txt")]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 2
    assert "not a game for two players" in result.output


def test_the_page_and_the_suggestions_follow_from_the_stored_results() -> None:
    loaded = load(FILE)
    assert PAGE.read_text(encoding="utf-8") == equal_turns_page(loaded.values())
    usual = usual_results(loaded.values())
    assert set(usual) <= set(VARIANTS)
    assert {key: each.of_100() for key, each in usual.items() if is_suggested(each)} == dict(
        FIRST_WINS
    )


def test_every_game_for_two_has_a_usual_level() -> None:
    for key in first_move.keys_for_two():
        assert first_move.usual_level(variant(key)) in search.levels(variant(key))
    assert set(first_move.QUICK) <= set(first_move.keys_for_two())
