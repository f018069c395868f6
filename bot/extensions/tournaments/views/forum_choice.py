"""Choice of a forum for the games of an event."""

from typing import Any

import discord
from discord import ui

from bot.extension_api.texts import Translator
from bot.extension_api.views import ComponentId
from bot.extensions.tournaments.models import Event


def forum_select(t: Translator, event: Event) -> ui.ChannelSelect[Any]:
    """Return the select of a forum; without a choice, each game has a thread."""
    chosen = discord.SelectDefaultValue(
        id=event.forum or 0, type=discord.SelectDefaultValueType.channel
    )
    return ui.ChannelSelect(
        custom_id=ComponentId("event-forum", event.id).id("s"),
        placeholder=t.translate("Forum for games (optional)"),
        channel_types=[discord.ChannelType.forum],
        min_values=0,
        default_values=[chosen] if event.forum else [],
    )
