"""The recipes of docs/adding-a-game.md and docs/where.md, executed in a copy.

The copy adds two games, a command, a column, settings, an optional rule, a language and a message
kind. All tests that cover them must pass, including the tests on the simulated Discord.
"""

import re
from pathlib import Path

import pytest

from tests.copies import carry_out, changes_in, check_types, copy_of_project, passed, ran, say
from tests.extensions import MISSING

ROOT = Path(__file__).resolve().parent.parent
GAME = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/where.md").read_text(encoding="utf-8")
SECTIONS = (
    "Add a command",
    "Add a column",
    "Add a language",
    "Add a setting",
    "Add an optional rule",
    "Add a kind of message",
)
"""Sections of docs/where.md that are executed."""
OF_ALL_GAMES = (
    *("tests/bot/i18n", "tests/bot/texts", "--ignore=tests/bot/i18n/test_escaping.py"),
    *("tests/engine/test_options.py", "tests/tools/test_lengths.py", "tests/e2e/test_rules.py"),
)
"""Tests that cover all games at once. Other tests are parametrized by the game's key."""
_OF_EACH_GAME = re.compile(r"VARIANTS|all_cases|courses|tests\.render\.games")
"""Text that occurs in each test file that is parametrized by the game's key."""
PROJECT_TESTS = (
    *("tests/test_architecture.py", "tests/test_privacy_page.py"),
    "tests/bot/commands/test_help.py",
    *("tests/bot/service/players", "tests/bot/service/privacy"),
    *("tests/bot/commands/test_settings_tables.py", "tests/e2e/test_new_settings.py"),
    *("tests/bot/messages/test_message_kinds.py", "tests/e2e/test_good_luck.py"),
)
"""Other tests that cover commands, columns, settings, languages or kinds of messages."""
NEW_SETTINGS = """
from tests.e2e import simulator

from bot.service.players.player_settings import load_settings, values_of
from bot.service.privacy.data_export import export_player_data
from tests.e2e.forms import shown
from tests.e2e.settings import ME, SERVER, change_settings, opened, server
from tests.e2e.table import Table, text
from tests.transactions import reading


async def test_the_new_settings_are_stored_shown_and_exported(
    table: Table, host: simulator.MemberActor
) -> None:
    assert server(table)["takebacks"] == "ask"
    form = await opened(table, table.ada, ME, "Boards, moves and privacy")
    assert "coordinates" in shown(form)["switches"], "the row is all that the form needs"
    answer = await change_settings(table, table.ada, ME, coordinates="off")
    assert "Show coordinates on boards only you see: **off**" in text(answer.response)
    with reading(table.store) as tx:
        assert values_of(load_settings(tx, table.ada.id))["coordinates"] == "off"
        (row,) = export_player_data(tx, table.ada.id, now=0)["rows"]["settings"]
    assert '"coordinates": "off"' in str(row)
    answer = await change_settings(table, host, SERVER, takebacks="never")
    assert "Takebacks: **never**" in text(answer.response)
    assert "Takebacks: if the opponent agrees → never" in text(answer.response)
    assert server(table)["takebacks"] == "never"
"""
"""A test that uses the settings of the guide."""
NEW_RULE = """
from bot.i18n.translator import translator_for
from bot.texts.game_names import game_name
from bot.texts.outcomes import ending_text
from bot.texts.rule_card import main_rules
from engine import Outcome, Position, variant
from engine.position import man

game = variant("renpaarden+majority")
print(game_name(translator_for(), game))
print(*main_rules(game)[-2:])
ending = Outcome(((0,), (1,)), "goal")
print(ending_text(translator_for(), ending, ["Ada", "Bruno"], game, None))
goal = sorted(game.seats[0].goal)
for own in (len(goal) // 2, len(goal) // 2 + 1):
    cells = bytearray(len(game.board.spots))
    for number, cell in enumerate(goal):
        cells[cell] = man(0 if number < own else 1)
    print(game.reached(game, Position(bytes(cells), 1), 0), end=" ")
"""
"""A program that shows the optional rule of the guide."""


def blocks(language: str) -> list[str]:
    """Return the code blocks in this language from docs/adding-a-game.md."""
    return re.findall(rf"```{language}\n(.*?)```", GAME, re.DOTALL)


def changes(section: str) -> list[tuple[str, str, str]]:
    """Return (language, path, text) of each block with a path in this section."""
    _, _, after = PAGE.partition(f"## {section}\n")
    body = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    return changes_in(body)


