"""Move panel: an ephemeral message in which a move is chosen step by step.

    moves    button on a board       -> a new panel at its first step
    step     button in the panel     -> the step whose key is in the custom id
    play     button in the panel     -> plays the move
    choose   button of a question about a typed move, or of a hint   -> plays the move
    close    button in the panel     -> plays nothing

The panel stays one message. If the match has continued in the meantime, the panel says so and
starts over.
"""

from functools import partial
from typing import NamedTuple

from bot.app import CommandContext
from bot.commands import drop_queue
from bot.commands.board import PrivateBoard, viewpoint_of
from bot.commands.move import confirmation_reply, make_move
from bot.commands.permissions import current_channel
from bot.commands.step_panel import StepPanel
from bot.i18n.translator import Translator
from bot.registry import component_handler
from bot.service.actions import moves
from bot.service.errors import Finished, MatchError, NotYourTurn, Stale
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.results import MatchView, MoveEvent, PlayedMove
from bot.store import Tx
from bot.store.models import Match
from bot.texts import onboarding_hints
from bot.views.board_post import scenery
from bot.views.components import ComponentId
from bot.views.event_log import events_text, forced_move_text
from bot.views.move_panel import PanelTarget, panel
from bot.views.move_steps import move_of_token, move_token, step_of
from bot.views.reply import Reply
from engine import Move, Position, Variant, variant


@component_handler("moves")
async def open_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Move button: open a panel for the newest board, even from an old one."""
    return await PANEL.turn_page(ctx, control)


@component_handler("step", edits=True)
async def turn_page(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button that leads to another step; errors appear in the panel."""
    try:
        return await PANEL.turn_page(ctx, control)
    except MatchError as error:
        return await ctx.app.error_reply(error, ctx.t, ctx.player)


@component_handler("play", edits=True)
async def play_from_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the play button; after a double click, both presses report the move."""
    try:
        return await answer_question(ctx, control)
    except (Stale, Finished):
        again = await ctx.read(_already_played, ctx.player, control)
    if again is not None:
        return await confirmation_reply(ctx, again)
    return await turn_page(ctx, control)


@component_handler("choose", edits=True)
async def answer_question(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of a question about a typed move, or of a hint: play its move.

    The message may be public, so no panel replaces it.
    """
    played = await make_move(
        ctx,
        match=control.subject,
        text=partial(_chosen_move, token=control.extra),
        ply=control.ply,
        interaction=ctx.interaction.id,
        place=current_channel(ctx),
    )
    return await confirmation_reply(ctx, played)


def _chosen_move(game: Variant, position: Position, *, token: str) -> Move:
    return move_of_token(game, game.moves(position), token)


@component_handler("close", edits=True)
async def close_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Cancel button."""
    return Reply(ctx.t.translate("Cancelled. No move was played."))


class _Panel(NamedTuple):
    """A match whose panel is shown."""

    match: Match
    board: PrivateBoard
    confirms_taps: bool


def _load_panel(tx: Tx, ctx: CommandContext, control: ComponentId) -> _Panel:
    """Return the match if the player may move in it, or may queue drops.

    Raises `Finished`, `NotPlaying`, `HasLeft`, `Stale` or `NotYourTurn`. Raises `Undecided` if a
    partner still has to choose who takes over.
    """
    player, match = ctx.player, lifecycle.get_running(tx, control.subject)
    if match.to_move != player:
        seat = lifecycle.seat_of(match, player)
        if match.ply != control.ply:
            raise Stale(match, seen=control.ply)
        game = variant(match.variant)
        if not any(game.in_hand(game.load(match.position), seat)):
            raise NotYourTurn(match, player=match.to_move)
    lifecycle.must_not_await_partner(match)
    view = moves.view_match(tx, match)
    board = PrivateBoard(view, *viewpoint_of(tx, match, player))
    return _Panel(match, board, player_settings.load_settings(tx, player).confirm_taps)


async def _show(ctx: CommandContext, found: _Panel, key: str | None) -> Reply:
    """Show the panel at a step, or on another player's turn the drop queue panel."""
    player, t = ctx.player, ctx.t
    match, (view, side, theme), asks = found
    if match.to_move != player:
        return await drop_queue.choose_drop(ctx, ComponentId("queue", match.id, match.ply))
    seen = scenery(view, side, theme)
    game = seen.game
    drops = game.drops(view.position)
    hint = onboarding_hints.DROP if drops else onboarding_hints.PANEL
    news = await ctx.app.first_use_hint(player, hint, t)
    shown = step_of(game, game.moves(view.position), key or "", side)
    return await panel(
        t,
        seen,
        shown,
        PanelTarget(match.id, view.ply, confirms=asks, queue="queue"),
        before=_intro(t, view, key is None, news),
    )


PANEL = StepPanel(_load_panel, lambda found: found.board.view.ply, _show)


def _intro(t: Translator, view: MatchView, stale: bool, news: str | None) -> str | None:
    """Return the lines above the question, or None if there are none.

    They contain the hint `news`, a notice if the match has moved on (`stale`), the moves since the
    player's own if there are several others, and a sentence about forced moves.
    """
    lines = [
        news,
        t.translate("The game has moved on. This is the current board.") if stale else None,
        events_text(t, view) if len(view.match.players) > 2 else None,
        forced_move_text(t, view),
    ]
    return "\n".join(line for line in lines if line) or None


def _already_played(tx: Tx, player: int, control: ComponentId) -> PlayedMove | None:
    """Return the move that an earlier press of this button has played, or None."""
    match = lifecycle.load(tx, control.subject)
    if match.ply <= control.ply:
        return None
    view = moves.view_match(tx, match, control.ply + 1)
    for made in view.events:
        if (
            isinstance(made, MoveEvent)
            and (made.ply, made.player) == (control.ply, player)
            and move_token(variant(match.variant), made.move) == control.extra
        ):
            return PlayedMove(
                match, made.ply, made.move, view.position, match.outcome, repeated=True
            )
    return None
