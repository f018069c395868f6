"""`/me data export` and `/me data delete`: what is stored of a person, and an end to it."""

from __future__ import annotations

import io
import json

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.service.account import erasing
from bot.service.account.data_export import dossier
from bot.service.match import state as match_state
from bot.store.values import Erasure
from bot.views.controls import Control, Press, layout, row
from bot.views.reply import Reply
from bot.words import Words, speaker


async def export(app: App, interaction: discord.Interaction) -> Reply:
    """What `/me data export` does: a file that only this person sees."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        found = await dossier(tx, interaction.user.id, now=app.clock())
    text = json.dumps(found, ensure_ascii=False, indent=2)
    file = discord.File(io.BytesIO(text.encode()), filename="halma-data.json")
    return Reply(said.say("This file holds everything that I have stored about you."), files=[file])


async def delete(app: App, interaction: discord.Interaction) -> Reply:
    """What `/me data delete` does: say what would happen, or that it will, and ask."""
    said, player = speaker(interaction.locale), interaction.user.id
    async with app.store.read() as tx:
        wish = await erasing.wish_of(tx, player)
        running = await match_state.running_of(tx, player)
    if wish is not None:
        return _coming(said, wish)
    lines = [
        said.say(
            "I would forget you: your name, language, lists and solitaires. In games that you have "
            "finished somebody without a name takes your seat, and your opponents keep them."
        )
    ]
    if running:
        lines.append(
            said.say_n(
                "You would leave {n} running game, which counts as resigning.",
                "You would leave {n} running games, which counts as resigning.",
                len(running),
            )
        )
    lines.append(said.say("Messages that I have posted in channels stay where they are."))
    return _question(said, "\n".join(lines), "forget", said.say("Delete my data"), player)


async def forget(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The first yes: ask again."""
    said = speaker(interaction.locale)
    text = said.say(
        "Are you sure? Your data will be deleted in seven days; until then, `/me data delete` "
        "can stop it. After that, nothing can be brought back."
    )
    return _question(said, text, "forget-me", said.say("Yes, delete everything"), control.subject)


async def forget_me(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The second yes."""
    async with app.store.write() as tx:
        wish = await erasing.ask(tx, interaction.user.id, now=app.clock())
    return _coming(speaker(interaction.locale), wish)


async def remember(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that stops it, before it was asked for or after."""
    async with app.store.write() as tx:
        await erasing.undo(tx, interaction.user.id)
    return Reply(speaker(interaction.locale).say("All right. Nothing will be deleted."))


def _question(said: Words, text: str, action: str, yes: str, player: int) -> Reply:
    buttons = row(
        Press(Control(action, player), yes, "danger"),
        Press(Control("remember", player), said.say("Keep everything")),
    )
    return Reply(view=layout(text, buttons))


def _coming(said: Words, wish: Erasure) -> Reply:
    text = said.say(
        "Your data will be deleted {when}. Until then you can go on as before, and change your mind.",
        when=f"<t:{wish.due_at}:R>",
    )
    keep = Press(Control("remember", wish.player), said.say("Keep everything"))
    return Reply(view=layout(text, row(keep)))


def install(app: App, parent: app_commands.Group) -> None:
    """Put the two commands into the group, and the buttons."""
    for action, act in {"forget": forget, "forget-me": forget_me, "remember": remember}.items():
        app.controls[action] = Handler(act, edits=True, about="else")
    group = app_commands.Group(
        name="data", description=locale_str("What I know about you"), parent=parent
    )

    @group.command(
        name="export", description=locale_str("All that I have stored about you, as a file")
    )
    @app_commands.checks.cooldown(2, 60.0)
    async def export_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, export(app, interaction))

    @group.command(
        name="delete", description=locale_str("Delete what I know about you; you are asked twice")
    )
    async def delete_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, delete(app, interaction))
