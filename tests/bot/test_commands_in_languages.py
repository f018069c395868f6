"""What Discord shows of the commands fits in each language, and keeps its names apart."""

from pathlib import Path

import pytest
from discord import Locale
from discord.app_commands import Command, ContextMenu, Group

from bot.client import build
from bot.store import Store, address
from bot.words import LANGUAGES, speaker

DESCRIPTION, CHOICE, MENU = 100, 100, 32
"""The most characters that Discord takes."""


def locales() -> dict[str, str]:
    """By each locale of Discord that is not spoken to in English: the language that is spoken."""
    spoken = {str(locale): speaker(locale).language for locale in Locale}
    return {locale: language for locale, language in spoken.items() if language != LANGUAGES[0]}


def test_every_language_is_one_that_people_have_set_in_discord() -> None:
    assert set(locales().values()) == set(LANGUAGES[1:])
    assert locales().get("es-ES") == locales().get("es-419")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_descriptions_and_choices_of_commands_fit(database: Path, language: str) -> None:
    words = speaker(language)
    store = await Store.open(address(database))
    try:
        tree = build(store, clock=lambda: 1_800_000_000).tree
        for command in tree.walk_commands():
            assert isinstance(command, Command | Group)
            texts = [command._locale_description or command.description]
            for option in command.parameters if isinstance(command, Command) else ():
                texts.append(option.description)
                choices = [
                    words.say(str(choice._locale_name or choice.name)) for choice in option.choices
                ]
                assert len(choices) == len(set(choices)), option.display_name
                assert all(0 < len(choice) <= CHOICE for choice in choices), choices
            for text in texts:
                assert 0 < len(words.say(str(text))) <= DESCRIPTION, text
        menus = [one for one in tree.get_commands() if isinstance(one, ContextMenu)]
        assert menus
        assert all(len(words.say(menu.name)) <= MENU for menu in menus)
    finally:
        await store.close()
