"""Without the folder of an extension, the bot starts and nothing of it is left behind.

`make extensions` runs all other tests in such copies.
"""

import ast
from pathlib import Path

import pytest

import bot.client
from bot import extensions
from bot.registry import COMPONENT_HANDLERS
from tests.architecture import ROOT, sources
from tests.copies import passed, without

TESTS = (
    # The process starts, connects and stops; the commands are registered.
    *(
        "tests/bot/runtime/test_process.py",
        "tests/bot/test_registry.py",
        "tests/e2e/test_welcome.py",
    ),
    # No command or button is dead: the pages and sentences name only those that exist.
    *("tests/bot/commands/test_help.py", "tests/e2e/test_server.py", "tests/test_extensions.py"),
    # The database has its tables, and those of older versions are upgraded and played on.
    *("tests/bot/store/test_schema.py", "tests/bot/store/test_upgrades.py"),
    *("tests/bot/service/privacy", "tests/bot/service/guilds", "tests/test_privacy_page.py"),
    *("tests/bot/messages/test_message_kinds.py", "tests/test_architecture.py"),
)
"""Tests that would notice the loss of an extension."""


def actions_of_the_core() -> dict[str, str]:
    """Return the actions of components that the core creates, and the files that name them."""
    found = {}
    for inside, path in sources(ROOT, ("bot",)):
        if inside.is_relative_to("bot/extensions"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "ComponentId",
                "PanelTarget",
            ):
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                found.update(
                    {word: str(inside) for word in words if isinstance(word, str) and word}
                )
    return found


def test_every_button_of_the_core_has_a_handler() -> None:
    assert bot.client.__name__  # imports all commands
    actions = actions_of_the_core()
    actions |= {
        action: "an extension"
        for extension in extensions.installed()
        for action in extension.newcomer_buttons
    }
    assert len(actions) > 40
    assert {
        action: file for action, file in actions.items() if action not in COMPONENT_HANDLERS
    } == {}


@pytest.mark.parametrize("name", extensions.names())
def test_the_bot_works_without_an_extension(name: str, tmp_path: Path) -> None:
    copy = without(name, tmp_path / "copy")
    (number,) = passed(copy, ("not test_the_bot_works_without_an_extension", *TESTS))
    assert number > 150
