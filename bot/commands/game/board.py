"""`/game board`: show a board to the caller in an ephemeral reply."""

from typing import NamedTuple, cast

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import game_option, run_for_game, visible
from bot.dialogs.permissions import retry_undelivered
from bot.i18n.translator import Translator
from bot.registry import Option, command, game_action
from bot.service.actions import moves
from bot.service.players.player_settings import THEMES
from bot.service.results import MatchView
from bot.store import Tx
from bot.store.models import Theme
from bot.views import discord_limits
from bot.views.board_image import board_image, viewpoint_of
from bot.views.board_post import private_board, scenery, state_lines
from bot.views.reply import Reply


async def board_reply(
    view: MatchView, side: int, theme: Theme, t: Translator, *, reader: int, before: str = ""
) -> Reply:
    """Return a private board seen from seat `side`, with the text `before` above it."""
    image = await board_image(t, scenery(view, side, theme))
    return private_board(t, view, image, reader, before)


@game_action("board")
async def show_board(ctx: CommandContext, match: int, more: str) -> Reply:
    """Show the board of a match.

    `more` is a theme, "text" for a description in words, "mine" for the player's own side, or
    empty.
    """
    await retry_undelivered(ctx)
    view, side, theme = await ctx.read(load_board, match, ctx.player)
    if more == "mine":
        side = view.match.seat_of(ctx.player) or 0
    if more == "text":
        words = scenery(view, side, theme).describe(ctx.t)
        running = view.match.status == "running"
        state = state_lines(ctx.t, view, ctx.player) if running else ()
        return Reply(discord_limits.content("\n".join(filter(None, (*state, words)))))
    theme = cast(Theme, more) if more in THEMES else theme
    return await board_reply(view, side, theme, ctx.t, reader=ctx.player)


class PrivateBoard(NamedTuple):
    """A board with the seat and theme in which one player sees it."""

    view: MatchView
    side: int
    theme: Theme


def load_board(tx: Tx, match: int, player: int) -> PrivateBoard:
    """Return the current board of a match for a private reply to this player."""
    view = moves.view_at(tx, match)
    return PrivateBoard(view, *viewpoint_of(tx, view.match, player))


@command(
    "game board",
    locale_str("Show a board"),
    cooldown=(5, 30.0),
    game=game_option(visible),
    look=Option(
        locale_str("Theme for this board, or text only"),
        {**THEMES, "text": locale_str("text only")},
    ),
)
async def board_command(ctx: CommandContext, game: str | None = None, look: str = "") -> Reply:
    """Handle the `/game board` command."""
    return await run_for_game(ctx, game, "board", look, visible)
