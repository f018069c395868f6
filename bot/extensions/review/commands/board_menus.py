"""Message commands on boards: Position, Analysis, Replay and Game record."""

import discord
from discord.app_commands import locale_str

from bot.extension_api.commands import GAME_ACTIONS, CommandContext, message_menu
from bot.extension_api.matches import posted_board
from bot.extension_api.texts import N_
from bot.extension_api.views import Reply, UserError

NOT_A_BOARD = N_(
    "That message shows no board. Choose one of my messages that shows a board, or use `/games` "
    "to find your game."
)


async def match_of(ctx: CommandContext, message: discord.Message) -> tuple[int, str]:
    """Return the match shown in a message, and the turn of its board as text.

    The next transaction checks that the player may see the match. Raises `UserError` if the message
    shows no board.
    """
    board = await ctx.read(posted_board, message.id)
    if board is None:
        raise UserError(NOT_A_BOARD)
    match, turn = board
    ctx.must_see(match)
    return match, str(turn)


@message_menu(locale_str("Position"))
async def position_menu(ctx: CommandContext, message: discord.Message) -> Reply:
    """Handle the Position message command: show the position on that board."""
    return await GAME_ACTIONS["position"](ctx, *await match_of(ctx, message))


@message_menu(locale_str("Analysis"))
async def analysis_menu(ctx: CommandContext, message: discord.Message) -> Reply:
    """Handle the Analysis message command."""
    return await GAME_ACTIONS["analysis"](ctx, (await match_of(ctx, message))[0], "")


@message_menu(locale_str("Replay"))
async def replay_menu(ctx: CommandContext, message: discord.Message) -> Reply:
    """Handle the Replay message command."""
    return await GAME_ACTIONS["replay"](ctx, (await match_of(ctx, message))[0], "")


@message_menu(locale_str("Game record"))
async def record_menu(ctx: CommandContext, message: discord.Message) -> Reply:
    """Handle the Game record message command."""
    return await GAME_ACTIONS["record"](ctx, (await match_of(ctx, message))[0], "")
