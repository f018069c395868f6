"""The bot works without the folder of an extension, to which nothing refers.

`make extensions` runs all other tests in such copies.
"""

import ast
from pathlib import Path

import pytest

import bot.client
from bot import extension_points
from bot.registry import COMPONENT_HANDLERS
from tests.copies import passed, without
from tools.imports import ROOT, sources

pytestmark = pytest.mark.check

TESTS = {
    # The bot starts, and its buttons answer.
    "tests/e2e/test_welcome.py": "welcomed_once",
    "tests/e2e/test_server.py": "can_change_settings",
    "tests/test_extensions.py": "every_button",
    # Sentences and pages name only commands that exist.
    "tests/bot/commands/test_help.py": "every_command or list_of_all_commands",
    # The database has the tables of the other extensions, and old databases can be upgraded.
    "tests/bot/store/test_schema.py": "create_the_tables",
    "tests/bot/store/test_upgrades.py": "every_schema and (0001 or 0016)",
    "tests/bot/service/privacy/test_erasure.py": "every_column or no_column",
    "tests/test_privacy_page.py": "every_table",
    "tests/bot/messages/test_message_kinds.py": "kind",
}
"""Test files that must pass without an extension, and the tests to select in each."""


def actions_of_the_core() -> dict[str, str]:
    """Return the actions of the core's components, and the files that name them."""
    names = {}
    for inside, path in sources(ROOT, ("bot",)):
        if inside.is_relative_to("bot/extensions"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "ComponentId",
                "PanelTarget",
            ):
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                names.update(
                    {word: str(inside) for word in words if isinstance(word, str) and word}
                )
    return names


def test_every_button_of_the_core_has_a_handler() -> None:
    assert bot.client.__name__  # imports all commands
    actions = actions_of_the_core()
    actions |= {
        action: "an extension"
        for extension in extension_points.installed()
        for action in extension.newcomer_buttons
    }
    assert len(actions) > 40
    assert {
        action: file for action, file in actions.items() if action not in COMPONENT_HANDLERS
    } == {}


@pytest.mark.parametrize("name", extension_points.names())
def test_the_bot_works_without_an_extension(name: str, tmp_path: Path) -> None:
    copy = without(name, tmp_path / "copy")
    words = " or ".join(TESTS.values())
    (number,) = passed(copy, (f"({words}) and not works_without", *TESTS))
    assert number > 60
