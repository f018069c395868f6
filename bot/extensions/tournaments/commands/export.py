"""`/club export`: all games, points and places of a tournament as a JSON file."""

import io
import json
from collections.abc import Sequence

import discord
from discord.app_commands import locale_str

from bot.extension_api.commands import CommandContext, Option, command, component_handler
from bot.extension_api.texts import quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply
from bot.extensions.tournaments.dialogs.event_choice import chosen_event, event_choices
from bot.extensions.tournaments.models import Event, EventStatus
from bot.extensions.tournaments.service import events, export
from bot.extensions.tournaments.store.event_rows import event_created

BEGUN: Sequence[EventStatus] = ("running", "finished", "cancelled")


async def event_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete an option for an event that has begun."""
    return await event_choices(ctx, typed, *BEGUN)


@command(
    "club export",
    locale_str("A tournament as a file: games, points, tie-breaks and places"),
    tournament=Option(locale_str("Which tournament?"), autocomplete=event_autocomplete),
)
async def export_command(ctx: CommandContext, tournament: str) -> Reply:
    """Handle the `/club export` command."""
    return await _export(ctx, await chosen_event(ctx, tournament, *BEGUN))


@component_handler("event-export", about="else", created=event_created)
async def export_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Export button of an event's card."""
    return await _export(ctx, await ctx.read(_of_guild, control.subject, ctx.guild))


def _of_guild(tx: Tx, event_id: int, guild: int | None) -> Event:
    return events.load_event(tx, event_id, guild or 0)


async def _export(ctx: CommandContext, event: Event) -> Reply:
    """Return the exported file."""
    exported = await ctx.read(export.export_event, event.id)
    data = json.dumps(exported, ensure_ascii=False, indent=1).encode()
    file = discord.File(io.BytesIO(data), filename=f"halma-tournament-{event.id}.json")
    return Reply(ctx.t.translate("Here is {name}.", name=quote(event.name)), files=[file])
