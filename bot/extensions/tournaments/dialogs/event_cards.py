"""An event as a member sees it: its card, and the preview of a draft."""

from bot.extension_api.commands import CommandContext
from bot.extension_api.transactions import Tx
from bot.extension_api.views import Reply
from bot.extensions.tournaments.dialogs.event_choice import has_forums, is_manager
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service import (
    conditions,
    draft_changes,
    event_view,
    events,
    previews,
)
from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.views.club_panel import event_card
from bot.extensions.tournaments.views.event_preview import preview_view

SIZES = (8, 16)
"""Numbers of players for which the preview estimates the games and the duration."""


async def event_reply(ctx: CommandContext, event_id: int) -> Reply:
    """Show an event as its post does, with buttons for its organiser and managers."""
    view = await ctx.read(_load_event, event_id, ctx.guild or 0)
    manages = is_manager(ctx) or view.event.organiser == ctx.player
    card = event_card(
        ctx.t, view, ctx.player, ctx.channel, manages=manages, has_forums=has_forums(ctx)
    )
    return Reply(view=card)


def _load_event(tx: Tx, event_id: int, guild: int) -> EventView:
    """Return an event of this guild. Raises `NoSuchEvent`."""
    event = events.load_event(tx, event_id, guild)
    return event_view.event_view(tx, event.id)


async def preview_reply(ctx: CommandContext, event: Event) -> Reply:
    """Show a draft, with estimates for different numbers of players."""
    most_are_new = await ctx.read(conditions.are_most_new, event, ctx.now)
    draft = draft_changes.draft_of(event)
    least, most = event.min_entrants, event.max_entrants
    sizes = sorted({least, *(size for size in SIZES if least < size < most), most})
    shown = [previews.preview(draft, size) for size in sizes]
    may = ctx.interaction.app_permissions
    view = preview_view(
        ctx.t,
        event,
        draft,
        shown,
        has_threads=may.create_public_threads and may.send_messages_in_threads,
        has_forums=has_forums(ctx),
        most_are_new=most_are_new,
    )
    return Reply(view=view)
