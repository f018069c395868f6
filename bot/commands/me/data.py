"""`/me data export` and `/me data delete`: export and erasure of personal data."""

import io
import json

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.translator import Words
from bot.registry import command, group, handles
from bot.service.match import lifecycle
from bot.service.privacy import erasure
from bot.service.privacy.data_export import dossier
from bot.store import erasure_rows
from bot.store.models import Erasure
from bot.views.components import Control, Press, layout, row
from bot.views.reply import Reply

group("me data", locale_str("What I have stored about you"), "export delete")


@command(
    "me data export",
    locale_str("Everything I have stored about you, as a file"),
    cooldown=(2, 60.0),
)
async def export(call: Call) -> Reply:
    """Handle the `/me data export` command with an ephemeral file."""
    said = call.said
    async with call.read() as tx:
        found = await dossier(tx, call.player, now=call.now)
    text = json.dumps(found, ensure_ascii=False, indent=2)
    file = discord.File(io.BytesIO(text.encode()), filename="halma-data.json")
    return Reply(said.say("This file holds everything I have stored about you."), files=[file])


@command("me data delete", locale_str("Delete your data (you confirm twice)"))
async def delete(call: Call) -> Reply:
    """Handle the `/me data delete` command: explain the consequences and ask.

    If an erasure is already scheduled, say when.
    """
    said, player = call.said, call.player
    async with call.read() as tx:
        wish = await erasure_rows.get(tx, player)
        running = await lifecycle.running_of(tx, player)
    if wish is not None:
        return _coming(said, wish)
    lines = [
        said.say(
            "I will delete your name, language, lists and puzzles. In finished games an "
            "anonymous player takes your seat, so your opponents keep those games."
        )
    ]
    if running:
        lines.append(
            said.say_n(
                "This resigns your {n} running game.",
                "This resigns your {n} running games.",
                len(running),
            )
        )
    lines.append(said.say("Messages that I have posted in channels stay where they are."))
    return _question(said, "\n".join(lines), "forget", said.say("Delete my data"), player)


@handles("forget", edits=True, about="else")
async def forget(call: Call, control: Control) -> Reply:
    """Handle the first confirmation: ask a second time."""
    said = call.said
    text = said.say(
        "Are you sure? Your data will be deleted in seven days; until then, you can stop "
        "this with `/me data delete`. After that it cannot be undone."
    )
    return _question(said, text, "forget-me", said.say("Yes, delete everything"), control.subject)


@handles("forget-me", edits=True, about="else")
async def forget_me(call: Call, control: Control) -> Reply:
    """Handle the second confirmation: schedule the erasure."""
    async with call.write() as tx:
        wish = await erasure.ask(tx, call.player, now=call.now)
    return _coming(call.said, wish)


@handles("remember", edits=True, about="else")
async def remember(call: Call, control: Control) -> Reply:
    """Handle the Keep everything button: cancel the erasure."""
    async with call.write() as tx:
        await erasure_rows.withdraw(tx, call.player)
    return Reply(call.said.say("All right. Nothing will be deleted."))


def _question(said: Words, text: str, action: str, yes: str, player: int) -> Reply:
    buttons = row(
        Press(Control(action, player), yes, "danger"),
        Press(Control("remember", player), said.say("Keep everything")),
    )
    return Reply(view=layout(text, buttons))


def _coming(said: Words, wish: Erasure) -> Reply:
    text = said.say(
        "Your data will be deleted {when}. Until then you can keep playing, and change your mind.",
        when=f"<t:{wish.due_at}:R>",
    )
    keep = Press(Control("remember", wish.player), said.say("Keep everything"))
    return Reply(view=layout(text, row(keep)))
