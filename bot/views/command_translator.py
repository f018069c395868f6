"""Localization of the slash commands, and a digest that detects changes."""

import hashlib
import json
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.i18n.translator import CATALOGUES, LANGUAGES, translator_for


class CommandTranslator(app_commands.Translator):
    """Translates command descriptions, choices and context-menu names.

    The names of commands and options stay English, matching the help texts.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation for this locale, or None if the text stays English."""
        locations = app_commands.TranslationContextLocation
        named = context.location in {
            locations.command_name,
            locations.group_name,
            locations.parameter_name,
        }
        t = translator_for(locale)
        named = named and not isinstance(context.data, app_commands.ContextMenu)
        if named or t.language == LANGUAGES[0]:
            return None
        return t.translate(string.message)


def digest(tree: app_commands.CommandTree[Any], application: int | None) -> str:
    """Return a hash of all command data that Discord displays.

    It covers the whole catalogues instead of only the command translations, because translating all
    command data takes a tenth of a second.
    """
    shown = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([application, discord.__version__, shown], sort_keys=True)
    whole = hashlib.sha256(text.encode())
    for source in (Path(__file__), *sorted(CATALOGUES.glob("*.po"))):
        whole.update(source.read_bytes())
    return whole.hexdigest()
