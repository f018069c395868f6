"""`/move`: parse and play a move, or ask for confirmation."""

from functools import partial

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import game_picker
from bot.dialogs.permissions import current_channel
from bot.dialogs.typed_move import (
    FindMatch,
    NeedsConfirmation,
    confirmation_question,
    confirmation_reply,
    make_move,
    split_game_number,
)
from bot.i18n.translator import N_
from bot.registry import Option, command, game_action
from bot.service.errors import NotYourTurn
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.models import Match
from bot.views import discord_limits, move_autocomplete
from bot.views.reply import Reply, UserError

COMMAND_INSTEAD = {
    "resign": "game resign",
    "draw": "game draw",
    "abort": "game abort",
    "undo": "game takeback",
    "takeback": "game takeback",
    "pause": "game pause",
    "help": "help",
    "how": "help",
    "rules": "rules",
    "show": "board",
    "board": "board",
}
"""Words typed in place of a move, with the command that the player probably wants."""
NOT_A_MOVE = N_("That is not a move. Use {command} instead.")


@game_action("move")
async def move_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Play the move in `more`, or ask for confirmation."""
    return await _play_typed(ctx, match, more)


async def _play_typed(ctx: CommandContext, match: int | FindMatch, text: str) -> Reply:
    try:
        played = await ctx.write(
            make_move, match, text=text, place=current_channel(ctx), typed=True, **ctx.actor
        )
    except NeedsConfirmation as asked:
        return await confirmation_question(ctx, asked, ctx.t, ctx.player)
    return await confirmation_reply(ctx, played)


async def movable_games(ctx: CommandContext, game: str | None) -> list[Match]:
    """Return the matches that await this player's move, for autocomplete."""
    player = ctx.player
    if game:
        candidates = [await ctx.read(lifecycle.load, game_picker.parse_game_number(game))]
    else:
        try:
            candidates = await ctx.read(game_picker.awaiting_move, player, ctx.channel)
        except (NotYourTurn, UserError):
            return []
    return [match for match in candidates if match.to_move == player]


async def moves_like(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `move` option over all candidate matches."""
    game: str | None = ctx.interaction.namespace.game
    named_game, typed = split_game_number(typed)
    if not game and named_game is not None:
        game = str(named_game)
    candidates = await movable_games(ctx, game)
    share = max(1, discord_limits.CHOICES // max(1, len(candidates)))
    offers: dict[str, str] = {}
    for match in candidates:
        several = len(candidates) > 1 or named_game is not None
        prefix = f"#{match.id} " if several else ""
        offers |= move_autocomplete.suggest(
            ctx.t, match.variant, match.position, typed, prefix, share
        )
    return offers


@command(
    "move",
    locale_str("Make your move"),
    move=Option(
        locale_str("From and to, e.g. II,3-IV,5, or a drop, e.g. circle I,4"),
        autocomplete=moves_like,
    ),
    game=game_picker.game_option(game_picker.awaiting_move),
)
async def move_command(
    ctx: CommandContext, move: app_commands.Range[str, 1, 200], game: str | None = None
) -> Reply:
    """Handle the `/move` command."""
    named_game, text = split_game_number(move)
    if named_game is not None:
        ctx.must_see(named_game)
        return await move_action(ctx, named_game, text)
    text = " ".join(text.split())
    if instead := COMMAND_INSTEAD.get(text.casefold().strip(" ?!.")):
        raise UserError(NOT_A_MOVE, command=f"`/{instead}`")
    if game is None:
        try:
            return await _play_typed(ctx, partial(_only_game, ctx), text)
        except game_picker.SeveralGames:
            pass  # asks which match is meant
    picked = await game_picker.pick_game(ctx, game, "move", text, game_picker.awaiting_move)
    if isinstance(picked, Reply):
        return picked
    return await move_action(ctx, picked, text)


def _only_game(ctx: CommandContext, tx: Tx) -> tuple[int, None]:
    """Return the only match that awaits the player's move. Raises `SeveralGames`."""
    return game_picker.only_game(tx, game_picker.awaiting_move, ctx.player, ctx.channel), None
