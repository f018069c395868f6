"""`/me settings`: one's time zone, nights, reminders and boards."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, News
from bot.service.clock.calendar import zones
from bot.service.people import settings
from bot.service.telling import reminders
from bot.store.values import Wished
from bot.views import limits
from bot.views.reminder import WISHED, wishes_in_words
from bot.views.reply import Reply
from bot.words import mark, speaker

DM_CLOSED = mark(
    "You do not accept direct messages from me. I remind you by mention where your games "
    "are instead, and cannot send daily digests. Allow direct messages in this server's "
    "privacy settings, then choose them again with `/me settings`."
)


async def choose(app: App, interaction: discord.Interaction, chosen: dict[str, Any]) -> Reply:
    """Change what is named, then show all and what comes of it."""
    player, now = interaction.user.id, app.clock()
    if chosen:
        async with app.store.write() as tx:
            await settings.change(tx, player, **chosen, now=now)
    async with app.store.read() as tx:
        wishes = await settings.of(tx, player)
        coming = await reminders.upcoming(tx, player)
    rings = settings.preview(wishes, now)
    return Reply(wishes_in_words(speaker(interaction.locale), wishes, rings, coming))


async def tell_refused(app: App, interaction: discord.Interaction) -> None:
    """Say that a direct message came back, until Discord has taken it."""
    text = speaker(interaction.locale).say(DM_CLOSED)
    await interaction.followup.send(text, ephemeral=True)
    async with app.store.write() as tx:
        await reminders.heard(tx, interaction.user.id)


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group."""
    app.news.append(News(reminders.news, tell_refused))

    @group.command(
        name="settings", description=locale_str("Your time zone, nights, reminders and boards")
    )
    @app_commands.describe(
        zone=locale_str("Your time zone, like Berlin"),
        quiet=locale_str("Hours without reminders, like 22-8 or 10pm-8am; 0-0 for none"),
        remind=locale_str("How I tell you that it is your turn"),
        vacation=locale_str("Take vacation automatically before you lose a rated game on time"),
        digest=locale_str("When to get one message a day with your turns, like 7 or 19:30; or off"),
        board=locale_str("From which side you see boards that are shown to you alone"),
        theme=locale_str("How boards look that are shown to you alone"),
        confirm=locale_str("Ask before a typed move is played"),
        taps=locale_str("Ask before a tapped move is played"),
        named=locale_str("Show my name where it is told who has solved a problem"),
        lends=locale_str("Let positions of my finished games become problems"),
    )
    @app_commands.choices(
        remind=[
            app_commands.Choice(name=locale_str("by mention where the game is"), value="channel"),
            app_commands.Choice(name=locale_str("by direct message"), value="dm"),
            app_commands.Choice(name=locale_str("not at all"), value="none"),
        ],
        board=[
            app_commands.Choice(name=locale_str("first player's side"), value="first"),
            app_commands.Choice(name=locale_str("my side"), value="mine"),
        ],
        theme=[
            app_commands.Choice(name=locale_str(name), value=key) for key, name in WISHED.items()
        ],
    )
    async def command(
        interaction: discord.Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        remind: Literal["channel", "dm", "none"] | None = None,
        vacation: bool | None = None,
        digest: app_commands.Range[str, 1, 20] | None = None,
        board: Literal["first", "mine"] | None = None,
        theme: Wished | None = None,
        confirm: bool | None = None,
        taps: bool | None = None,
        named: bool | None = None,
        lends: bool | None = None,
    ) -> None:
        changes: dict[str, Any] = {
            "zone": zone,
            "quiet": quiet,
            "remind": remind,
            "vacation": vacation,
            "digest": digest,
            "side": board,
            "theme": theme,
            "confirm": confirm,
            "taps": taps,
            "named": named,
            "lends": lends,
        }
        chosen = {name: value for name, value in changes.items() if value is not None}
        await app.serve(interaction, choose(app, interaction, chosen))

    @command.autocomplete("zone")
    async def offer_zones(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        wanted = "_".join(typed.split()).casefold()
        return [
            app_commands.Choice(name=zone, value=zone)
            for zone in zones()
            if wanted in zone.casefold()
        ][: limits.CHOICES]
