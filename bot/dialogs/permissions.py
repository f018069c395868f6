"""Permission checks: what the bot needs in a channel, and who may use a command."""

import discord

from bot.app import CommandContext
from bot.i18n.translator import N_, Translator
from bot.invite_link import FOR_THREADS, NEEDED
from bot.service.guilds.match_channels import PostingPlace
from bot.store.outbox import outbox_rows
from bot.views.components import StaleComponent
from bot.views.reply import UserError

NO_THREADS = N_(
    "This server uses a thread for each game, but I cannot open one here because I am "
    "missing {permissions}. I will post in the channel instead."
)
CANNOT_BEGIN = N_(
    "I cannot post here: I am missing {permissions} in this channel. Ask someone who "
    "manages the server to fix that, then try again."
)
CANNOT_POST = N_(
    "I cannot post here: I am missing {permissions} in this channel. Ask someone who "
    "manages the server to fix that, then use `/game board` to post the board."
)
SERVER_ONLY = N_("A game needs a channel where I can post. Start it in a server I am in.")
NOT_INSTALLED = N_(
    "I am not in this server, so I cannot post boards here. Someone who manages it can add "
    "me; until then, start the game in a server I am in."
)
NO_CHANNEL = N_(
    "Discord has not said which channel this is, so I can't post here. Please try again."
)
NOT_MANAGER = N_("Only the managers of this server can do that.")
ROLE_TOO_HIGH = N_(
    "I cannot give {role} to anyone, because it is above my own highest role. Move my role above "
    "it in the server's settings, or choose another."
)
ROLE_OF_BOT = N_(
    "{role} belongs to a bot, an integration or everyone, so I cannot give it. Choose another role."
)
NO_ROLE_PERMISSION = N_(
    "To give {role}, I need the permission **Manage Roles**, which I do not have here. Give it to "
    "me in the server's settings, or leave the role empty."
)


def must_manage(ctx: CommandContext) -> None:
    """Raise `UserError` unless the user has Manage Server.

    The check does not rely on Discord hiding the command.
    """
    if not ctx.interaction.permissions.manage_guild:
        raise UserError(NOT_MANAGER)


def must_be_installed(ctx: CommandContext) -> None:
    """Raise `UserError` unless this is a guild that has installed the bot."""
    if ctx.guild is None:
        raise UserError(SERVER_ONLY)
    if _is_user_installed(ctx):
        raise UserError(NOT_INSTALLED)


def in_guild_with_bot(ctx: CommandContext) -> bool:
    """Return whether this interaction is in a guild that has installed the bot."""
    return ctx.guild is not None and not _is_user_installed(ctx)


def must_have_channel(ctx: CommandContext) -> int:
    """Return the interaction's channel.

    Raises `UserError` if its payload names none: the channel is an optional field.
    """
    if ctx.channel is None:
        raise UserError(NO_CHANNEL)
    return ctx.channel


def is_user_install(ctx: CommandContext) -> bool:
    """Return whether the bot is present only through the user's own installation.

    This is the case in a group DM, and in a guild that has not installed the bot.
    """
    if ctx.guild is None:
        return not ctx.interaction.context.dm_channel
    return _is_user_installed(ctx)


def _is_user_installed(ctx: CommandContext) -> bool:
    """Return whether only the user has installed the bot, not the guild."""
    return ctx.interaction.is_user_integration() and not ctx.interaction.is_guild_integration()


def must_post(ctx: CommandContext) -> None:
    """Raise `UserError` if the bot lacks a permission here; user installs need none."""
    if not is_user_install(ctx) and (lacking := missing_here(ctx)):
        raise UserError(CANNOT_BEGIN, permissions=permission_names(ctx.t, lacking))


def missing_here(ctx: CommandContext) -> list[str]:
    """Return the permissions that the bot lacks in the interaction's channel."""
    if ctx.guild is None:
        return []
    return missing_permissions(ctx.interaction.channel, ctx.interaction.app_permissions)


def missing_permissions(channel: object, have: discord.Permissions) -> list[str]:
    """Return the required permissions missing from `have` in a channel or thread."""
    other = "send_messages" if isinstance(channel, discord.Thread) else "send_messages_in_threads"
    return [name for name in NEEDED if name != other and not getattr(have, name)]


def parent_channel(ctx: CommandContext) -> int | None:
    """Return the parent channel's id if the interaction is in a thread, else None."""
    channel: object = ctx.interaction.channel
    if channel is None and ctx.channel is not None:
        channel = ctx.app.get_channel(ctx.channel)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def current_channel(ctx: CommandContext) -> PostingPlace | None:
    """Return the interaction's channel if the bot may post there, else None."""
    if ctx.guild is None or ctx.channel is None:
        return None
    if _is_user_installed(ctx) or missing_here(ctx):
        return None
    return PostingPlace(ctx.guild, ctx.channel, parent_channel(ctx))


def missing_for_threads(ctx: CommandContext) -> list[str]:
    """Return the permissions that the bot lacks to create threads in this channel."""
    have = ctx.interaction.app_permissions
    return [name for name in FOR_THREADS if not getattr(have, name)]


def obstacle_to_role(ctx: CommandContext, role_id: int) -> str | None:
    """Return the sentence that says why the bot cannot give this role; None if it can.

    Raises `StaleComponent` if the guild has no such role.
    """
    guild = ctx.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if guild is None or role is None:
        raise StaleComponent(str(role_id))
    if role.is_default() or role.managed:
        return ctx.t.translate(ROLE_OF_BOT, role=role.mention)
    if not guild.me.guild_permissions.manage_roles:
        return ctx.t.translate(NO_ROLE_PERMISSION, role=role.mention)
    if role >= guild.me.top_role:
        return ctx.t.translate(ROLE_TOO_HIGH, role=role.mention)
    return None


def permission_names(t: Translator, permissions: list[str]) -> str:
    """Return the labels of these permissions."""
    names_by_permission = {**NEEDED, **FOR_THREADS}
    return ", ".join(f"**{t.translate(names_by_permission[name])}**" for name in permissions)


async def retry_undelivered(ctx: CommandContext) -> None:
    """Retry failed messages to this channel if the bot can post here now."""
    if ctx.channel is not None and not missing_here(ctx):
        await ctx.write(outbox_rows.retry_failed, channel=ctx.channel, now=ctx.now)
