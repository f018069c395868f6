"""The select of a forum for the games of a tournament."""

from typing import cast

import discord

from bot.extension_api.commands import NEEDED_PERMISSIONS, CommandContext, component_handler
from bot.extension_api.texts import N_
from bot.extension_api.views import ComponentId, Reply, StaleComponent, UserError, parse_int
from bot.extensions.tournaments.dialogs.event_cards import event_reply, preview_reply
from bot.extensions.tournaments.dialogs.event_choice import is_manager
from bot.extensions.tournaments.service import forums
from bot.extensions.tournaments.store.event_rows import event_created

IN_FORUMS = {
    **NEEDED_PERMISSIONS,
    "send_messages": N_("Create Posts"),
    "send_messages_in_threads": N_("Send Messages in Posts"),
}
"""Required permissions with the labels that Discord's clients use in a forum."""
CANNOT_POST = N_(
    "I cannot create posts in {channel}: I am missing {permissions} there. Ask someone who manages "
    "the server to fix that, or choose another forum."
)
MAY_NOT_POST = N_("You may not create posts in {channel}. Choose a forum in which you may.")


@component_handler("event-forum", edits=True, about="else", created=event_created)
async def choose(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of a forum, in the preview or in the card of a tournament."""
    forum = _chosen(ctx, control) if control.values else None
    event = await ctx.write(
        forums.choose_forum,
        control.subject,
        None if forum is None else forum.id,
        guild=ctx.guild or 0,
        by=ctx.player,
        is_manager=is_manager(ctx),
        now=ctx.now,
    )
    if event.status == "draft":
        return await preview_reply(ctx, event)
    return await event_reply(ctx, event.id)


def _chosen(ctx: CommandContext, control: ComponentId) -> discord.ForumChannel:
    """Return the chosen forum.

    Raises `UserError` if the bot or the user may not create posts there, and `StaleComponent` if it
    is not a forum of this guild.
    """
    guild = ctx.interaction.guild
    forum = None if guild is None else guild.get_channel(parse_int(control.value))
    if guild is None or not isinstance(forum, discord.ForumChannel):
        raise StaleComponent(control.value)
    if not forum.permissions_for(cast(discord.Member, ctx.interaction.user)).send_messages:
        raise UserError(MAY_NOT_POST, channel=forum.mention)
    have = forum.permissions_for(guild.me)
    if lacking := [label for name, label in IN_FORUMS.items() if not getattr(have, name)]:
        names = ", ".join(f"**{ctx.t.translate(label)}**" for label in lacking)
        raise UserError(CANNOT_POST, channel=forum.mention, permissions=names)
    return forum
