"""`/help` finds commands, and the buttons that have no command, by word."""

from pathlib import Path

import pytest
from discord import AppCommandType

from bot import extension_points
from bot.client import HalmaClient
from bot.i18n.translator import LANGUAGES, translator_for
from bot.store import Store, address
from bot.views.help_search import BUTTONS, matching_topics, search_page
from tests.bot.bodies import faults

pytestmark = pytest.mark.check


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_button_and_command_is_found_by_its_words_and_exists(
    database: Path, language: str
) -> None:
    t = translator_for(language)
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        commands = tree.get_commands(type=AppCommandType.chat_input)
        known = {
            f"/{command.qualified_name}"
            for command in tree.walk_commands(type=AppCommandType.chat_input)
        }
        everything = matching_topics(t, commands, "")
        assert {topic.path for topic in everything} <= known
        labels = [
            label for each in extension_points.installed() for label in each.games_buttons.values()
        ]
        for label in (*BUTTONS, *labels):
            assert t.translate(label) in {
                topic.title for topic in matching_topics(t, commands, t.translate(label).upper())
            }
        page = search_page(t, "everything", everything)
        assert faults({"data": {"components": page.to_components()}}) == []
    finally:
        await store.close()


def test_a_word_that_means_nothing_is_repeated_without_markup() -> None:
    page = search_page(
        translator_for(), "**x** @here", matching_topics(translator_for(), [], "xyz")
    )
    [line] = [
        part["content"] for part in page.to_components()[0]["components"] if "content" in part
    ]
    assert "**" not in line
    assert "@here" not in line
