"""`/board`: shows a board to the player who asks, as an ephemeral reply."""

from typing import cast

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import the_game, to_see, with_game
from bot.commands.permissions import missing
from bot.i18n.translator import Words
from bot.registry import Option, command, verb
from bot.service.actions import moves
from bot.service.guilds import board_themes
from bot.service.players import player_settings
from bot.service.results import View
from bot.store import Tx, outbox_rows
from bot.store.models import Match, Theme
from bot.views.board_image import picture
from bot.views.board_post import private_board, scenery
from bot.views.player_labels import side_for
from bot.views.reply import Reply
from bot.views.theme_names import THEMES
from engine import variant
from render import describe


async def show(view: View, side: int, theme: Theme, said: Words, *, before: str = "") -> Reply:
    """Render the board as seen from a seat, after the sentence `before`."""
    return private_board(said, view, await picture(said, scenery(view, side, theme)), before)


@verb("board")
async def board(call: Call, match: int, more: str) -> Reply:
    """Game action "board"; `more` is a theme, "text", "mine" or empty."""
    await owe_again(call)
    async with call.read() as tx:
        view = await moves.view(tx, match)
        side, theme = await seen_by(tx, view.match, call.player)
    if more == "mine":
        side = view.match.seat_of(call.player) or 0
    if more == "text":
        game = variant(view.match.variant)
        return Reply(describe(game, view.position, last=view.last, side=side, say=call.said.text))
    theme = cast(Theme, more) if more in THEMES else theme
    return await show(view, side, theme, call.said)


async def seen_by(tx: Tx, match: Match, player: int) -> tuple[int, Theme]:
    """Return the seat and the theme with which a player sees a match's private boards."""
    side = side_for(match, match.seat_of(player), await player_settings.of(tx, player))
    return side, await board_themes.of_person(tx, player, match.guild)


async def owe_again(call: Call) -> None:
    """Retry undelivered messages of this channel, if the bot can post here now."""
    if call.channel is not None and not missing(call):
        async with call.write() as tx:
            await outbox_rows.retry(tx, channel=call.channel, now=call.now)


@command(
    "board",
    locale_str("Show a board"),
    cooldown=(5, 30.0),
    game=the_game(to_see),
    look=Option(
        locale_str("Theme for this time, or text only"), {**THEMES, "text": locale_str("text only")}
    ),
)
async def look_at(call: Call, game: str | None = None, look: str = "") -> Reply:
    """Handle the `/board` command."""
    return await with_game(call, game, "board", look, to_see)
