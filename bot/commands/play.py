"""`/play`: start a match against the computer player, or fill a challenge with it."""

from collections.abc import Sequence
from typing import Literal

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands import variant_picker
from bot.commands.challenge import begun, seat_of, sides_like
from bot.commands.permissions import SERVER_ONLY, must_post, parent, visiting
from bot.i18n.translator import mark
from bot.registry import Option, command, fitting, handles
from bot.service.matchmaking import challenges, computer_games
from bot.texts.computer_levels import about_level, level_name
from bot.views.components import Control, OldControl, whole
from bot.views.computer_game_panel import filling, panel, usual
from bot.views.reply import Refused, Reply
from engine import VARIANTS, Variant
from engine.search import levels

ALONE = "0"
OFF = mark("The computer is turned off here. You can play all sides yourself.")
ELSEWHERE = mark("I cannot post here, so the game continues in our direct messages.")
NO_LEVEL = mark("{game} has no such level. Choose one from the list that appears as you type.")


def level_choices(call: Call, game: Variant, typed: str) -> dict[str, str]:
    """Return the choices of the `level` option for a game: label by value."""
    names = {str(one.number): about_level(call.said, one.number) for one in levels(game)}
    names[ALONE] = call.said.say("I'll play all sides")
    return fitting(names, typed)


def level_of(call: Call, game: Variant, typed: str) -> int:
    """Parse the `level` option. Raises `Refused` unless it fits exactly one level."""
    if not typed:
        return usual(game)
    found = list(level_choices(call, game, typed))
    named_so = [
        value
        for value in found
        if value != ALONE and level_name(call.said, int(value)).casefold() == typed.casefold()
    ]
    found = [typed] if typed in found else named_so or found
    if len(found) != 1:
        raise Refused(NO_LEVEL, game=game)
    return int(found[0])


async def begin(
    call: Call, game: Variant, level: int, seat: int | None, opening: Sequence[str] = ()
) -> Reply:
    """Start a match at once; its board is posted through the outbox.

    `opening` are moves played in advance.
    """
    if level != computer_games.HANDS and not call.app.worker.possible:
        raise Refused(OFF)
    guild, channel = await _place(call)
    async with call.write() as tx:
        match = await computer_games.begin(
            tx,
            game,
            level=level,
            seat=seat,
            guild=guild,
            channel=channel,
            parent=parent(call),
            rng=call.app.rng,
            opening=opening,
            **call.by,
        )
    where = _elsewhere(call)
    return Reply(" ".join([begun(call, match), *([where] if where else [])]))


async def _place(call: Call) -> tuple[int | None, int]:
    """Return the guild and channel for the match: here, or the player's DMs."""
    if not visiting(call):
        return call.guild, call.channel or 0
    try:
        return None, (await call.interaction.user.create_dm()).id
    except discord.Forbidden:
        raise Refused(SERVER_ONLY) from None


def _elsewhere(call: Call) -> str:
    """Return a sentence that the match is played in DMs, or "" if it is played here."""
    return call.said.say(ELSEWHERE) if visiting(call) else ""


def chosen(control: Control) -> tuple[int, Variant]:
    """Parse the level and the game from a button. Raises `OldControl`."""
    level, _, key = control.more.partition(":")
    game = VARIANTS.get(key)
    if game is None or whole(level) not in {0, *(one.number for one in levels(game))}:
        raise OldControl(control.more)
    return whole(level), game


@handles("computer-game", edits=True, about="else")
@handles("computer", about="else")
async def open_panel(call: Call, control: Control) -> Reply:
    """Handle the Play the computer button, and the panel's select of another game."""
    must_post(call)
    key = control.value if control.values else control.more
    if key not in VARIANTS:
        raise OldControl(key)
    return Reply(view=panel(call.said, key, variant_picker.FAMILIES, _elsewhere(call)))


@handles("computer-begin", edits=True, about="else")
async def press(call: Call, control: Control) -> Reply:
    """Handle a level button of the panel."""
    must_post(call)
    level, game = chosen(control)
    return await begin(call, game, level, None)


@handles("fill", edits=True, about="challenge")
@handles("filling", about="challenge")
async def fill(call: Call, control: Control) -> Reply:
    """Handle the button that fills an open challenge with computer players.

    The challenger first chooses a level. Other players get a panel for a match of their own.
    """
    if not call.app.worker.possible:
        raise Refused(OFF)
    if not control.more:
        async with call.read() as tx:
            found = await challenges.get(tx, control.subject)
        key = found.variant.partition("+")[0]
        if key not in VARIANTS:
            raise OldControl(key)
        if found.challenger != call.player:  # Another player can start a separate match.
            return Reply(view=panel(call.said, key, variant_picker.FAMILIES))
        return Reply(view=filling(call.said, found.id, key))
    level, _ = chosen(control)
    async with call.write() as tx:
        joined = await computer_games.fill(
            tx, control.subject, level=level, rng=call.app.rng, **call.by
        )
    if joined.match is not None:
        return Reply(begun(call, joined.match))
    return Reply(call.said.say("The computer has joined."))


async def levels_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `level` option for the game chosen so far."""
    return level_choices(call, variant_picker.typed_form(call), typed)


@command(
    "play",
    locale_str("Play the computer right away, or play all sides yourself"),
    game=Option(
        locale_str("Which game? Leave empty for the small board"), offer=variant_picker.games_like
    ),
    level=Option(locale_str("Strength of the computer"), offer=levels_like),
    side=Option(
        locale_str("Your side, or who moves first. Leave empty for random"), offer=sides_like
    ),
    seats=locale_str("How many players, including you? Leave empty for two"),
)
async def play(
    call: Call,
    game: str = "",
    level: str = "",
    side: str = "",
    seats: Literal[2, 3, 4, 6] | None = None,
) -> Reply:
    """Handle the `/play` command.

    `level` is a number or a name; "0" means that the player plays all sides.
    """
    must_post(call)
    form = variant_picker.form(game, seats=seats)
    chosen_level = level_of(call, form, level)
    return await begin(call, form, chosen_level, seat_of(call.said, form, side))
