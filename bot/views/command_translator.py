"""What Discord shows of the commands in each language, and whether it has been told."""

import hashlib
import json
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.i18n.translator import CATALOGUES, LANGUAGES, speaker


class Translator(app_commands.Translator):
    """Descriptions of commands in every complete language, and what stands in the menu of a person; the
    names of what is typed stay as the help spells them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The description or the name of a choice in this locale, None for what stays English."""
        place = app_commands.TranslationContextLocation
        named = context.location in {place.command_name, place.group_name, place.parameter_name}
        said = speaker(locale)
        named = named and not isinstance(context.data, app_commands.ContextMenu)
        if named or said.language == LANGUAGES[0]:
            return None
        return said.say(string.message)


def digest(tree: app_commands.CommandTree[Any], application: int | None) -> str:
    """Another one as soon as Discord would be told anything else.

    It is made of what the translations are made of, because they themselves take half a second.
    """
    shown = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([application, discord.__version__, shown], sort_keys=True)
    whole = hashlib.sha256(text.encode())
    for source in (Path(__file__), *sorted(CATALOGUES.glob("*.po"))):
        whole.update(source.read_bytes())
    return whole.hexdigest()
