"""Move panel: buttons of the private message in which a match is played by taps.

    moves    button on a board, or for the next match   -> the panel at its first step
    step     button in the panel     -> the step whose key is in the custom id
    play     button in the panel     -> plays the move
    choose   button of a question about a typed move, or of a hint   -> plays the move
    undo     button in the panel, the menu or a confirmation   -> undoes the last move
    close    button in the panel     -> plays nothing

The panel stays one message (`bot.dialogs.match_panel`). If the match has continued in the
meantime, the panel says so and starts over.
"""

from dataclasses import replace
from functools import partial

from bot.app import CommandContext
from bot.dialogs.match_panel import (
    MOVED_ON,
    PanelFacts,
    after_move,
    load_panel,
    panel_facts,
    panel_reply,
)
from bot.dialogs.permissions import current_channel
from bot.dialogs.step_panel import StepPanel
from bot.dialogs.typed_move import make_move
from bot.registry import component_handler
from bot.service.actions import moves, takebacks
from bot.service.errors import Finished, MatchError, NotYourTurn, Stale
from bot.service.match import lifecycle
from bot.service.results import MoveEvent, PlayedMove
from bot.store import Tx
from bot.texts.error_messages import error_text
from bot.views.components import ComponentId
from bot.views.move_steps import move_of_token, move_token
from bot.views.reply import LivePanel, Reply
from engine import Move, Position, Variant, variant


def _load(tx: Tx, ctx: CommandContext, control: ComponentId) -> PanelFacts:
    return load_panel(tx, control.subject, ctx.player)


async def _show(ctx: CommandContext, facts: PanelFacts, key: str | None) -> Reply:
    """Show the panel at the step with this key, or at the first step for an old board."""
    note = ctx.t.translate(MOVED_ON) if key is None else None
    return await panel_reply(ctx.app, ctx.t, ctx.player, facts, key or "", note=note)


PANEL = StepPanel(_load, lambda facts: facts.view.ply, _show)


@component_handler("moves", edits="ephemeral")
async def open_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Move button: open a panel for the newest board, even from an old one.

    In a private message, the panel replaces the message and shows the match in any state.
    """
    message = ctx.interaction.message
    is_private = message is not None and message.flags.ephemeral
    load = _load if is_private else _load_for_move
    facts = await ctx.read(load, ctx, control)
    return await PANEL.show_step(ctx, facts, control)


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
    except MatchError as refused:
        return await _show_with(ctx, control, error_text(ctx.t, refused))
    if again is not None:
        return await after_move(ctx, again)
    return await turn_page(ctx, control)


@component_handler("choose", edits=True)
async def answer_question(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of a question about a typed move or of a hint: play its move.

    A private message becomes the panel. A public message stays, and the panel is a new message.
    """
    played = await ctx.write(
        make_move,
        control.subject,
        text=partial(_chosen_move, token=control.extra),
        ply=control.ply,
        place=current_channel(ctx),
        **ctx.actor,
    )
    return await after_move(ctx, played)


@component_handler("undo", edits=True)
async def undo_move(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Undo button: ask for another move, or say that it is too late."""
    try:
        await ctx.write(takebacks.undo_move, control.subject, ply=control.ply, **ctx.actor)
    except MatchError as refused:
        return await _show_with(ctx, control, error_text(ctx.t, refused))
    return await _show_with(ctx, control, ctx.t.translate("Undone. It is your turn again."))


async def _show_with(ctx: CommandContext, control: ComponentId, note: str) -> Reply:
    """Show the panel from the first step, with a sentence above it."""
    facts = await ctx.read(load_panel, control.subject, ctx.player)
    return await panel_reply(ctx.app, ctx.t, ctx.player, facts, note=note)


def _chosen_move(game: Variant, position: Position, *, token: str) -> Move:
    return move_of_token(game, game.moves(position), token)


@component_handler("close", edits=True)
async def close_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Cancel button. The next panel of the match replaces the message."""
    cancelled = Reply(ctx.t.translate("Cancelled. No move was played."))

    async def compose() -> Reply:
        return cancelled

    kept = LivePanel(
        player=ctx.player, match=control.subject, compose=compose, is_outdated=lambda _: False
    )
    return replace(cancelled, panel=kept)


def _load_for_move(tx: Tx, ctx: CommandContext, control: ComponentId) -> PanelFacts:
    """Return the facts for the panel if the player may move.

    Raises `Finished`, `NotPlaying`, `HasLeft`, `Stale` or `NotYourTurn`. Raises `Undecided` if a
    partner still has to choose who takes over.
    """
    player = ctx.player
    match = lifecycle.get_running(tx, control.subject)
    if match.to_move != player:
        lifecycle.seat_of(match, player)
        if match.ply != control.ply:
            raise Stale(match, seen=control.ply)
        raise NotYourTurn(match, player=match.to_move)
    lifecycle.must_not_await_partner(match)
    return panel_facts(tx, match, player)


def _already_played(tx: Tx, player: int, control: ComponentId) -> PlayedMove | None:
    """Return the move that an earlier press of this button played, or None."""
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
