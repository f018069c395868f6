"""Drop queue: several drops chosen at once, of which one is played at each turn.

queue     button in the move panel   -> the panel in which squares are chosen in order
queued    button in that panel       -> plays the first drop if it is the player's turn; the
                                        rest becomes conditional moves
"""

from bot.app import Call
from bot.commands.board import seen_by
from bot.commands.move import answered, make_move
from bot.commands.permissions import here
from bot.registry import handles
from bot.service.actions import moves
from bot.service.conditional_moves import editing
from bot.service.errors import Finished, Stale
from bot.service.match import lifecycle
from bot.views import drop_queue
from bot.views.board_post import scenery
from bot.views.components import Control, OldControl
from bot.views.conditional_moves_panel import plan_post
from bot.views.reply import Reply
from engine import variant


@handles("queue", edits=True)
async def choose(call: Call, control: Control) -> Reply:
    """Show the drop queue panel, or start over if the match has moved on.

    Existing conditional moves are shown instead.
    """
    async with call.read() as tx:
        match, plan = await editing.mine(tx, control.subject, player=call.player)
        seat = lifecycle.seat_of(match, call.player)
        if plan is not None:
            return Reply(view=plan_post(call.said, match, plan))
        view = await moves.view_of(tx, match)
        side, theme = await seen_by(tx, match, call.player)
    game = variant(match.variant)
    if not any(game.held(view.position, seat)):
        raise Stale(match, seen=control.ply)
    queue = drop_queue.read(game, seat, control.more if control.ply == match.ply else "")
    seen = scenery(view, side, theme)
    return await drop_queue.queue_panel(call.said, seen, seat, queue, match.id, view.ply)


@handles("queued", edits=True)
async def leave(call: Call, control: Control) -> Reply:
    """Store the queue as conditional moves; on the player's turn, play its first drop."""
    player, said = call.player, call.said
    async with call.read() as tx:
        match = await lifecycle.running(tx, control.subject)
        seat = lifecycle.seat_of(match, player)
    game = variant(match.variant)
    drops = drop_queue.read(game, seat, control.more).drops
    if not drops:
        raise OldControl(control.more)
    try:
        if match.ply != control.ply:
            raise Stale(match, seen=control.ply)
        if match.to_move == player:
            played = await make_move(
                call.app,
                player=player,
                match=match.id,
                text=game.format(drops[0]),
                ply=control.ply,
                interaction=call.interaction.id,
                place=here(call),
                then=drop_queue.lines(game, drops[1:]),
            )
            return await answered(call, played)
        async with call.write() as tx:
            plan = await editing.leave(
                tx, match.id, text=drop_queue.lines(game, drops), ply=control.ply, **call.by
            )
    except (Stale, Finished):
        return await choose(call, control)
    return Reply(view=plan_post(said, match, plan))
