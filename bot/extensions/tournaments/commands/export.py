"""All games, points and places of a tournament as a JSON file."""

import io
import json

import discord

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.texts import quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service import events, export
from bot.extensions.tournaments.store.event_rows import event_created


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
