"""Drop queue: several drops chosen in advance and played one per turn.

queue     button in the move panel   -> the panel in which squares are chosen in order
queued    button in that panel       -> plays the first drop if it is the player's turn; the
                                        rest become conditional moves
"""

from typing import NamedTuple

from bot.app import CommandContext
from bot.commands.board import PrivateBoard, viewpoint_of
from bot.commands.move import confirmation_reply, make_move
from bot.commands.permissions import current_channel
from bot.commands.step_panel import StepPanel
from bot.registry import component_handler
from bot.service.actions import moves
from bot.service.conditional_moves import editing
from bot.service.errors import Finished, Stale
from bot.service.match import lifecycle
from bot.service.results import PlayedMove
from bot.store import Tx
from bot.store.models import Match, Plan
from bot.views import drop_queue
from bot.views.board_post import scenery
from bot.views.components import ComponentId, StaleComponent
from bot.views.conditional_moves_panel import plan_post
from bot.views.reply import Reply
from engine import variant


class _Drops(NamedTuple):
    """A match with the player's conditional moves, or else with its board."""

    match: Match
    content: Plan | PrivateBoard


def _load(tx: Tx, ctx: CommandContext, control: ComponentId) -> _Drops:
    """Return the match to which a button belongs.

    Raises `Stale` if the player has neither conditional moves nor men to drop.
    """
    player = ctx.player
    match, plan = editing.current_plan(tx, control.subject, player=player)
    if plan is not None:
        return _Drops(match, plan)
    view = moves.view_match(tx, match)
    if not any(variant(match.variant).in_hand(view.position, lifecycle.seat_of(match, player))):
        raise Stale(match, seen=control.ply)
    return _Drops(match, PrivateBoard(view, *viewpoint_of(tx, match, player)))


async def _show(ctx: CommandContext, drops: _Drops, key: str | None) -> Reply:
    """Show the drop queue panel, or the player's existing conditional moves."""
    match, content = drops
    if isinstance(content, Plan):
        return Reply(view=plan_post(ctx.t, match, content))
    view, side, theme = content
    seat, game = lifecycle.seat_of(match, ctx.player), variant(match.variant)
    queue = drop_queue.parse_queue(game, seat, key or "")
    seen = scenery(view, side, theme)
    return await drop_queue.queue_panel(ctx.t, seen, seat, queue, match.id, view.ply)


choose_drop = StepPanel(_load, lambda drops: drops.match.ply, _show).turn_page
component_handler("queue", edits=True)(choose_drop)


@component_handler("queued", edits=True)
async def close_queue(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Done button: store the queue as conditional moves.

    If it is the player's turn, the first drop is played and only the others are stored.
    """
    try:
        stored = await ctx.write(_store_queue, ctx, control)
    except (Stale, Finished):
        return await choose_drop(ctx, control)
    if isinstance(stored, PlayedMove):
        return await confirmation_reply(ctx, stored)
    return Reply(view=plan_post(ctx.t, *stored))


def _store_queue(
    tx: Tx, ctx: CommandContext, control: ComponentId
) -> PlayedMove | tuple[Match, Plan]:
    """Play the first drop of a queue and store the others, or store all of them."""
    match = lifecycle.get_running(tx, control.subject, ply=control.ply)
    seat, game = lifecycle.seat_of(match, ctx.player), variant(match.variant)
    drops = drop_queue.parse_queue(game, seat, control.extra).drops
    if not drops:
        raise StaleComponent(control.extra)
    if match.to_move != ctx.player:
        text = drop_queue.lines(game, drops)
        return editing.save_plan(tx, match.id, text=text, ply=match.ply, **ctx.actor)
    return make_move(
        tx,
        match.id,
        text=game.format(drops[0]),
        place=current_channel(ctx),
        then=drop_queue.lines(game, drops[1:]),
        **ctx.actor,
    )
