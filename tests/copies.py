"""Copies of the project, changed as a contributor or an operator would change them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "data", "out", "*.egg-info")
)


def copy_of_project(folder: Path) -> Path:
    """Copy the project, without what git ignores, and return the folder."""
    shutil.copytree(ROOT, folder, ignore=_left_out)
    return folder


def _left_out(directory: str, found: list[str]) -> set[str]:
    kept = {"data"} if Path(directory).name == "puzzles" else set()  # the figures of the engine
    return LEFT_OUT(directory, found) - kept


def without(extension: str, folder: Path) -> Path:
    """Copy the project without an extension and its tests."""
    copy_of_project(folder)
    shutil.rmtree(folder / "bot/extensions" / extension)
    shutil.rmtree(folder / "tests/bot/extensions" / extension, ignore_errors=True)
    # Some tests ask git for the files of the project.
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(("git", *command), cwd=folder, check=True)
    return folder


def ran(folder: Path, *command: str) -> str:
    """Run Python in the copy, check that it succeeds, and return its output."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def passed(folder: Path, *runs: tuple[str, ...]) -> list[int]:
    """Run tests in the copy, in one process, and return the number passed per run."""
    asked = [["-q", "-p", "no:cacheprovider", "-k", *run] for run in runs]
    output = ran(folder, "-c", f"import pytest\nexit(any([pytest.main(run) for run in {asked}]))")
    return [int(number) for number in re.findall(r"(\d+) passed", output)]
