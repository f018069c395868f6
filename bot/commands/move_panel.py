"""Move panel: an ephemeral message in which a move is chosen step by step.

    moves    button on a board       -> a new panel at its first step
    step     button in the panel     -> the step whose key is in the custom id
    play     button in the panel     -> plays the move
    choose   button of a question about an ambiguous move   -> plays the move
    close    button in the panel     -> plays nothing

The panel stays one message. If the match has continued in the meantime, the panel says so and
starts over.
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
    """Handle the Move button; even on an old board it opens the newest board's panel."""
    return await _panel(call, control)


@handles("step", edits=True)
async def turn_page(call: Call, control: Control) -> Reply:
    """Handle a button that leads to another step; errors appear in the panel."""
    try:
        return await _panel(call, control)
    except MatchError as error:
        return await call.app.explain(error, call.said, call.player)


@handles("play", edits=True)
async def play(call: Call, control: Control) -> Reply:
    """Handle the play button; idempotent, a second press reports the same move."""
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
    """Play a move chosen in a public question, where no panel may be shown."""
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
    """Handle the Cancel button."""
    return Reply(call.said.say("Nothing was played."))


async def _panel(call: Call, control: Control) -> Reply:
    """Show the panel at the component's step, or start over if the match has moved on."""
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
        asks = (await player_settings.of(tx, player)).confirm_taps
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
    """Return the lines above the question.

    They say that the match has moved on, which moves are forced, and how the panel works on first
    use.
    """
    lines = [
        news,
        said.say("The game has moved on. This is the board now.") if stale else None,
        forced(said, view),
    ]
    return "\n".join(line for line in lines if line) or None


async def _played(tx: Tx, match: Match, player: int, control: Control) -> Played | None:
    """Return what this button has played if the player pressed it before, else None."""
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
