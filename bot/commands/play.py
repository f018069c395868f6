"""`/play`, the buttons "Play the computer", and those that fill a table with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.challenge import begun, seat_of, side_choices
from bot.commands.permissions import CANNOT_POST, SERVER_ONLY, missing, named, parent, visiting
from bot.service.errors import NotFound, WrongNumber
from bot.service.meeting import challenges, computer_games
from bot.views import limits
from bot.views.controls import Control, OldControl, whole
from bot.views.play import filling, panel, usual
from bot.views.reply import Refused, Reply
from bot.words import mark, speaker
from bot.words.computers import about_level, level_name
from engine import VARIANTS, Variant
from engine.search import levels

ALONE = "0"
OFF = mark("The computer is switched off here. You can play all sides yourself.")
ELSEWHERE = mark("I cannot post here: the game goes on in our direct messages.")
NO_LEVEL = mark("{game} has no such level. Choose one from the list that appears as you type.")


@dataclass(frozen=True)
class Wanted:
    """What somebody who plays the computer has said."""

    game: str = ""
    level: str = ""
    """A number, or what it is called; "0": nobody is the opponent."""
    side: str = ""
    seats: int | None = None

    def form(self) -> Variant:
        """The game that is meant. Refused, WrongNumber."""
        return which_rules.form(self.game, seats=self.seats)


def level_choices(
    interaction: discord.Interaction, game: Variant, typed: str
) -> list[app_commands.Choice[str]]:
    """The levels of a game, and to play all sides."""
    said = speaker(interaction.locale)
    names = {str(one.number): about_level(said, one.number) for one in levels(game)}
    names[ALONE] = said.say("I play all sides myself")
    return [
        app_commands.Choice(name=limits.choice(name), value=value)
        for value, name in names.items()
        if typed.casefold() in f"{value} {name}".casefold()
    ]


def level_of(interaction: discord.Interaction, game: Variant, typed: str) -> int:
    """The level that was chosen or typed. Refused."""
    if not typed:
        return usual(game)
    found = level_choices(interaction, game, typed)
    exact = [each for each in found if each.value == typed]
    said = speaker(interaction.locale)
    named_so = [
        each
        for each in found
        if each.value != ALONE and level_name(said, int(each.value)).casefold() == typed.casefold()
    ]
    found = exact or named_so or found
    if len(found) != 1:
        raise Refused(NO_LEVEL, game=game)
    return int(found[0].value)


def must_be_possible(interaction: discord.Interaction) -> None:
    """Refused where the bot lacks a permission; where it is only on a visit it needs none."""
    if not visiting(interaction) and (lacking := missing(interaction)):
        said = speaker(interaction.locale)
        raise Refused(CANNOT_POST, permissions=named(said, lacking))


async def play(app: App, interaction: discord.Interaction, wanted: Wanted) -> Reply:
    """Begin a game at once."""
    must_be_possible(interaction)
    game = wanted.form()
    level = level_of(interaction, game, wanted.level)
    seat = seat_of(speaker(interaction.locale), game, wanted.side)
    return await begin(app, interaction, game, level, seat)


async def begin(
    app: App,
    interaction: discord.Interaction,
    game: Variant,
    level: int,
    seat: int | None,
    opening: Sequence[str] = (),
) -> Reply:
    """The same once it is known what is meant; its board is on its way to the channel."""
    if level != computer_games.HANDS and not app.worker.possible:
        raise Refused(OFF)
    guild, channel = await _place(interaction)
    async with app.store.write() as tx:
        match = await computer_games.begin(
            tx,
            game,
            player=interaction.user.id,
            level=level,
            seat=seat,
            guild=guild,
            channel=channel,
            parent=parent(interaction),
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
            opening=opening,
        )
    where = _elsewhere(interaction)
    return Reply(" ".join([begun(interaction, match), *([where] if where else [])]))


async def _place(interaction: discord.Interaction) -> tuple[int | None, int]:
    """The server and the channel of a game that one begins at once: here, or our direct messages."""
    if not visiting(interaction):
        return interaction.guild_id, interaction.channel_id or 0
    try:
        return None, (await interaction.user.create_dm()).id
    except discord.Forbidden:
        raise Refused(SERVER_ONLY) from None


def _elsewhere(interaction: discord.Interaction) -> str:
    """Where the game will be, if it is not here."""
    said = speaker(interaction.locale)
    return said.say(ELSEWHERE) if visiting(interaction) else ""


def chosen(control: Control) -> tuple[int, Variant]:
    """The level and the game of a button."""
    level, _, key = control.more.partition(":")
    game = VARIANTS.get(key)
    if game is None or whole(level) not in {0, *(one.number for one in levels(game))}:
        raise OldControl(control.more)
    return whole(level), game


async def open_panel(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Play the computer, or another game chosen in the panel."""
    must_be_possible(interaction)
    key = control.value if control.values else control.more
    if key not in VARIANTS:
        raise OldControl(key)
    said = speaker(interaction.locale)
    return Reply(view=panel(said, key, which_rules.FAMILIES, _elsewhere(interaction)))


