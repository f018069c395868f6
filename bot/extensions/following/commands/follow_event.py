"""Following an event: the button of its post."""

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.views import ComponentId, Reply, button_row
from bot.extensions.following.service import following_events
from bot.extensions.following.store import event_follow_rows
from bot.extensions.following.views.panels import DIGEST_ON, STOPPED, event_panel, list_button


@component_handler("follow-event", about="else")
async def start(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Follow button of an event's post."""
    news, turned_on = await ctx.write(
        following_events.follow,
        control.subject,
        ctx.t,
        player=ctx.player,
        guild=ctx.guild,
        now=ctx.now,
    )
    note = ctx.t.translate(DIGEST_ON) if turned_on else None
    return event_panel(ctx.t, control.subject, news.name, notes=(note,))


@component_handler("unfollow-event", edits=True, about="else")
async def stop(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Stop button of a followed event."""
    await ctx.write(event_follow_rows.remove_event, ctx.player, control.subject)
    return Reply.of(ctx.t.translate(STOPPED), button_row(list_button(ctx.t)))
