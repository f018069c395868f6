"""`/me data`: export and erasure of personal data."""

import io
import json

import discord
from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.translator import Translator
from bot.registry import command, component_handler
from bot.service.match import lifecycle
from bot.service.privacy import erasure
from bot.service.privacy.data_export import export_player_data
from bot.store import Tx
from bot.store.models import ErasureRequest, Match
from bot.store.players import erasure_rows
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.reply import Reply


@command(
    "me data",
    locale_str("Everything I have stored about you, as a file, and how to delete it"),
    cooldown=(2, 60.0),
)
async def export(ctx: CommandContext) -> Reply:
    """Handle the `/me data` command: a private file, and a button for erasure."""
    t = ctx.t
    data = await ctx.read(export_player_data, ctx.player, now=ctx.now)
    text = json.dumps(data, ensure_ascii=False, indent=2)
    file = discord.File(io.BytesIO(text.encode()), filename="halma-data.json")
    button = Button(ComponentId("delete-data", 0), t.translate("Delete my data"))
    text = t.translate("This file holds everything I have stored about you.")
    shown: ui.File[ui.LayoutView] = ui.File(f"attachment://{file.filename}")
    return Reply(view=layout(text, shown, button_row(button)), files=[file])


@component_handler("delete-data", about="else")
async def delete(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Delete my data button: explain the consequences, ask to confirm.

    If an erasure is already scheduled, the reply says when it is due.
    """
    t, player = ctx.t, ctx.player
    request, running = await ctx.read(_load_erasure, player)
    if request is not None:
        return _erasure_text(t, request)
    lines = [
        t.translate(
            "I will delete your name, settings, block list and puzzles. In finished games, "
            "an anonymous player will take your seat, so your opponents keep those games."
        )
    ]
    if running:
        lines.append(
            t.translate_plural(
                "This will resign your {n} game in progress.",
                "This will resign your {n} games in progress.",
                len(running),
            )
        )
    lines.append(t.translate("Messages that I have posted in channels will not be deleted."))
    return _question(t, "\n".join(lines), "forget", t.translate("Delete my data"), player)


def _load_erasure(tx: Tx, player: int) -> tuple[ErasureRequest | None, list[Match]]:
    """Return the scheduled erasure or None, and the player's running matches."""
    return erasure_rows.get_erasure(tx, player), lifecycle.running_of(tx, player)


@component_handler("forget", edits=True, about="else")
async def confirm_delete(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the first confirmation: ask a second time."""
    t = ctx.t
    text = t.translate(
        "Are you sure? Your data will be deleted in seven days. Until then, you can cancel "
        "this with `/me data`; after that, it cannot be undone."
    )
    return _question(t, text, "forget-me", t.translate("Yes, delete everything"), control.subject)


@component_handler("forget-me", edits=True, about="else")
async def schedule_delete(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the second confirmation: schedule the erasure."""
    request = await ctx.write(erasure.request_erasure, ctx.player, now=ctx.now)
    return _erasure_text(ctx.t, request)


@component_handler("remember", edits=True, about="else")
async def cancel_delete(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Keep everything button: cancel the erasure."""
    await ctx.write(erasure_rows.withdraw_erasure, ctx.player)
    return Reply(ctx.t.translate("All right. Nothing will be deleted."))


def _question(t: Translator, text: str, action: str, yes: str, player: int) -> Reply:
    buttons = button_row(
        Button(ComponentId(action, player), yes, "danger"),
        Button(ComponentId("remember", player), t.translate("Keep everything")),
    )
    return Reply(view=layout(text, buttons))


def _erasure_text(t: Translator, request: ErasureRequest) -> Reply:
    text = t.translate(
        "Your data will be deleted {when}. Until then you can keep playing, and change your mind.",
        when=f"<t:{request.due_at}:R>",
    )
    keep = Button(ComponentId("remember", request.player), t.translate("Keep everything"))
    return Reply(view=layout(text, button_row(keep)))
