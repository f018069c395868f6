"""Watching a game: the Watch button of its menu, and the buttons of the panel."""

from bot.extension_api.commands import CommandContext, component_handler, join_thread
from bot.extension_api.matches import load_match
from bot.extension_api.views import Button, ComponentId, Reply, StaleComponent, button_row
from bot.extensions.following.models import LEVELS
from bot.extensions.following.service import watching
from bot.extensions.following.service.watching import Watching
from bot.extensions.following.store import watch_rows
from bot.extensions.following.views.panels import (
    DIGEST_ON,
    NO_THREAD,
    STOPPED,
    list_button,
    watch_panel,
)


@component_handler("watch")
async def start(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Watch button of a game's menu."""
    state = await ctx.write(watching.watch, control.subject, player=ctx.player, now=ctx.now)
    return _panel(ctx, state)


@component_handler("watch-level", edits=True, about="else")
async def change(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons of the levels.

    If Discord cannot show the player a thread of the game, they get a line a day instead.
    """
    level, note = next((each for each in LEVELS if each == control.extra), None), None
    if level is None:
        raise StaleComponent(control.extra)
    if level == "moves" and not await _joined(ctx, control.subject):
        level, note = "day", ctx.t.translate(NO_THREAD)
    state = await ctx.write(
        watching.set_level, control.subject, level, player=ctx.player, now=ctx.now
    )
    return _panel(ctx, state, note)


async def _joined(ctx: CommandContext, match_id: int) -> bool:
    """Add the player to the thread of a game that they watch.

    Returns False if they do not watch it, or cannot be added.
    """
    if await ctx.read(watch_rows.get_watch, ctx.player, match_id) is None:
        return False
    match = await ctx.read(load_match, match_id)
    return await join_thread(ctx, match.thread)


def _panel(ctx: CommandContext, state: Watching, note: str | None = None) -> Reply:
    digest = ctx.t.translate(DIGEST_ON) if state.has_turned_on else None
    return watch_panel(ctx.t, state.match, state.level, notes=(note, digest))


@component_handler("unwatch", edits=True, about="else")
async def stop(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Stop button of a watched game."""
    await ctx.write(watch_rows.remove_watch, ctx.player, control.subject)
    again = Button(ComponentId("watch", control.subject), ctx.t.translate("Watch"))
    return Reply.of(ctx.t.translate(STOPPED), button_row(again, list_button(ctx.t)))
