"""Permission checks: what the bot needs in a channel, and who may use a command."""

import discord

from bot.app import Call
from bot.i18n.translator import Words, mark
from bot.service.guilds.match_channels import Here
from bot.views.reply import Refused

NEEDED = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "embed_links": mark("Embed Links"),
    "attach_files": mark("Attach Files"),
    "read_message_history": mark("Read Message History"),
}
"""Required permissions, labelled as in Discord's clients."""
FOR_THREADS = {
    "create_public_threads": mark("Create Public Threads"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
}
"""Additional permissions required for a thread per match."""
NO_THREADS = mark(
    "This server uses a thread for each game, but I am missing {permissions} to open one "
    "here. I will post in the channel instead."
)
CANNOT_POST = mark(
    "I cannot post here: I am missing {permissions} in this channel. Someone who manages "
    "the server can grant it; then use `/board` to post the board."
)


SERVER_ONLY = mark("A game needs a channel where I can post. Start it in a server I am in.")
NOT_INSTALLED = mark(
    "I am not in this server, so I could not post the boards here. Someone who manages it "
    "can add me; until then, start the game in a server I am in."
)


NOT_MANAGER = mark("Only the managers of this server can do that.")


def must_manage(call: Call) -> None:
    """Raise `Refused` unless the user has Manage Server.

    The check does not rely on Discord hiding the command.
    """
    if not call.interaction.permissions.manage_guild:
        raise Refused(NOT_MANAGER)


def must_be_installed(call: Call) -> None:
    """Raise `Refused` unless this is a guild that has installed the bot."""
    if call.guild is None:
        raise Refused(SERVER_ONLY)
    if _borrowed(call):
        raise Refused(NOT_INSTALLED)


def playable(call: Call) -> bool:
    """Return whether matches can be played here, in a guild with the bot installed."""
    return call.guild is not None and not _borrowed(call)


def visiting(call: Call) -> bool:
    """Return whether the bot is here only through the user's own installation.

    That is in a group DM, or in a guild that has not installed the bot.
    """
    if call.guild is None:
        return not call.interaction.context.dm_channel
    return _borrowed(call)


def _borrowed(call: Call) -> bool:
    """Return whether only the user has installed the bot, not the guild."""
    return call.interaction.is_user_integration() and not call.interaction.is_guild_integration()


def must_post(call: Call) -> None:
    """Raise `Refused` if the bot lacks a permission here; user installs need none."""
    if not visiting(call) and (lacking := missing(call)):
        raise Refused(CANNOT_POST, permissions=named(call.said, lacking))


def missing(call: Call) -> list[str]:
    """Return the permissions that the bot lacks in the interaction's channel."""
    if call.guild is None:
        return []
    return missing_in(call.interaction.channel, call.interaction.app_permissions)


def missing_in(place: object, have: discord.Permissions) -> list[str]:
    """Return the required permissions missing from `have` in a channel or thread."""
    other = "send_messages" if isinstance(place, discord.Thread) else "send_messages_in_threads"
    return [name for name in NEEDED if name != other and not getattr(have, name)]


def parent(call: Call) -> int | None:
    """Return the parent channel's id if the interaction is in a thread, else None."""
    channel = call.interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def here(call: Call) -> Here | None:
    """Return the interaction's channel if the bot may post there, else None."""
    if call.guild is None or call.channel is None:
        return None
    if _borrowed(call) or missing(call):
        return None
    return Here(call.guild, call.channel, parent(call))


def without_thread(call: Call) -> list[str]:
    """Return the permissions that the bot lacks to create threads in this channel."""
    have = call.interaction.app_permissions
    return [name for name in FOR_THREADS if not getattr(have, name)]


def named(words: Words, permissions: list[str]) -> str:
    """Return the labels of these permissions."""
    known = {**NEEDED, **FOR_THREADS}
    return ", ".join(f"**{words.say(known[name])}**" for name in permissions)