async def press(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A level in the panel."""
    must_be_possible(interaction)
    level, game = chosen(control)
    return await begin(app, interaction, game, level, None)


async def fill(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button on an open challenge, for who made it: first at which level, then the computer sits."""
    said = speaker(interaction.locale)
    if not app.worker.possible:
        raise Refused(OFF)
    if not control.more:
        async with app.store.read() as tx:
            found = await challenges.get(tx, control.subject)
        key = found.variant.partition("+")[0]
        if key not in VARIANTS:
            raise OldControl(key)
        if found.challenger != interaction.user.id:  # they may have a game of their own
            return Reply(view=panel(said, key, which_rules.FAMILIES))
        return Reply(view=filling(said, found.id, key))
    level, _ = chosen(control)
    async with app.store.write() as tx:
        joined = await computer_games.fill(
            tx,
            control.subject,
            player=interaction.user.id,
            level=level,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    if joined.match is not None:
        return Reply(begun(interaction, joined.match))
    return Reply(said.say("The computer sits at the table."))


def install(app: App) -> None:
    """Put the command on the tree, and the buttons."""
    app.controls["computer"] = Handler(open_panel, about="else")
    app.controls["computer-game"] = Handler(open_panel, edits=True, about="else")
    app.controls["computer-begin"] = Handler(press, edits=True, about="else")
    app.controls["filling"] = Handler(fill, about="challenge")
    app.controls["fill"] = Handler(fill, edits=True, about="challenge")

    @app.tree.command(
        name="play",
        description=locale_str("Play the computer, at once; or play all sides yourself"),
    )
    @app_commands.describe(
        game=locale_str("Which game; the small board if left empty"),
        level=locale_str("How strong the computer plays"),
        side=locale_str("Where you sit, or who moves first; random if left empty"),
        seats=locale_str("How many players, including you; two if left empty"),
    )
    async def command(
        interaction: discord.Interaction,
        game: str = "",
        level: str = "",
        side: str = "",
        seats: Literal[2, 3, 4, 6] | None = None,
    ) -> None:
        await app.serve(interaction, play(app, interaction, Wanted(game, level, side, seats)))

    @command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return which_rules.games(speaker(interaction.locale), typed)

    @command.autocomplete("level")
    async def offer_levels(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        game = _typed(interaction)
        return [] if game is None else level_choices(interaction, game, typed)

    @command.autocomplete("side")
    async def offer_sides(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        game = _typed(interaction)
        return [] if game is None else side_choices(speaker(interaction.locale), game, typed)


def _typed(interaction: discord.Interaction) -> Variant | None:
    """The game that is said so far, while somebody types."""
    given = interaction.namespace
    seats = given.seats if isinstance(given.seats, int) else None
    try:
        return Wanted(game=str(given.game or ""), seats=seats).form()
    except (Refused, WrongNumber, NotFound):
        return None
