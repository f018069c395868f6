"""`/club season`: start and stop the seasons of a club championship."""

from typing import Literal

from discord import app_commands
from discord.app_commands import locale_str

from bot.extension_api.commands import (
    CommandContext,
    Option,
    command,
    component_handler,
    game_autocomplete,
    must_manage,
    resolve_variant,
    text_channel,
)
from bot.extension_api.matches import parse_clock
from bot.extension_api.texts import N_, game_name, quote
from bot.extension_api.views import ComponentId, Reply, layout, parse_int
from bot.extensions.tournaments.dialogs.clock_option import DEFAULT_CLOCK, clock_autocomplete
from bot.extensions.tournaments.service import seasons
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.store.series_rows import series_created
from bot.extensions.tournaments.views.season_page import (
    season_list,
    series_line,
    stop_question,
)

NOT_HERE = N_("Seasons need a text channel. Use `/club season` in one.")
PERIOD_CHOICES = {
    "month": locale_str("Every month"),
    "quarter": locale_str("Every quarter"),
    "half-year": locale_str("Every six months"),
}


@command(
    "club season",
    locale_str("Show the seasons of this server, or start them for a game"),
    game=Option(
        locale_str("The game for a new championship. Leave empty to see the seasons"),
        autocomplete=game_autocomplete,
    ),
    period=Option(locale_str("How often a season begins"), PERIOD_CHOICES),
    divisions=locale_str("Whether nine players or more are split into divisions by strength"),
    name=locale_str("The name of the championship. Leave empty for the name of the game"),
    clock=Option(
        locale_str("Choose a clock, or type one, e.g. 3 days or 1d per move"),
        autocomplete=clock_autocomplete,
    ),
    rated=locale_str("Whether the games count towards the ratings"),
)
async def season_command(
    ctx: CommandContext,
    game: str = "",
    period: Literal["month", "quarter", "half-year"] = "quarter",
    divisions: bool = True,
    name: app_commands.Range[str, 0, 100] = "",
    clock: str = DEFAULT_CLOCK,
    rated: bool = True,
) -> Reply:
    """Handle the `/club season` command; with a game, start its seasons."""
    if not game.strip():
        return await list_reply(ctx)
    channel = text_channel(ctx, NOT_HERE)
    must_manage(ctx)
    rules = resolve_variant(game)
    draft = EventDraft(
        name.strip() or game_name(ctx.t, rules)[: seasons.NAME_LENGTH],
        rules.key,
        control=str(parse_clock(clock)),
        rated=rated,
    )
    series = await ctx.write(
        seasons.create_series,
        draft,
        period=period,
        divisions=divisions,
        guild=ctx.guild or 0,
        channel=channel,
        by=ctx.player,
        is_manager=True,
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    text = ctx.t.translate(
        "Sign-up for each season opens in this channel ten days before the season, which begins "
        "automatically."
    )
    return Reply(view=layout([series_line(ctx.t, series), text]))


@component_handler("seasons", about="else")
async def show_list(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that lists the seasons of the guild."""
    return await list_reply(ctx)


async def list_reply(ctx: CommandContext) -> Reply:
    """Show the series of the guild."""
    guild_series = await ctx.read(seasons.series_of_guild, ctx.guild or 0)
    manages = ctx.interaction.permissions.manage_guild
    return Reply(view=season_list(ctx.t, guild_series, manages=manages))


@component_handler("season-stop", edits=True, about="else")
async def ask_stop(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of a series to stop: ask for confirmation."""
    must_manage(ctx)
    number = parse_int(control.value)
    ctx.must_be_newer(number, "series", series_created)
    series = await ctx.read(seasons.load_series, number, ctx.guild or 0)
    return Reply(view=stop_question(ctx.t, series))


@component_handler("season-stop-now", edits=True, about="else", created=series_created)
async def stop(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that confirms stopping a series."""
    must_manage(ctx)
    series = await ctx.write(
        seasons.stop_series,
        control.subject,
        guild=ctx.guild or 0,
        by=ctx.player,
        is_manager=True,
        now=ctx.now,
    )
    text = ctx.t.translate("{name} will have no more seasons.", name=f"**{quote(series.name)}**")
    return Reply(view=layout(text))
