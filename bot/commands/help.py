"""`/help`: how to play, pending turns, the list of commands, terms and privacy."""

from typing import NamedTuple

from discord import AppCommandType
from discord.app_commands import locale_str

from bot.app import App, CommandContext
from bot.commands import variant_picker
from bot.commands.games import games
from bot.commands.permissions import in_guild_with_bot
from bot.i18n.translator import Translator
from bot.invite_link import REQUESTED
from bot.registry import command, component_handler
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.store import Tx, challenge_rows
from bot.store.models import Challenge, Match, Theme
from bot.views.about_page import about_page, privacy_page, terms_page
from bot.views.components import ComponentId
from bot.views.help_page import commands_page, help_page
from bot.views.reply import Reply
from engine import variant


async def help_reply(app: App, player: int, t: Translator, guild: int | None) -> Reply:
    """Build the help page. `guild` is None if no match can be started there."""
    waiting, asked, theme = await app.store.read(_load_help, player, guild)
    game = variant(variant_picker.FAVOURITES[0])
    return await help_page(
        t, game, can_play=guild is not None, theme=theme, waiting=waiting, pending_challenges=asked
    )


class _Help(NamedTuple):
    """The player's data on the help page: pending turns, challenges and the theme."""

    waiting: list[Match]
    asked: list[Challenge]
    theme: Theme


def _load_help(tx: Tx, player: int, guild: int | None) -> _Help:
    return _Help(
        waiting=lifecycle.waiting_for(tx, player),
        asked=challenge_rows.awaiting_answer_of(tx, player),
        theme=board_themes.theme_for_player(tx, player, guild),
    )


@component_handler("games", about="else")
async def games_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the My games button."""
    return await games(ctx)


@component_handler("commands", about="else")
async def commands_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the All commands button."""
    commands = ctx.app.tree.get_commands(type=AppCommandType.chat_input)
    return Reply(view=commands_page(ctx.t, commands))


@component_handler("about", about="else")
async def about_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that opens the page about this copy of the bot."""
    return Reply(view=about_page(ctx.t, ctx.app.operator, REQUESTED))


@component_handler("terms", about="else")
async def terms_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Terms of service button."""
    return Reply(view=terms_page(ctx.t, ctx.app.operator))


@component_handler("privacy", about="else")
async def privacy_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Privacy policy button."""
    return Reply(view=privacy_page(ctx.t, ctx.app.operator))


@command("help", locale_str("How to play here"))
async def help_command(ctx: CommandContext) -> Reply:
    """Handle the `/help` command."""
    guild = ctx.guild if in_guild_with_bot(ctx) else None
    return await help_reply(ctx.app, ctx.player, ctx.t, guild)
