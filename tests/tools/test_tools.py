"""Developer commands: `python -m tools`."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from PIL import Image, ImageSequence

from engine import puzzles
from engine.record import read_record
from render.animation import FINISH, TITLE
from tests.engine.puzzles.test_hints import WALKS, walked
from tools import figures, hints
from tools.__main__ import main
from tools.pictures import REPLAY_WIDTH, SHEET_WIDTH
from tools.sights import GAP, PHONE


def typed(*words: str) -> tuple[int, str]:
    """Return the exit code and the output of a command."""
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.output


@pytest.mark.check
def test_pictures_of_whole_games_are_written_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    code, output = typed("pictures", str(folder), "le-grec", "--every", "5")
    assert code == 0, output
    names = sorted(path.name for path in folder.iterdir())
    assert names[0] == "le-grec-000.png"
    assert f"{len(names)} pictures are in {folder}" in output
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in folder.iterdir())
    code, output = typed("pictures", str(folder), "chess")
    assert code == 2
    assert "no game has the key 'chess'" in output


def test_perft_counts_and_a_game_are_printed_for_a_case_file() -> None:
    code, output = typed("case-file", "le-grec")
    assert code == 0
    lines = output.splitlines()
    assert lines[:4] == ["opening 5", "perft 2 23", "game", '[Game "le-grec"]']
    assert lines[-1] == "."
    assert typed("case-file", "chess")[0] == 2


def test_a_game_of_the_computer_against_itself_is_printed_as_a_record() -> None:
    code, output = typed("self-play", "le-grec", "--seed", "3")
    assert code == 0
    assert read_record(output).result is not None


@pytest.mark.check
def test_every_figure_is_checked_and_counted_by_its_outermost_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzles, "count", lambda: 60)
    monkeypatch.setattr(figures, "_REPORT_EVERY", 50)
    code, output = typed("figures")
    assert code == 0
    assert "50 figures checked" in output
    assert output.splitlines()[-1].split() == ["all", "60"]


def test_a_figure_with_a_wrong_stored_solution_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "count", lambda: 3)
    monkeypatch.setattr(
        puzzles, "figure_solution", lambda number: puzzles.problems.figure_solution(number + 1)
    )
    code, output = typed("figures")
    assert code == 1
    assert "1: its way forms another figure" in output
    monkeypatch.setattr(
        puzzles, "figure_solution", lambda number: puzzles.problems.figure_solution(number)[::-1]
    )
    code, output = typed("figures")
    assert code == 1
    assert "2: " in output


def walk(*turns: int) -> Callable[[int, Random], list[puzzles.SolitaireGame]]:
    """Return a fake random walk: the states of WALKS[0] after these numbers of moves."""
    return lambda _figure, _rng: [walked(WALKS[0], number) for number in turns]


@pytest.mark.check
def test_hints_are_checked_in_random_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "states", walk(6, 9, 12))
    code, output = typed("hints", "--states", "20", "--figures", "10")
    assert (code, output) == (0, "10 figures: leads on 20\n")


@pytest.mark.check
def test_a_walk_continues_while_the_figure_is_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = walked(WALKS[0], 14)
    monkeypatch.setattr(puzzles, "begin_game", lambda _problem: begun)
    games = list(hints.states(399, Random(1)))
    assert [len(game.moves) for game in games] == [14, 15, 16, 17, 18]
    assert all(puzzles.is_solvable(game) for game in games)


def test_a_hint_that_makes_the_puzzle_unsolvable_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def astray(game: puzzles.SolitaireGame) -> object:
        return next(
            move
            for move in puzzles.legal_turns(game)
            if not puzzles.is_solvable(puzzles.play_text(game, game.problem.variant.format(move)))
        )

    monkeypatch.setattr(hints, "states", walk(12))
    monkeypatch.setattr(puzzles, "next_turn", astray)
    code, output = typed("hints", "--states", "1", "--figures", "1")
    assert (code, output) == (1, "1 figures: leads astray 1\nError: a hint leads astray\n")


@pytest.mark.check
def test_the_figures_of_the_first_days_are_written_into_a_folder(tmp_path: Path) -> None:
    code, output = typed("days", str(tmp_path / "days"), "--number", "3")
    assert code == 0, output
    assert len(list((tmp_path / "days").glob("day-0000[123]-figure-*.png"))) == 3


@pytest.mark.check
def test_a_sheet_shows_each_board_in_every_theme(tmp_path: Path) -> None:
    path = tmp_path / "sheet.webp"
    code, output = typed("sheet", str(path), "halma-8", "halma+ploog", "halma")
    assert code == 0, output
    assert f"2 boards in 5 themes are in {path}" in output
    with Image.open(path) as sheet:
        assert sheet.width == 10 * SHEET_WIDTH
    code, output = typed("sheet", str(path), "chess")
    assert code == 2
    assert "no game has the key 'chess'" in output


@pytest.mark.check
def test_sheets_show_a_board_as_each_sight_sees_it(tmp_path: Path) -> None:
    folder = tmp_path / "sights"
    code, output = typed("sights", str(folder), "halma-4")
    assert code == 0, output
    assert f"5 sheets are in {folder}" in output
    with Image.open(folder / "wood-1.png") as sheet:
        grey = sheet.crop((sheet.width - PHONE - GAP, 0, sheet.width - GAP, sheet.height - GAP))
        assert all(red == green == blue for red, green, blue in grey.get_flattened_data())
        colourful = sheet.crop((0, 0, PHONE, sheet.height))
        assert any(red != blue for red, _, blue in colourful.get_flattened_data())
    code, output = typed("sights", str(folder), "chess")
    assert code == 2
    assert "no game has the key 'chess'" in output


@pytest.mark.check
def test_a_replay_begins_with_a_title_and_ends_with_the_result(tmp_path: Path) -> None:
    path = tmp_path / "replay.gif"
    code, output = typed("replay", str(path), "le-grec")
    assert code == 0
    turns = int(output.split(" moves")[0].split()[-1])
    with Image.open(path) as film:
        frames = [
            (frame.copy().convert("RGB"), frame.info["duration"])
            for frame in ImageSequence.Iterator(film)
        ]
    assert len(frames) >= turns + 3
    assert frames[0][1] == TITLE
    assert frames[-1][1] == FINISH
    width, height = frames[0][0].size
    assert width == REPLAY_WIDTH
    middle = (0, height // 2 - 9, width, height // 2 + 9)
    for shown, same in ((0, 1), (-1, -2)):
        assert frames[shown][0].crop(middle).tobytes() != frames[same][0].crop(middle).tobytes()
    code, output = typed("replay", str(path), "chess")
    assert code == 2
    assert "chess" in output
