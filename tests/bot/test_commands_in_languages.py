"""Command names and texts fit Discord's limits in every language and stay unique."""

import re
from pathlib import Path

import pytest
from discord import Locale
from discord.app_commands import Command, ContextMenu, Group

import bot.views
from bot.client import HalmaClient
from bot.i18n.durations import preset_name
from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.clock.time_control import PRESETS
from bot.store import Store, address

DESCRIPTION, CHOICE, MENU, LABEL = 100, 100, 32, 80
"""Maximum lengths allowed by Discord, in characters."""


def locales() -> dict[str, str]:
    """Return the language of each Discord locale other than English."""
    spoken = {str(locale): translator_for(locale).language for locale in Locale}
    return {locale: language for locale, language in spoken.items() if language != LANGUAGES[0]}


def test_every_language_is_one_that_discord_offers() -> None:
    assert set(locales().values()) == set(LANGUAGES[1:])
    assert locales().get("es-ES") == locales().get("es-419")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_descriptions_and_choices_of_commands_fit(database: Path, language: str) -> None:
    words = translator_for(language)
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        for command in tree.walk_commands():
            assert isinstance(command, Command | Group)
            texts = [command._locale_description or command.description]
            for option in command.parameters if isinstance(command, Command) else ():
                texts.append(option.description)
                choices = [
                    words.translate(str(choice._locale_name or choice.name))
                    for choice in option.choices
                ]
                assert len(choices) == len(set(choices)), option.display_name
                assert all(0 < len(choice) <= CHOICE for choice in choices), choices
            for text in texts:
                assert 0 < len(words.translate(str(text))) <= DESCRIPTION, text
        menus = [command for command in tree.get_commands() if isinstance(command, ContextMenu)]
        assert menus
        assert all(len(words.translate(menu.name)) <= MENU for menu in menus)
    finally:
        await store.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_buttons_and_names_of_time_controls_fit(language: str) -> None:
    words = translator_for(language)
    sources = [path.read_text("utf-8") for path in Path(bot.views.__path__[0]).rglob("*.py")]
    control = r"ComponentId\((?:[^()]|\([^()]*\))*\)"
    press = rf"Button\(\s*{control},\s*\w+\.translate\(\s*\"([^\"]+)\""
    labels = {label for text in sources for label in re.findall(press, text)}
    assert len(labels) > 20
    assert [label for label in labels if not 0 < len(words.template(label)) <= LABEL] == []
    assert all(len(preset_name(words, name, 999, 6)) <= CHOICE for name in PRESETS)
