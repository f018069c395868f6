"""The recipes of docs/adding-a-game.md and docs/where.md, executed in a copy.

The new game, command, column, language and kind of message work. The tests that cover them pass,
including those in the simulated Discord.
"""

import re
from pathlib import Path

import pytest

from tests.copies import copy_of_project, passed, ran
from tests.extensions import MISSING

ROOT = Path(__file__).resolve().parent.parent
GAME = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/where.md").read_text(encoding="utf-8")
SECTIONS = ("Add a command", "Add a column", "Add a language", "Add a kind of message")
"""Sections of docs/where.md that are executed."""
OF_ALL_GAMES = (
    *("tests/bot/i18n", "tests/bot/texts", "--ignore=tests/bot/i18n/test_escaping.py"),
    *("tests/engine/test_options.py", "tests/tools/test_lengths.py", "tests/e2e/test_rules.py"),
)
"""Tests about all games at once; others are parametrized by the game's key."""
_OF_EACH_GAME = re.compile(r"VARIANTS|all_cases|courses|tests\.render\.games")
"""Text that occurs in every test file that is parametrized by the game's key."""
PROJECT_TESTS = (
    *("tests/test_architecture.py", "tests/test_privacy_page.py"),
    *("tests/bot/commands/test_help.py", "tests/bot/store/test_schema.py"),
    *("tests/bot/service/players", "tests/bot/service/privacy"),
    *("tests/bot/messages/test_message_kinds.py", "tests/e2e/test_good_luck.py"),
)
"""Other tests that cover commands, columns, languages or kinds of messages."""


def blocks(language: str) -> list[str]:
    """Return the code blocks in this language from docs/adding-a-game.md."""
    return re.findall(rf"```{language}\n(.*?)```", GAME, re.DOTALL)


def changes(section: str) -> list[tuple[str, str, str]]:
    """Return (language, path, text) of each block with a path in this section."""
    _, _, after = PAGE.partition(f"## {section}\n")
    here = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", here, re.DOTALL | re.MULTILINE)


def put(file: Path, block: str) -> None:
    """Replace the line that equals the first line of the block with the whole block."""
    first = block.partition("\n")[0] + "\n"
    text = file.read_text(encoding="utf-8")
    assert text.count(first) == 1, first
    file.write_text(text.replace(first, block), encoding="utf-8")


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


def do(root: Path, section: str) -> None:
    """Execute a section in a copy of the project."""
    for language, path, text in changes(section):
        file = root / path
        if language == "diff":
            file.write_text(changed(file.read_text("utf-8"), text), "utf-8")
        elif language == "po":
            say(root, text)
        else:
            assert not file.exists()
            file.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with all additions from the pages."""
    folder = copy_of_project(tmp_path_factory.mktemp("project") / "copy")
    german = (folder / "bot/i18n/locale/de.po").read_text("utf-8")
    danish = german.replace('"Language: de\\n"', '"Language: da\\n"')
    (folder / "bot/i18n/locale/da.po").write_text(danish, "utf-8")
    for section in SECTIONS:
        do(folder, section)
    game, card = blocks("python")
    (folder / "engine/variants/rook_halma.py").write_text(game, encoding="utf-8")
    put(folder / "bot/texts/rule_texts.py", card)
    say(folder, blocks("po")[0])
    (folder / "tests/engine/cases/rook-halma.txt").write_text(blocks("text")[0], encoding="utf-8")
    return folder


def test_every_file_named_on_the_page_exists() -> None:
    named = set(
        re.findall(r"`((?:bot|engine|render|tests|deploy|docs)/[\w./-]*?)(?::[^`]*)?`", PAGE)
    )
    made = {
        path
        for section in re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
        for _, path, _ in changes(section)
    }
    assert len(named) > 20
    gone = tuple(f"bot/extensions/{name}/" for name in MISSING)
    kept = [name for name in sorted(named - made) if not name.startswith(gone)]
    assert [name for name in kept if not (ROOT / name).exists()] == []


def test_code_of_the_guide_passes_ruff_and_mypy(project: Path) -> None:
    made = ("bot/messages/good_luck.py", "tests/e2e/test_good_luck.py")
    files = ("engine/variants/rook_halma.py", "bot/texts/rule_texts.py", *made)
    ran(project, "-m", "ruff", "format", "--check", *files)
    ran(project, "-m", "ruff", "check", *files)
    ran(project, "-m", "mypy", "--no-incremental", files[0], made[0])


def test_the_command_for_the_case_file_prints_what_the_guide_shows(project: Path) -> None:
    printed = ran(project, "-m", "tools", "case-file", "rook-halma").splitlines()
    shown = blocks("text")[0].splitlines()
    assert printed[:2] == shown[1:3]
    assert printed[2:4] == ["game", '[Game "rook-halma"]']
    length = ran(project, "-m", "tools", "lengths", "rook-halma", "--games", "1")
    assert re.fullmatch(r' {4}"rook-halma": Length\(\d+, \d+, \d+\),\n', length)


def test_the_tests_that_all_this_concerns_pass(project: Path) -> None:
    """Run all tests that cover the additions.

    Tests of each game run for the new one, and tests of each language for English and the new one.
    """
    of_each_game = [
        str(file.relative_to(project))
        for folder in ("engine", "render", "bot", "e2e")
        for file in sorted((project / "tests" / folder).rglob("test_*.py"))
        if _OF_EACH_GAME.search(file.read_text(encoding="utf-8"))
    ]
    chosen = "rook-halma or [en] or [da] or not [ and not damage and not alembic_is_imported"
    chosen += " and not in_a_circle and not mentions_a_machine"
    for_the_game, of_all = passed(
        project, ("rook-halma", *of_each_game), (chosen, *OF_ALL_GAMES, *PROJECT_TESTS)
    )
    assert for_the_game >= 45
    assert of_all >= 120
