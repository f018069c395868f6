"""What docs/adding-a-game.md says, done: two files are put into a copy of the project, and all tests of
games take them up."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def block(text: str, language: str) -> str:
    """The first block of that language in a Markdown text."""
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_game_is_added_by_the_two_files_of_the_guide(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for part in ("engine", "render", "tests/engine"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    (tmp_path / "tests" / "__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    game = tmp_path / "engine" / "variants" / "rook_halma.py"
    game.write_text(block(guide, "python"), encoding="utf-8")
    cases = tmp_path / "tests" / "engine" / "cases" / "rook-halma.txt"
    cases.write_text(block(guide, "text"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "rook-halma", "tests/engine"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    passed = re.search(r"(\d+) passed", run.stdout)
    assert run.returncode == 0, run.stdout
    assert passed is not None
    assert int(passed[1]) >= 12
