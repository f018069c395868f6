"""What the bot must be allowed in a channel, and how to say what is missing."""

from __future__ import annotations

import discord

from bot.service.server.places import Here
from bot.views.reply import Refused
from bot.words import Words, mark

NEEDED = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "embed_links": mark("Embed Links"),
    "attach_files": mark("Attach Files"),
    "read_message_history": mark("Read Message History"),
}
"""Permissions as Discord's clients name them."""
FOR_THREADS = {
    "create_public_threads": mark("Create Public Threads"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
}
"""What it takes besides to give each game a thread."""
NO_THREADS = mark(
    "This server wants a thread for each game, but I cannot open one here: I lack {permissions}. "
    "I post in the channel instead."
)
CANNOT_POST = mark(
    "I cannot post here: in this channel I lack {permissions}. "
    "Somebody who manages the server can grant it; then `/board` posts what is owed."
)


SERVER_ONLY = mark(
    "A game needs a channel in which I may post its boards: begin it in a server that I am in."
)
NOT_INSTALLED = mark(
    "I am not in this server, so I could not post the boards here. Somebody who manages it can add "
    "me; until then, begin the game in a server that I am in."
)


NOT_MANAGER = mark("Only the managers of this server can do that.")


def must_manage(interaction: discord.Interaction) -> None:
    """Refused to whoever may not manage the server, whatever Discord lets them see."""
    if not interaction.permissions.manage_guild:
        raise Refused(NOT_MANAGER)


def must_be_installed(interaction: discord.Interaction) -> None:
    """Refused where no game can be begun: outside of servers, or in one that the bot is not in."""
    if interaction.guild_id is None:
        raise Refused(SERVER_ONLY)
    if _borrowed(interaction):
        raise Refused(NOT_INSTALLED)


def playable(interaction: discord.Interaction) -> bool:
    """Whether games are played where the interaction is: in a server that the bot is in."""
    return interaction.guild_id is not None and not _borrowed(interaction)


def visiting(interaction: discord.Interaction) -> bool:
    """Whether only the person has brought the bot here: into a group message, or a server without it."""
    if interaction.guild_id is None:
        return not interaction.context.dm_channel
    return _borrowed(interaction)


def _borrowed(interaction: discord.Interaction) -> bool:
    """Whether only the person has installed the bot, and not the server."""
    return interaction.is_user_integration() and not interaction.is_guild_integration()


def missing(interaction: discord.Interaction) -> list[str]:
    """The permissions that the bot lacks in the channel of an interaction."""
    if interaction.guild_id is None:
        return []
    thread = isinstance(interaction.channel, discord.Thread)
    other = "send_messages" if thread else "send_messages_in_threads"
    have = interaction.app_permissions
    return [name for name in NEEDED if name != other and not getattr(have, name)]


def parent(interaction: discord.Interaction) -> int | None:
    """The channel of which the interaction's channel is a thread."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def here(interaction: discord.Interaction) -> Here | None:
    """Where the interaction is, if the bot may post there; None in a direct message."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    if _borrowed(interaction) or missing(interaction):
        return None
    return Here(interaction.guild_id, interaction.channel_id, parent(interaction))


def without_thread(interaction: discord.Interaction) -> list[str]:
    """The permissions that the bot lacks to open threads in this channel."""
    have = interaction.app_permissions
    return [name for name in FOR_THREADS if not getattr(have, name)]


def named(words: Words, permissions: list[str]) -> str:
    """The permissions in words."""
    known = {**NEEDED, **FOR_THREADS}
    return ", ".join(f"**{words.say(known[name])}**" for name in permissions)
