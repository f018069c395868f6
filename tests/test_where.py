"""What docs/where.md says, done: its files and changes are put into a copy of the project, whose tests
of the house, the words and the schema then pass."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/where.md").read_text(encoding="utf-8")
PARTS = ("engine", "render", "bot", "tests", "tools", "docs", "deploy")
PARTS += ("pyproject.toml", "README.md", "CHANGELOG.md")


def blocks(section: str) -> list[tuple[str, str, str]]:
    """(language, path, text) of each block with a path in this section of the page."""
    _, _, after = PAGE.partition(f"## {section}\n")
    here = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", here, re.DOTALL | re.MULTILINE)


def changed(text: str, diff: str) -> str:
    """A text after a change, given as lines that stay, go (-) and come (+); they stand in it once."""
    lines = [line for line in diff.splitlines(keepends=True) if line.strip()]
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    assert text.count(before) == 1, f"the page shows lines that are not there:\n{before}"
    return text.replace(before, after)


def done(root: Path, section: str) -> None:
    """Do in a copy of the project what a section says; what it translates, in each language."""
    for language, path, text in blocks(section):
        file = root / path
        if language == "diff":
            file.write_text(changed(file.read_text("utf-8"), text), "utf-8")
        elif language == "po":
            for each in file.parent.glob("*.po"):
                each.write_text(each.read_text("utf-8").rstrip() + "\n\n" + text, "utf-8")
        else:
            assert not file.exists()
            file.write_text(text, "utf-8")


def passed(root: Path, *tests: str) -> int:
    """How many of these tests pass in a copy; all must."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", *tests],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    found = re.search(r"(\d+) passed", run.stdout)
    assert found is not None
    return int(found[1])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    ignored = shutil.ignore_patterns("*.png")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
        else:
            shutil.copy(ROOT / part, tmp_path)
    return tmp_path


def test_every_file_that_the_page_names_is_there() -> None:
    named = set(
        re.findall(r"`((?:bot|engine|render|tests|deploy|docs)/[\w./-]*?)(?::[^`]*)?`", PAGE)
    )
    made = {
        path
        for section in re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
        for _, path, _ in blocks(section)
    }
    assert len(named) > 20
    assert [name for name in sorted(named - made) if not (ROOT / name).exists()] == []


def test_a_command_a_column_and_a_language_are_added_as_the_page_says(copy: Path) -> None:
    done(copy, "Add a command")
    done(copy, "Add a column")
    german = (copy / "bot/words/locale/de.po").read_text("utf-8")
    danish = german.replace('"Language: de\\n"', '"Language: da\\n"')
    (copy / "bot/words/locale/da.po").write_text(danish, "utf-8")
    done(copy, "Add a language")
    tests = (
        "tests/test_architecture.py",
        "tests/test_privacy_page.py",
        "tests/bot/commands/test_help.py",
        "tests/bot/words/test_translations.py",
        "tests/bot/store/test_schema.py",
        "tests/bot/service/people",
        "tests/bot/service/account",
    )
    assert passed(copy, *tests) >= 40
