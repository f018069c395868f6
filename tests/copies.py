"""Copies of the project, changed as a guide or an operator would change them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.patience import HANGS_AFTER

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(
    *(
        ".git",
        ".venv",
        ".*_cache",
        ".hypothesis",
        "data",
        "out",
        "dist",
        "*.egg-info",
    )
)


def copy_of_project(folder: Path) -> Path:
    """Copy the project, without what git ignores, and return the folder.

    Bytecode is copied, since compiling all modules would take longer than most tests.
    """
    shutil.copytree(ROOT, folder, ignore=_left_out)
    return folder


def _left_out(directory: str, names: list[str]) -> set[str]:
    kept = {"data"} if Path(directory).name == "puzzles" else set()  # data of the engine's figures
    return LEFT_OUT(directory, names) - kept


def without(extension: str, folder: Path) -> Path:
    """Copy the project without an extension and its tests."""
    copy_of_project(folder)
    shutil.rmtree(folder / "bot/extensions" / extension)
    shutil.rmtree(folder / "tests/bot/extensions" / extension, ignore_errors=True)
    # Some tests use git to list the project's files.
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
        timeout=HANGS_AFTER,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def check_types(folder: Path, *files: str) -> None:
    """Check the types of these files in the copy, and of files that depend on changes.

    The results of the last `make types` are used for all others.
    """
    copy_types(folder)
    ran(folder, "-m", "mypy", *files)


def copy_types(folder: Path) -> None:
    """Copy the results of the last `make types`, if there are any."""
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")


def passed(folder: Path, *runs: tuple[str, ...]) -> list[int]:
    """Run tests in the copy, in one process, and return the number passed per run."""
    asked = [["-q", "-p", "no:cacheprovider", "-k", *run] for run in runs]
    output = ran(folder, "-c", f"import pytest\nexit(any([pytest.main(run) for run in {asked}]))")
    return [int(number) for number in re.findall(r"(\d+) passed", output)]


def say(folder: Path, translations: str) -> None:
    """Append the translations to every catalogue, whatever its language."""
    for catalogue in (folder / "bot/i18n/locale").glob("*.po"):
        catalogue_text = catalogue.read_text(encoding="utf-8").rstrip()
        catalogue.write_text(f"{catalogue_text}\n\n{translations}", encoding="utf-8")


def changed(text: str, diff: str) -> str:
    """Apply a diff to the text. The context of the diff must occur exactly once."""
    lines = [line for line in diff.splitlines(keepends=True) if line.strip()]
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    assert text.count(before) == 1, f"the page shows lines that do not exist:\n{before}"
    return text.replace(before, after)


def changes_in(page: str) -> list[tuple[str, str, str]]:
    """Return (language, path, text) of each code block that has a path."""
    return re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def carry_out(root: Path, changes: list[tuple[str, str, str]]) -> None:
    """Apply these changes to a copy of the project."""
    for language, path, text in changes:
        file = root / path
        if language == "diff":
            file.write_text(changed(file.read_text("utf-8"), text), "utf-8")
        elif language == "po":
            say(root, text)
        else:
            assert not file.exists()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
