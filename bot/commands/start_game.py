"""Game setup panel behind "Start a game": a challenge in two or three clicks."""

from dataclasses import replace

from bot.app import Call
from bot.commands import variant_picker
from bot.commands.challenge import challenge
from bot.commands.permissions import must_be_installed, must_post
from bot.registry import handles
from bot.views.components import Control
from bot.views.reply import Reply
from bot.views.start_game_panel import Start, chosen, panel


@handles("begin", about="else")
async def begin(call: Call, control: Control) -> Reply:
    """Open the panel with the small board selected."""
    must_be_installed(call)
    must_post(call)
    return Reply(
        view=panel(call.said, variant_picker.FAMILIES, Start(variant_picker.FAVOURITES[0]))
    )


@handles("begin-game", "begin-clock", edits=True, about="else")
async def choose(call: Call, control: Control) -> Reply:
    """Handle the selects of the game and the clock."""
    field = "game" if control.action == "begin-game" else "clock"
    start = replace(chosen(control), **{field: control.value})
    start = chosen(start.control(control.action))
    return Reply(view=panel(call.said, variant_picker.FAMILIES, start))


@handles("begin-open", "begin-with", edits=True, about="else")
async def post(call: Call, control: Control) -> Reply:
    """Post the challenge, to the selected user or open to anyone."""
    start = chosen(control)
    friend = next(iter(control.people), None)
    return await challenge(call, friend, game=start.game, clock=start.clock)
