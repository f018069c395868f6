"""What the bot must be allowed in a channel, and how to say what is missing."""

from __future__ import annotations

import discord

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


def named(words: Words, permissions: list[str]) -> str:
    """The permissions in words."""
    return ", ".join(f"**{words.say(NEEDED[name])}**" for name in permissions)
