"""`/game browse`: the positions of a game or record, with navigation buttons."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.extension_api.boards import board_heading, board_scenery, position_events, viewpoint_of
from bot.extension_api.commands import (
    CommandContext,
    command,
    exportable,
    game_action,
    game_option,
    run_for_game,
)
from bot.extension_api.matches import MatchView, view_at
from bot.extension_api.people import Theme
from bot.extension_api.texts import N_
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, button_row, parse_int
from bot.extensions.review.dialogs.record_import import from_file
from bot.extensions.review.dialogs.reviews import handles_review, load_review, review_source
from bot.extensions.review.views.position_view import (
    PositionView,
    file_name,
    import_button,
    position_message,
    position_text,
    position_view,
)
from bot.extensions.review.views.review_source import ReviewSource

LAST_TURN = 99_999
NO_GAME = N_(
    "You have no game to review yet. You can paste the record of a game, or use the option `record` "
    "to send it as a file."
)


async def position_at(
    ctx: CommandContext, match: int, turn: int, source: ReviewSource = ""
) -> PositionView:
    """Return the view of a game after `turn` turns, clamped to its length."""
    t = ctx.t
    if source:
        return position_view(t, await load_review(ctx, match, source), turn)
    view, (side, theme) = await ctx.read(_load_view, match, turn, ctx.player)
    current_match = view.match
    return PositionView(
        match,
        replace(board_scenery(view, side, theme), name=file_name(match, view.position.ply)),
        view.position.ply,
        current_match.turn_count,
        board_heading(t, current_match),
        position_events(t, view),
        over=current_match.status != "running",
    )


def _load_view(tx: Tx, match: int, turn: int, player: int) -> tuple[MatchView, tuple[int, Theme]]:
    """Return the view of a match after `turn` turns, and the player's viewpoint."""
    view = view_at(tx, match, turns=turn)
    return view, viewpoint_of(tx, view.match, player)


@game_action("position", menu=locale_str("Position"))
async def browse_position(ctx: CommandContext, match: int, more: str) -> Reply:
    """Show the position after `more` turns; the latest if `more` is empty."""
    turn = parse_int(more) if more else LAST_TURN
    return await position_message(ctx.t, await position_at(ctx, match, turn))


async def _parse_step(ctx: CommandContext, control: ComponentId) -> PositionView:
    return await position_at(ctx, control.subject, control.ply, review_source(control.action))


@handles_review("moment")
@handles_review("position", edits=True)
async def browse_step(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the navigation buttons."""
    return await position_message(ctx.t, await _parse_step(ctx, control))


@handles_review("position-words")
async def describe_step(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the As text button: send a description in a separate reply."""
    return position_text(ctx.t, await _parse_step(ctx, control))


@command(
    "game browse",
    locale_str("Review a game move by move, or a game record"),
    cooldown=(20, 60.0),
    game=game_option(exportable),
    move=locale_str("After which move? Leave empty for the current position"),
    record=locale_str("A file with a game record, instead of a game played here"),
)
async def position_command(
    ctx: CommandContext,
    game: str | None = None,
    move: app_commands.Range[int, 0, LAST_TURN] | None = None,
    record: discord.Attachment | None = None,
) -> Reply:
    """Handle the `/game browse` command.

    A player who has no game can import a record.
    """
    if record is not None:
        return await from_file(ctx, record)
    if game is None and not await ctx.read(exportable, ctx.player, ctx.channel):
        return Reply.of(ctx.t.translate(NO_GAME), button_row(import_button(ctx.t)))
    more = "" if move is None else str(move)
    return await run_for_game(ctx, game, "position", more, exportable)
