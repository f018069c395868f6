"""Game setup panel behind "Start a game": a challenge in two or three clicks."""

from dataclasses import replace

from bot.app import CommandContext
from bot.commands import variant_picker
from bot.commands.challenge import challenge
from bot.commands.permissions import must_be_installed, must_post
from bot.registry import component_handler
from bot.views.components import ComponentId
from bot.views.reply import Reply
from bot.views.start_game_panel import StartChoices, panel, parse_choices


@component_handler("begin", about="else")
async def open_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Open the panel with the small board selected."""
    must_be_installed(ctx)
    must_post(ctx)
    return Reply(
        view=panel(ctx.t, variant_picker.FAMILIES, StartChoices(variant_picker.FAVOURITES[0]))
    )


@component_handler("begin-game", "begin-clock", edits=True, about="else")
async def change_choice(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the selects for the game and the clock."""
    field = "game" if control.action == "begin-game" else "clock"
    start = replace(parse_choices(control), **{field: control.value})
    start = parse_choices(start.control(control.action))
    return Reply(view=panel(ctx.t, variant_picker.FAMILIES, start))


@component_handler("begin-open", "begin-with", edits=True, about="else")
async def post_challenge(ctx: CommandContext, control: ComponentId) -> Reply:
    """Post the challenge, for the selected user or open to anyone."""
    start = parse_choices(control)
    friend = next(iter(control.people), None)
    return await challenge(ctx, friend, game=start.game, clock=start.clock)
