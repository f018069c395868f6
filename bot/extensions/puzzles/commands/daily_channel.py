"""`/server daily`: the channel in which the daily puzzle is posted."""

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.permissions import must_have_channel, must_manage, parent_channel
from bot.commands.server_forms import must_be_text_channels
from bot.extensions.puzzles.service import daily_post_schedule
from bot.i18n.durations import stamp
from bot.registry import command, component_handler
from bot.service.guilds import guild_settings
from bot.views.components import Button, ComponentId, button_row, layout, parse_int
from bot.views.forms import channel_field, form, radio_field
from bot.views.reply import Reply
from bot.views.settings_form import OFF, ON


@command(
    "server daily",
    locale_str("Post the daily puzzle in a channel"),
    before="abort",
    channel=locale_str("Which channel? Leave empty to see or change the setting"),
)
async def daily_channel(ctx: CommandContext, channel: discord.TextChannel | None = None) -> Reply:
    """Handle the `/server daily` command; without a channel, open the form."""
    if channel is not None:
        return await _set_channel(ctx, channel.id)
    return await _open_form(ctx)


@component_handler("daily-form", about="else")
async def reopen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button shown if Discord could not open the form in time."""
    must_manage(ctx)
    return await _open_form(ctx)


async def _open_form(ctx: CommandContext) -> Reply:
    """Open the form with the current setting. Without one, this channel is selected."""
    t = ctx.t
    chosen = (await ctx.read(guild_settings.load_settings, ctx.guild))["daily"]
    current = parent_channel(ctx) or ctx.channel
    selected = [int(chosen)] if chosen else [current] if current is not None else []
    posts = {
        ON: (t.translate("Post it every day"), ""),
        OFF: (t.translate("Do not post it"), ""),
    }
    shown = form(
        ComponentId("daily-change", 0),
        t.translate("Daily puzzle"),
        radio_field("post", t.translate("Daily puzzle"), posts, ON if chosen else OFF),
        channel_field("channel", t.translate("Channel"), "", selected, 1),
    )
    state = t.translate("The daily puzzle is not posted.")
    if chosen:
        state = t.translate("The daily puzzle is posted in {channel}.", channel=f"<#{chosen}>")
    again = Button(ComponentId("daily-form", 0), t.translate("Open the form"))
    return Reply(view=layout(state, button_row(again)), form=shown)


@component_handler("daily-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form."""
    must_manage(ctx)
    channels = control.fields.get("channel", ())
    must_be_text_channels(ctx, " ".join(channels))
    if control.fields.get("post") != (ON,):
        return await _set_channel(ctx, None)
    chosen = parse_int(channels[0]) if channels else None
    return await _set_channel(ctx, chosen or parent_channel(ctx) or must_have_channel(ctx))


async def _set_channel(ctx: CommandContext, channel: int | None) -> Reply:
    """Set the channel, or turn posts off (None), and say when the next post is due."""
    due = await ctx.write(
        daily_post_schedule.set_channel, ctx.guild or 0, channel, by=ctx.player, now=ctx.now
    )
    if due is None:
        return Reply(ctx.t.translate("The daily puzzle will no longer be posted."))
    return Reply(
        ctx.t.translate(
            "I will post the daily puzzle in {channel}, starting {when}, without "
            "mentioning anyone.",
            channel=f"<#{channel}>",
            when=stamp(due),
        )
    )
