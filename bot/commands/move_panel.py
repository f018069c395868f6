"""The button Move on a board: a private panel in which a move is tapped, step by step.

    moves    button on a board    -> a new panel, at its first step
    step     button in the panel  -> the step whose key is in its id
    play     button in the panel  -> played
    choose   button under a typed move that could be several   -> played
    close    button in the panel  -> nothing is played

The panel is one message all the time. When the game has gone on under it, it says so and begins anew.
"""

from dataclasses import replace

from bot.app import Call
from bot.commands import drop_queue
from bot.commands.board import seen_by
from bot.commands.move import answered, make_move
from bot.commands.permissions import here
from bot.i18n.translator import Words
from bot.registry import handles
from bot.service.actions import moves
from bot.service.errors import Finished, MatchError, NotYourTurn, Stale
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.results import Made, Played, View
from bot.store import Tx
from bot.store.models import Match
from bot.views.board_post import scenery
from bot.views.components import Control
from bot.views.event_log import forced
from bot.views.move_panel import Aim, panel
from bot.views.move_steps import meant, step, token
from bot.views.reply import Reply
from engine import variant


@handles("moves")
async def open_panel(call: Call, control: Control) -> Reply:
    """The button Move; on an older board too, which opens the panel of the newest."""
    return await _panel(call, control)


@handles("step", edits=True)
async def turn_page(call: Call, control: Control) -> Reply:
    """A button that leads to another step. Why there is none, is said in the panel as well."""
    try:
        return await _panel(call, control)
    except MatchError as error:
        return await call.app.explain(error, call.said, call.player)


@handles("play", edits=True)
async def play(call: Call, control: Control) -> Reply:
    """Play the move that the button names; pressed again, it says again that it was played."""
    try:
        return await choose(call, control)
    except (Stale, Finished):
        async with call.read() as tx:
            match = await lifecycle.get(tx, control.subject)
            again = await _played(tx, match, call.player, control)
    if again is not None:
        return await answered(call, again)
    return await turn_page(call, control)


@handles("choose", edits=True)
async def choose(call: Call, control: Control) -> Reply:
    """The same for the question that anybody in the channel can see: nothing else is shown there."""
    async with call.read() as tx:
        match = await lifecycle.running(tx, control.subject)
    if match.ply != control.ply:
        raise Stale(match, seen=control.ply)
    game = variant(match.variant)
    chosen = meant(game, game.moves(game.load(match.position)), control.more)
    played = await make_move(
        call.app,
        player=call.player,
        match=match.id,
        text=game.format(chosen),
        ply=control.ply,
        interaction=call.interaction.id,
        place=here(call),
    )
    return await answered(call, played)


@handles("close", edits=True)
async def close(call: Call, control: Control) -> Reply:
    """The button Cancel."""
    return Reply(call.said.say("Nothing was played."))


async def _panel(call: Call, control: Control) -> Reply:
    """The panel at the step that the control names; at the first one if the game has gone on."""
    player, said = call.player, call.said
    async with call.read() as tx:
        match = await lifecycle.running(tx, control.subject)
        if match.to_move != player:
            seat = lifecycle.seat_of(match, player)
            if match.ply != control.ply:
                raise Stale(match, seen=control.ply)
            game = variant(match.variant)
            if not any(game.held(game.load(match.position), seat)):
                raise NotYourTurn(match, player=match.to_move)
        lifecycle.must_be_decided(match)
        view = await moves.view_of(tx, match)
        side, theme = await seen_by(tx, match, player)
        asks = (await player_settings.of(tx, player)).taps
    if match.to_move != player:
        return await drop_queue.choose(call, replace(control, more=""))
    stale = control.ply != view.ply
    seen = scenery(view, side, theme)
    game = seen.game
    news = await call.app.first_use(player, "drop" if game.drops(view.position) else "panel", said)
    shown = step(game, game.moves(view.position), "" if stale else control.more, side)
    return await panel(
        said,
        seen,
        shown,
        Aim(match.id, view.ply, asks=asks, queue="queue"),
        before=_before(said, view, stale, news),
    )


def _before(said: Words, view: View, stale: bool, news: str | None) -> str | None:
    """What is said above the question: that the game has gone on, what must be played, and to who
    sees a panel for the first time, how it goes."""
    lines = [
        news,
        said.say("The game has moved on. This is the board now.") if stale else None,
        forced(said, view),
    ]
    return "\n".join(line for line in lines if line) or None


async def _played(tx: Tx, match: Match, player: int, control: Control) -> Played | None:
    """What this button has played, if this player has pressed it before."""
    if match.ply <= control.ply:
        return None
    view = await moves.view_of(tx, match, control.ply + 1)
    for made in view.events:
        if (
            isinstance(made, Made)
            and (made.ply, made.player) == (control.ply, player)
            and token(variant(match.variant), made.move) == control.more
        ):
            return Played(match, made.move, view.position, match.outcome, repeated=True)
    return None
