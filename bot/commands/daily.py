"""`/daily`: the figure of each day, the same for everybody, in private, and what others see of it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.solitaire_board import at_it, show, turns
from bot.service.errors import NotFound
from bot.service.people import settings
from bot.service.play import dailies, figures, solitaires
from bot.store import Tx
from bot.store.values import Solitaire
from bot.views import daily as view
from bot.views import limits
from bot.views.controls import Control, OldControl
from bot.views.reply import Refused, Reply
from bot.words import mark, speaker
from bot.words.dates import read_date
from bot.words.quoting import quote
from bot.worker import NotDone

JOB = "engine.solitaire.hints:looked_on"
SECONDS = 20.0
"""How long a search may take."""
OTHER = mark("That board is over, or it is someone else's. `/daily` shows yours.")
NO_DATE = mark("I could not read {text} as a date. Write it like `2026-11-28`, `28.11.` or `-1`.")
NO_DAY = mark("I have a problem for each day from {first} to {last}, and none for {day}.")
SERVER_ONLY = mark("Ask for this in a server: its tables name only who played there.")


async def play(app: App, interaction: discord.Interaction, moves: str, day: str) -> Reply:
    """What `/daily` does: show the problem of a day, once the turns that are typed are made."""
    which = _day(app, interaction, day)
    async with app.store.write() as tx:
        here = await _open(tx, app, interaction, which)
        if moves.strip() and here.finished_at is None:
            here = await turns(tx, app, interaction, here.problem, moves)
    return await _shown(app, interaction, here)


async def _shown(app: App, interaction: discord.Interaction, here: Solitaire) -> Reply:
    """The board, with a line on what it is to who sees one for the first time."""
    said = speaker(interaction.locale)
    news = await app.first_use(interaction.user.id, "daily", said)
    return await show(app, interaction, here, before=news or "")


def _day(app: App, interaction: discord.Interaction, typed: str) -> int:
    """The day that is meant: today, if nothing is typed."""
    today = figures.today(app.clock())
    if not typed.strip():
        return today
    read = read_date(typed, dailies.date_of(today), str(interaction.locale))
    if read is None:
        raise Refused(NO_DATE, text=quote(typed))
    return dailies.day_number(read)


async def _open(tx: Tx, app: App, interaction: discord.Interaction, day: int) -> Solitaire:
    """The problem of a day as this person left it."""
    now = app.clock()
    try:
        return await dailies.open_(tx, player=interaction.user.id, day=day, now=now)
    except NotFound:
        first, last, asked = (
            dailies.date_of(each).isoformat() for each in (figures.FIRST, figures.today(now), day)
        )
        raise Refused(NO_DAY, first=first, last=last, day=asked) from None


async def try_it(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Try it below what somebody shared, and below the post of a server."""
    if control.subject > figures.today(app.clock()):
        raise OldControl(str(control.subject))
    async with app.store.write() as tx:
        here = await _open(tx, app, interaction, control.subject)
    return await _shown(app, interaction, here)


async def restart(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Start over; pressed on an older board it only shows the newest."""
    async with app.store.write() as tx:
        here = await at_it(tx, interaction.user.id, control, OTHER)
        if len(solitaires.game(here).moves) == control.ply:
            here = await solitaires.restart(
                tx,
                player=interaction.user.id,
                problem=here.problem,
                interaction=interaction.id,
                now=app.clock(),
            )
    return await show(app, interaction, here)


async def hint(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Hint: the next turn of a way that leads to the figure."""
    here, possible, turn = await _looked_on(app, interaction, control)
    if turn is not None:
        async with app.store.write() as tx:
            here = await solitaires.note(tx, here, solitaires.HINT)
    told = view.hinted(speaker(interaction.locale), possible, turn)
    return await show(app, interaction, here, before=told)


async def still_possible(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that asks whether the figure can still be formed."""
    here, possible, _ = await _looked_on(app, interaction, control)
    told = view.hinted(speaker(interaction.locale), possible, None)
    return await show(app, interaction, here, before=told)


async def _looked_on(
    app: App, interaction: discord.Interaction, control: Control
) -> tuple[Solitaire, bool | None, str | None]:
    """What a search by the worker finds from where this person stands now."""
    async with app.store.read() as tx:
        here = await at_it(tx, interaction.user.id, control, OTHER)
    owner = interaction.guild_id or interaction.user.id
    try:
        found, turn = await app.worker.run(JOB, here.moves, owner=owner, seconds=SECONDS)
    except NotDone as why:
        if why.why != "late":
            raise
        found, turn = None, None
    return here, found, turn


async def share(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Share: how it was solved, for everybody in the channel."""
    async with app.store.read() as tx:
        try:
            here = await solitaires.get(tx, control.subject, player=interaction.user.id)
        except NotFound:
            raise Refused(OTHER) from None
        game = solitaires.game(here)
        if here.turns is None or not game.problem.figure:
            raise Refused(OTHER)
        standing = await dailies.standing(tx, here, game, app.clock())
    if standing.key_seen:
        raise Refused(OTHER)
    await interaction.response.defer(thinking=True)  # so that everybody sees what comes
    said = speaker(interaction.guild_locale or interaction.locale)
    shown = view.shared(said, here, game.problem.figure, standing.streak)
    return Reply(view=shown)


async def tables(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Who else?: the tables of the server."""
    if interaction.guild_id is None:
        raise Refused(SERVER_ONLY)
    async with app.store.read() as tx:
        today = await dailies.table_of_day(tx, interaction.guild_id, figures.today(app.clock()))
        month = await dailies.table_of_month(tx, interaction.guild_id, app.clock())
        wishes = await settings.of(tx, interaction.user.id)
    said = speaker(interaction.locale)
    return Reply(view.tables(said, today, month, named=wishes.named))


async def days(
    app: App, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """The last days, the newest first, and how difficult they are."""
    said, today = speaker(interaction.locale), figures.today(app.clock())
    found = []
    for day in range(today, figures.FIRST - 1, -1):
        date, figure = dailies.date_of(day).isoformat(), figures.of_day(day)
        name = f"{date} · {view.name(said, figure)} · {view.difficulty(said, figure)}"
        if typed.casefold() in name.casefold():
            found.append(app_commands.Choice(name=limits.choice(name), value=date))
        if len(found) == limits.CHOICES:
            break
    return found


def install(app: App) -> None:
    """Put `/daily` on the tree, and the buttons."""
    app.controls["daily"] = Handler(try_it, about="else")
    app.controls["daily-restart"] = Handler(restart, edits=True, about="else")
    app.controls["daily-hint"] = Handler(hint, edits=True, about="else")
    app.controls["daily-possible"] = Handler(still_possible, edits=True, about="else")
    app.controls["daily-share"] = Handler(share, about="else")
    app.controls["daily-tables"] = Handler(tables, about="else")

    @app.tree.command(
        name="daily", description=locale_str("The problem of the day, the same for everybody")
    )
    @app_commands.describe(
        moves=locale_str("Turns to make, like II,3-IV,5; I,1-III,3"),
        day=locale_str("An earlier day, like 28.11. or yesterday"),
    )
    async def daily_command(
        interaction: discord.Interaction,
        moves: app_commands.Range[str, 0, 2000] = "",
        day: app_commands.Range[str, 0, 40] = "",
    ) -> None:
        await app.serve(interaction, play(app, interaction, moves, day))

    @daily_command.autocomplete("day")
    async def offer_days(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(days(app, interaction, typed))
