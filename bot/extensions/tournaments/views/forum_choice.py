"""Choice of a forum for the games of an event."""

import discord

from bot.extension_api.texts import Translator
from bot.extension_api.views import ChannelSelect, ComponentId
from bot.extensions.tournaments.models import Event


def forum_select(t: Translator, event: Event) -> ChannelSelect:
    """Return the select of a forum; without a choice, each game has a thread."""
    placeholder = t.translate("Forum for games (optional)")
    control = ComponentId("event-forum", event.id)
    return ChannelSelect(control, placeholder, discord.ChannelType.forum, event.forum)
