"""What docs/adding-a-game.md says, done to the letter in a copy of the project: every command works with
the new game, and all tests that it concerns pass, those in the simulated Discord among them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.words import LANGUAGES

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
OF_ALL_GAMES = (
    *("tests/bot/words", "tests/engine/test_options.py"),
    *("tests/tools/test_lengths.py", "tests/test_architecture.py", "tests/e2e/test_rules.py"),
)
"""Tests that speak of all games at once, besides those that are run for each by its key."""
_OF_EACH_GAME = re.compile(r"VARIANTS|all_cases|courses|tests\.render\.games")
"""What a file of tests speaks of that runs some of them for each game by its key."""


def blocks(language: str) -> list[str]:
    """The blocks of that language in the guide."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def ran(folder: Path, *command: str) -> str:
    """What a command prints in the copy; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def put(file: Path, block: str) -> None:
    """Write a block into a file, in the place of its first line, which the file has."""
    first = block.partition("\n")[0] + "\n"
    text = file.read_text(encoding="utf-8")
    assert text.count(first) == 1, first
    file.write_text(text.replace(first, block), encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the game of the guide."""
    folder = tmp_path_factory.mktemp("project") / "copy"
    ignored = shutil.ignore_patterns(".*", "data", "out", "*.egg-info")
    shutil.copytree(ROOT, folder, ignore=ignored)
    game, card = blocks("python")
    (folder / "engine/variants/rook_halma.py").write_text(game, encoding="utf-8")
    put(folder / "bot/words/rules.py", card)
    for catalogue in (folder / "bot/words/locale").glob("*.po"):  # German stands for each language
        said = catalogue.read_text(encoding="utf-8").rstrip()
        catalogue.write_text(f"{said}\n\n{blocks('po')[0]}", encoding="utf-8")
    (folder / "tests/engine/cases/rook-halma.txt").write_text(blocks("text")[0], encoding="utf-8")
    return folder


def test_what_the_guide_has_written_is_in_order(project: Path) -> None:
    files = ("engine/variants/rook_halma.py", "bot/words/rules.py")
    ran(project, "ruff", "format", "--check", *files)
    ran(project, "ruff", "check", *files)
    ran(project, "mypy", "--no-incremental", files[0])


def test_the_command_for_the_case_file_prints_what_the_guide_shows(project: Path) -> None:
    printed = ran(project, "tools", "case-file", "rook-halma").splitlines()
    shown = blocks("text")[0].splitlines()
    assert printed[:2] == shown[1:3]
    assert printed[2:4] == ["game", '[Game "rook-halma"]']
    length = ran(project, "tools", "lengths", "rook-halma", "--games", "1")
    assert re.fullmatch(r' {4}"rook-halma": Length\(\d+, \d+, \d+\),\n', length)


def test_the_tests_that_are_run_for_each_game_pass_for_the_new_one(project: Path) -> None:
    files = [
        str(file.relative_to(project))
        for folder in ("engine", "render", "bot", "e2e")
        for file in sorted((project / "tests" / folder).rglob("test_*.py"))
        if _OF_EACH_GAME.search(file.read_text(encoding="utf-8"))
    ]
    told = ran(project, "pytest", "-q", "-k", "rook-halma", "-p", "no:cacheprovider", *files)
    passed = re.search(r"(\d+) passed", told)
    assert passed is not None
    assert int(passed[1]) >= 50


def test_the_tests_that_speak_of_all_games_pass_with_the_new_one(project: Path) -> None:
    languages = " or ".join(f"[{language}]" for language in LANGUAGES[:2])
    # The other languages have its card in German.
    chosen = f"rook-halma or {languages} or not ["  # what is run for each game is run for this one
    ran(project, "pytest", "-q", "-k", chosen, "-p", "no:cacheprovider", *OF_ALL_GAMES)
