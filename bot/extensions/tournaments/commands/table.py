"""The Table button, or the Bracket button of a cup: standings as picture and text."""

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.people import Theme, board_theme
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, parse_int
from bot.extensions.tournaments.service import event_view, events
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.store.event_rows import event_created
from bot.extensions.tournaments.views.table_page import table_page


@component_handler("event-table", about="else", created=event_created)
async def show_table(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Table button: show the newest section of the user, or the first one."""
    view, theme = await ctx.read(_load, ctx, control.subject)
    return await table_page(ctx.t, view, _own_section(view, ctx.player), ctx.player, theme)


@component_handler("event-section", edits=True, about="else", created=event_created)
async def show_section(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of a section: show its standings."""
    view, theme = await ctx.read(_load, ctx, control.subject)
    stage, _, number = control.value.partition("-")
    wanted = parse_int(stage), parse_int(number)
    section = next(
        (each for each in view.sections if (each.stage, each.section) == wanted),
        _own_section(view, ctx.player),
    )
    return await table_page(ctx.t, view, section, ctx.player, theme)


def _load(tx: Tx, ctx: CommandContext, event_id: int) -> tuple[EventView, Theme]:
    event = events.load_event(tx, event_id, ctx.guild or 0)
    theme = board_theme(tx, ctx.guild, ctx.player)
    return event_view.event_view(tx, event.id), theme


def _own_section(view: EventView, player: int) -> SectionView | None:
    """Return the player's newest section, or the first section of the newest stage."""
    newest = sorted(view.sections, key=lambda each: (-each.stage, each.section))
    return next(
        (each for each in newest if player in each.entrants.values()),
        newest[0] if newest else None,
    )
