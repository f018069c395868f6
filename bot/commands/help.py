"""`/help`: how to play, what awaits the player, and the list of commands."""

from discord import AppCommandType
from discord.app_commands import locale_str

from bot.app import App, Call
from bot.commands import variant_picker
from bot.commands.games import games
from bot.commands.permissions import playable
from bot.i18n.translator import Words
from bot.registry import command, handles
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.store import challenge_rows
from bot.views.components import Control
from bot.views.help_page import commands_page, help_page
from bot.views.reply import Reply
from engine import variant


async def help_reply(app: App, player: int, said: Words, guild: int | None) -> Reply:
    """Build the help page; `guild` is None where no match can be started."""
    async with app.store.read() as tx:
        waiting = await lifecycle.awaiting(tx, player)
        asked = await challenge_rows.asking(tx, player)
        theme = await board_themes.of_person(tx, player, guild)
    game = variant(variant_picker.FAVOURITES[0])
    return await help_page(
        said, game, here=guild is not None, theme=theme, waiting=waiting, asked=asked
    )


@handles("games", about="else")
async def games_button(call: Call, control: Control) -> Reply:
    """Handle the My games button."""
    return await games(call)


@handles("commands", about="else")
async def commands_button(call: Call, control: Control) -> Reply:
    """Handle the All commands button."""
    commands = call.app.tree.get_commands(type=AppCommandType.chat_input)
    return Reply(view=commands_page(call.said, commands))


@command("help", locale_str("How to play here"))
async def help_command(call: Call) -> Reply:
    """Handle the `/help` command."""
    guild = call.guild if playable(call) else None
    return await help_reply(call.app, call.player, call.said, guild)
