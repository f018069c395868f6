"""`/help`: how to play, pending turns, the list of commands, terms and privacy."""

from discord import AppCommandType, app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.help_reply import help_reply
from bot.dialogs.permissions import in_guild_with_bot
from bot.invite_link import REQUESTED
from bot.registry import Option, command, component_handler
from bot.views.about_page import about_page, privacy_page, terms_page
from bot.views.components import ComponentId
from bot.views.help_page import commands_page
from bot.views.help_search import Topic, matching_topics, search_page
from bot.views.reply import Reply


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


async def word_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `word` option with what can be found."""
    return {each.title: f"{each.title} · {each.path}" for each in _found(ctx, typed)}


def _found(ctx: CommandContext, typed: str) -> list[Topic]:
    commands = ctx.app.tree.get_commands(type=AppCommandType.chat_input)
    return matching_topics(ctx.t, commands, typed)


@command(
    "help",
    locale_str("How to play here"),
    word=Option(locale_str("What are you looking for?"), autocomplete=word_autocomplete),
)
async def help_command(ctx: CommandContext, word: app_commands.Range[str, 0, 100] = "") -> Reply:
    """Handle the `/help` command; with a word, list what it is about."""
    if word.strip():
        return Reply(view=search_page(ctx.t, word, _found(ctx, word)))
    guild = ctx.guild if in_guild_with_bot(ctx) else None
    return await help_reply(ctx.app, ctx.player, ctx.t, guild)
