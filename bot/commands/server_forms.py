"""Forms for guild settings, behind the buttons of `/server settings`."""

import discord

from bot.app import CommandContext
from bot.commands.permissions import must_manage
from bot.commands.server import PAGES, all_settings, settings_reply
from bot.i18n.durations import invalid_time_text
from bot.registry import component_handler
from bot.service.guilds import guild_settings
from bot.views.components import ComponentId, StaleComponent, parse_int
from bot.views.reply import Reply
from bot.views.settings_form import FormRow, changed_values, settings_form


async def _rows(ctx: CommandContext, page: str) -> list[FormRow]:
    """Return the rows of a form, with the current values. Raises `StaleComponent`."""
    if page not in PAGES:
        raise StaleComponent(page)
    settings = await ctx.read(guild_settings.load_settings, ctx.guild or 0)
    rows = {name: row for name, row in all_settings().items() if row.page == page}
    return [row.as_row(ctx.t, name, settings[name]) for name, row in rows.items()]


@component_handler("server-form", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of `/server settings`: open the form."""
    must_manage(ctx)
    rows = await _rows(ctx, control.extra)
    shown = await settings_reply(ctx)
    form = settings_form(
        ctx.t,
        ComponentId("server-change", 0, extra=control.extra),
        ctx.t.translate(PAGES[control.extra]),
        rows,
    )
    return Reply(view=shown.view, form=form)


@component_handler("server-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a submitted form: apply its changes and show all settings."""
    must_manage(ctx)
    rows = await _rows(ctx, control.extra)
    changes = changed_values(control, rows)
    for row in rows:
        if row.kind in ("channel", "channels"):
            must_be_text_channels(ctx, changes.get(row.name, ""))
    errors = await ctx.write(
        guild_settings.change_settings, ctx.guild or 0, changes, by=ctx.player, now=ctx.now
    )
    return await settings_reply(ctx, [f"⚠️ {invalid_time_text(ctx.t, error)}" for error in errors])


def must_be_text_channels(ctx: CommandContext, ids: str) -> None:
    """Raise `StaleComponent` unless these are text channels of this guild."""
    guild = ctx.interaction.guild
    for channel in ids.split():
        guild_channel = None if guild is None else guild.get_channel(parse_int(channel))
        if not isinstance(guild_channel, discord.TextChannel):
            raise StaleComponent(ids)
