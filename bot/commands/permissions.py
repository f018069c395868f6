"""What the bot must be allowed in a channel, and how to say what is missing."""

from __future__ import annotations

import discord

from bot.service.server.places import Here
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
    if interaction.guild_id is None or interaction.channel_id is None or missing(interaction):
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
