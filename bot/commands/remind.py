"""`/settings`, `/remind` and `/nudge`, and the button that mutes a turn."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler, News
from bot.commands import which_game
from bot.service.clock.calendar import zones
from bot.service.people import settings
from bot.service.telling import reminders
from bot.service.values import Remind, Seen
from bot.store import Tx
from bot.views import limits
from bot.views.controls import Control
from bot.views.reminder import wishes_in_words
from bot.views.reply import Reply
from bot.words import mark, speaker
from bot.words.times import stamp

DM_CLOSED = mark(
    "You do not accept direct messages from me. I remind you by mention where your games "
    "are instead, and cannot send daily digests. Allow direct messages in this server's "
    "privacy settings, then choose them again with `/remind` or `/settings`."
)


async def wish(
    app: App,
    interaction: discord.Interaction,
    *,
    zone: str | None = None,
    quiet: str | None = None,
    remind: Remind | None = None,
    vacation: bool | None = None,
    digest: str | None = None,
    side: Seen | None = None,
    confirm: bool | None = None,
    taps: bool | None = None,
) -> Reply:
    """What `/settings` and `/remind` do: change what is named, then show all and what comes of it."""
    player, now = interaction.user.id, app.clock()
    if any(
        value is not None for value in (zone, quiet, remind, vacation, digest, side, confirm, taps)
    ):
        async with app.store.write() as tx:
            await settings.change(
                tx,
                player,
                zone=zone,
                quiet=quiet,
                remind=remind,
                vacation=vacation,
                digest=digest,
                side=side,
                confirm=confirm,
                taps=taps,
                now=now,
            )
    async with app.store.read() as tx:
        wishes = await settings.of(tx, player)
        coming = await reminders.upcoming(tx, player)
    rings = settings.preview(wishes, now)
    return Reply(wishes_in_words(speaker(interaction.locale), wishes, rings, coming))


async def nudge(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/nudge`."""
    async with app.store.write() as tx:
        at = await reminders.nudge(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("A reminder goes out {when}.", when=stamp(at)))


async def mute(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Mute this turn."""
    async with app.store.write() as tx:
        await reminders.mute(
            tx,
            control.subject,
            player=interaction.user.id,
            ply=control.ply,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("I will not remind you of this turn again."))


async def tell_refused(app: App, interaction: discord.Interaction) -> None:
    """Say once that a direct message came back."""
    async with app.store.write() as tx:
        refused = await reminders.news(tx, interaction.user.id)
    if refused:
        text = speaker(interaction.locale).say(DM_CLOSED)
        await interaction.followup.send(text, ephemeral=True)


async def _refused(tx: Tx, player: int) -> bool:
    return (await settings.of(tx, player)).refused


def install(app: App) -> None:
    """Put the commands on the tree, and the button."""
    app.controls["mute"] = Handler(mute)
    app.verbs["nudge"] = nudge
    app.news.append(News(_refused, tell_refused))
    tree = app.tree
    ways = [
        app_commands.Choice(name=locale_str("by mention where the game is"), value="channel"),
        app_commands.Choice(name=locale_str("by direct message"), value="dm"),
        app_commands.Choice(name=locale_str("not at all"), value="none"),
    ]

    @tree.command(name="remind", description=locale_str("How I tell you that it is your turn"))
    @app_commands.describe(how=locale_str("How; leave empty to see when you will be reminded"))
    @app_commands.choices(how=ways)
    async def remind_command(
        interaction: discord.Interaction, how: Literal["channel", "dm", "none"] | None = None
    ) -> None:
        await app.serve(interaction, wish(app, interaction, remind=how))

    @tree.command(name="settings", description=locale_str("Your time zone, nights and reminders"))
    @app_commands.describe(
        zone=locale_str("Your time zone, like Europe/Berlin"),
        quiet=locale_str("Hours without reminders, like 22:00-08:00; 0-0 for none"),
        remind=locale_str("How I tell you that it is your turn"),
        vacation=locale_str("Take vacation automatically before you lose a rated game on time"),
        digest=locale_str("When to get one message a day with your turns, like 7 or 19:30; or off"),
        board=locale_str("From which side you see boards that are shown to you alone"),
        confirm=locale_str("Ask before a typed move is played"),
        taps=locale_str("Ask before a tapped move is played"),
    )
    @app_commands.choices(
        remind=ways,
        board=[
            app_commands.Choice(name=locale_str("first player's side"), value="first"),
            app_commands.Choice(name=locale_str("my side"), value="mine"),
        ],
    )
    async def settings_command(
        interaction: discord.Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        remind: Literal["channel", "dm", "none"] | None = None,
        vacation: bool | None = None,
        digest: app_commands.Range[str, 1, 20] | None = None,
        board: Literal["first", "mine"] | None = None,
        confirm: bool | None = None,
        taps: bool | None = None,
    ) -> None:
        await app.serve(
            interaction,
            wish(
                app,
                interaction,
                zone=zone,
                quiet=quiet,
                remind=remind,
                vacation=vacation,
                digest=digest,
                side=board,
                confirm=confirm,
                taps=taps,
            ),
        )

    @settings_command.autocomplete("zone")
    async def offer_zones(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        wanted = "_".join(typed.split()).casefold()
        return [
            app_commands.Choice(name=zone, value=zone)
            for zone in zones()
            if wanted in zone.casefold()
        ][: limits.CHOICES]

    @tree.command(
        name="nudge", description=locale_str("Remind your opponent that it is their turn")
    )
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def nudge_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "nudge", "", which_game.to_end),
        )

    @nudge_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_end))
