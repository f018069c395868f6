"""What the bot must be allowed in a channel, and how to say what is missing."""

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


def must_manage(call: Call) -> None:
    """Refused to whoever may not manage the server, whatever Discord lets them see."""
    if not call.interaction.permissions.manage_guild:
        raise Refused(NOT_MANAGER)


def must_be_installed(call: Call) -> None:
    """Refused where no game can be begun: outside of servers, or in one that the bot is not in."""
    if call.guild is None:
        raise Refused(SERVER_ONLY)
    if _borrowed(call):
        raise Refused(NOT_INSTALLED)


def playable(call: Call) -> bool:
    """Whether games are played where the interaction is: in a server that the bot is in."""
    return call.guild is not None and not _borrowed(call)


def visiting(call: Call) -> bool:
    """Whether only the person has brought the bot here: into a group message, or a server without it."""
    if call.guild is None:
        return not call.interaction.context.dm_channel
    return _borrowed(call)


def _borrowed(call: Call) -> bool:
    """Whether only the person has installed the bot, and not the server."""
    return call.interaction.is_user_integration() and not call.interaction.is_guild_integration()


def must_post(call: Call) -> None:
    """Refused where the bot lacks a permission; where it is only on a visit it needs none."""
    if not visiting(call) and (lacking := missing(call)):
        raise Refused(CANNOT_POST, permissions=named(call.said, lacking))


def missing(call: Call) -> list[str]:
    """The permissions that the bot lacks in the channel of an interaction."""
    if call.guild is None:
        return []
    return missing_in(call.interaction.channel, call.interaction.app_permissions)


def missing_in(place: object, have: discord.Permissions) -> list[str]:
    """Those that it lacks in a channel or thread, where it has these."""
    other = "send_messages" if isinstance(place, discord.Thread) else "send_messages_in_threads"
    return [name for name in NEEDED if name != other and not getattr(have, name)]


def parent(call: Call) -> int | None:
    """The channel of which the interaction's channel is a thread."""
    channel = call.interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def here(call: Call) -> Here | None:
    """Where the interaction is, if the bot may post there; None in a direct message."""
    if call.guild is None or call.channel is None:
        return None
    if _borrowed(call) or missing(call):
        return None
    return Here(call.guild, call.channel, parent(call))


def without_thread(call: Call) -> list[str]:
    """The permissions that the bot lacks to open threads in this channel."""
    have = call.interaction.app_permissions
    return [name for name in FOR_THREADS if not getattr(have, name)]


def named(words: Words, permissions: list[str]) -> str:
    """The permissions in words."""
    known = {**NEEDED, **FOR_THREADS}
    return ", ".join(f"**{words.say(known[name])}**" for name in permissions)