def put(file: Path, block: str) -> None:
    """Replace the line that equals the first line of the block with the whole block."""
    first = block.partition("\n")[0] + "\n"
    text = file.read_text(encoding="utf-8")
    assert text.count(first) == 1, first
    file.write_text(text.replace(first, block), encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with all additions from the pages."""
    folder = copy_of_project(tmp_path_factory.mktemp("project") / "copy")
    german = (folder / "bot/i18n/locale/de.po").read_text("utf-8")
    danish = german.replace('"Language: de\\n"', '"Language: da\\n"')
    (folder / "bot/i18n/locale/da.po").write_text(danish, "utf-8")
    for section in SECTIONS:
        carry_out(folder, changes(section))
    (folder / "tests/e2e/test_new_settings.py").write_text(NEW_SETTINGS, encoding="utf-8")
    game, card = blocks("python")
    (folder / "engine/variants/rook_halma.py").write_text(game, encoding="utf-8")
    put(folder / "bot/texts/rule_texts.py", card)
    say(folder, blocks("po")[0])
    (folder / "tests/engine/cases/rook-halma.txt").write_text(blocks("text")[0], encoding="utf-8")
    carry_out(folder, changes_in(GAME))  # Glide, which has a mover of its own
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


def test_a_setting_takes_one_edit() -> None:
    assert [path for _, path, _ in changes("Add a setting")] == [
        *("bot/service/players/player_settings.py", "bot/service/guilds/guild_settings.py")
    ]


def test_an_optional_rule_takes_its_function_its_row_and_an_entry_in_each_game() -> None:
    paths = [path for _, path, _ in changes("Add an optional rule")]
    assert paths[:2] == ["engine/rules.py", "engine/optional_rules.py"]
    assert all(path.startswith("engine/variants/") for path in paths[2:])


@pytest.mark.check
def test_code_of_the_guide_passes_ruff_and_mypy(project: Path) -> None:
    made = ("bot/messages/good_luck.py", "tests/e2e/test_good_luck.py")
    edited = [path for section in SECTIONS[3:5] for _, path, _ in changes(section)]
    games = [path for _, path, _ in changes_in(GAME) if path.endswith(".py")]
    files = ("engine/variants/rook_halma.py", *dict.fromkeys(games), *made, *edited)
    ran(project, "-m", "ruff", "format", "--check", *files)
    ran(project, "-m", "ruff", "check", *files)
    check_types(project, *files[:3], made[0])


@pytest.mark.check
def test_the_command_for_the_case_file_prints_what_the_guide_shows(project: Path) -> None:
    printed = ran(project, "-m", "tools", "case-file", "rook-halma").splitlines()
    shown = blocks("text")[0].splitlines()
    assert printed[:2] == shown[1:3]
    assert printed[2:4] == ["game", '[Game "rook-halma"]']
    length = ran(project, "-m", "tools", "lengths", "rook-halma", "--games", "1")
    assert re.fullmatch(r' {4}"rook-halma": Length\(\d+, \d+, \d+\),\n', length)


@pytest.mark.check
def test_the_optional_rule_of_the_guide_is_on_the_card_and_decides_the_game(project: Path) -> None:
    output = ran(project, "-c", NEW_RULE)
    assert output.splitlines() == [
        "Renpaarden, most of the yard",
        "You have reached your goal when, at the end of your turn, every square of it is occupied "
        "and more than half of the men in it are yours. The first to reach their goal wins.",
        "Ada has won: most of the men in the goal are theirs!",
        "False True ",
    ]


@pytest.mark.check
def test_the_tests_that_all_this_concerns_pass(project: Path) -> None:
    """Run all tests that cover the additions.

    The tests of each game run for the new game, and the tests of each language run for English and
    the new language.
    """
    of_each_game = [
        str(file.relative_to(project))
        for folder in ("engine", "render", "bot", "e2e")
        for file in sorted((project / "tests" / folder).rglob("test_*.py"))
        if _OF_EACH_GAME.search(file.read_text(encoding="utf-8"))
    ]
    chosen = (
        "rook-halma or glide or [en] or [da] or not [ and not damage and not alembic_is_imported"
    )
    chosen += " and not in_a_circle and not mentions_a_machine"
    for_the_game, of_all, of_the_column = passed(
        project,
        ("rook-halma or glide", *of_each_game),
        (chosen, *OF_ALL_GAMES, *PROJECT_TESTS),
        ("create_the_tables", "tests/bot/store/test_schema.py"),
    )
    assert for_the_game >= 110
    assert of_all >= 120
    assert of_the_column == 1
