"""Seasons: start and stop the seasons of a club championship."""

from bot.extension_api.commands import (
    CommandContext,
    component_handler,
    must_manage,
    resolve_variant,
    text_channel,
)
from bot.extension_api.texts import N_, game_name, quote
from bot.extension_api.views import ComponentId, Reply, layout, parse_int
from bot.extensions.tournaments.dialogs.event_choice import GAMES_FOR_TWO
from bot.extensions.tournaments.service import seasons
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.store.series_rows import series_created
from bot.extensions.tournaments.views.event_form import refusal_view
from bot.extensions.tournaments.views.new_forms import read_new_form, season_form
from bot.extensions.tournaments.views.season_page import (
    season_list,
    series_line,
    stop_question,
)
from engine.suggested_rules import as_usual

NOT_HERE = N_("Seasons need a text channel. Use **Tournaments** (`/games`) in one.")


@component_handler("season-new", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the New seasons button."""
    text_channel(ctx, NOT_HERE)
    must_manage(ctx)
    again = refusal_view(ctx.t, "### " + ctx.t.translate("New seasons"), control)
    return Reply(view=again, form=season_form(ctx.t, GAMES_FOR_TWO))


@component_handler("season-form", edits=True, about="else")
async def create(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: start the seasons in this channel."""
    channel = text_channel(ctx, NOT_HERE)
    must_manage(ctx)
    given = read_new_form(control)
    rules = resolve_variant(given.game)
    draft = EventDraft(
        given.name or game_name(ctx.t, rules)[: seasons.NAME_LENGTH],
        as_usual(rules.key).key,
        control=given.control,
        rated=given.rated,
    )
    series = await ctx.write(
        seasons.create_series,
        draft,
        period=given.period,
        divisions=given.divisions,
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
