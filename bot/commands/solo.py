"""`/solo`: the rulebook's problems for one, in private."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import complete_moves, long_hop
from bot.commands.game.replay import drawn
from bot.commands.solitaire_board import at_it, show, turns
from bot.service.errors import NotFound
from bot.service.play import solitaires
from bot.service.server import themes
from bot.store.values import Solitaire
from bot.views import limits
from bot.views import solitaire as view
from bot.views.controls import Control
from bot.views.reply import Refused, Reply
from bot.views.steps import meant
from bot.words import mark, speaker
from engine import solitaire as engine
from render.animation import Film, Part

RANDOM = "packing"
"""What is chosen for a new random packing."""
SEEDS = 10**6
NONE = mark("You have no solitaire under way. `/solo start` begins one.")
OTHER = mark("That solitaire is over, or it is someone else's. `/solo start` begins one.")
UNKNOWN = mark("I know no such problem. Choose one from the list that appears as you type.")


async def start(app: App, interaction: discord.Interaction, problem: str) -> Reply:
    """What `/solo start` does: begin a problem, or go on with it."""
    if problem == RANDOM:
        problem = f"packing-16-{app.rng.randrange(SEEDS)}"
    async with app.store.write() as tx:
        try:
            here = await solitaires.start(
                tx,
                player=interaction.user.id,
                problem=problem,
                interaction=interaction.id,
                now=app.clock(),
            )
        except NotFound:
            raise Refused(UNKNOWN) from None
    return await show(app, interaction, here)


async def make_move(app: App, interaction: discord.Interaction, text: str) -> Reply:
    """What `/solo move` does, in the solitaire that was begun last."""
    async with app.store.write() as tx:
        try:
            here = await solitaires.current(tx, interaction.user.id)
        except NotFound:
            raise Refused(NONE) from None
        made = await turns(tx, app, interaction, here.problem, text)
    return await show(app, interaction, made)


async def _mine(app: App, player: int, control: Control) -> Solitaire:
    """The solitaire of a button, if this person is still at it."""
    async with app.store.read() as tx:
        return await at_it(tx, player, control, OTHER)


async def turn_page(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that leads to the next step; pressed on an older board it only shows the newest."""
    here = await _mine(app, interaction.user.id, control)
    newest = len(solitaires.game(here).moves) == control.ply
    return await show(app, interaction, here, control.more if newest else "")


async def play(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that makes a turn; likewise."""
    here = await _mine(app, interaction.user.id, control)
    game = solitaires.game(here)
    if len(game.moves) == control.ply:
        chosen = meant(game.problem.variant, engine.moves(game), control.more)
        async with app.store.write() as tx:
            here = await turns(
                tx, app, interaction, here.problem, game.problem.variant.format(chosen)
            )
    return await show(app, interaction, here)


async def undo(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Undo; pressed on an older board it only shows the newest."""
    here = await _mine(app, interaction.user.id, control)
    if len(solitaires.game(here).moves) == control.ply:
        async with app.store.write() as tx:
            here = await solitaires.undo(
                tx,
                player=interaction.user.id,
                problem=here.problem,
                interaction=interaction.id,
                now=app.clock(),
            )
    return await show(app, interaction, here)


async def quit_(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Give up."""
    here = await _mine(app, interaction.user.id, control)
    async with app.store.write() as tx:
        over = await solitaires.give_up(
            tx,
            player=interaction.user.id,
            problem=here.problem,
            interaction=interaction.id,
            now=app.clock(),
        )
    return await show(app, interaction, over)


async def again(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Play again."""
    async with app.store.read() as tx:
        here = await solitaires.get(tx, control.subject, player=interaction.user.id)
    return await start(app, interaction, here.problem)


async def key(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Show the key."""
    async with app.store.write() as tx:
        here = await solitaires.get(tx, control.subject, player=interaction.user.id)
        await solitaires.note(tx, here, solitaires.KEY)
    problem = engine.problem(here.problem)
    await asyncio.to_thread(engine.best_known, problem)
    return Reply(view=view.key(speaker(interaction.locale), here, problem))


async def film(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Replay of a key."""
    async with app.store.read() as tx:
        here = await solitaires.get(tx, control.subject, player=interaction.user.id)
        theme = await themes.of_person(tx, interaction.user.id, interaction.guild_id)
    problem = engine.problem(here.problem)
    moves = await asyncio.to_thread(engine.best_known, problem)
    texts = tuple(problem.variant.format(move) for move in moves)
    wanted = Film(problem.key, texts, Part(0, len(texts)), theme=theme)
    made = await drawn(app, interaction, wanted)
    return view.film(speaker(interaction.locale), here, problem, made)


async def problems(
    app: App, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """The problems to choose from: first those that one is at, then an easy one."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        mine = [
            engine.problem(each.problem)
            for each in await solitaires.under_way(tx, interaction.user.id)
        ]
    races = map(engine.problem, engine.RACES)
    known = dict.fromkeys([*mine, engine.FIRST, *engine.PROBLEMS.values(), *races])
    pairs = [(view.name(said, problem), problem.key) for problem in known]
    pairs.append((said.say("A random packing"), RANDOM))
    return [
        app_commands.Choice(name=limits.choice(name), value=value)
        for name, value in pairs
        if typed.casefold() in f"{name} {value}".casefold()
    ][: limits.CHOICES]


async def moves(
    app: App, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """The moves that fit what is typed."""
    async with app.store.read() as tx:
        here = await solitaires.current(tx, interaction.user.id)
    game = solitaires.game(here)
    rules = game.problem.variant
    listed = [(each, rules.format(each)) for each in engine.moves(game)]
    found = complete_moves.among(rules, game.position, listed, typed)
    return [app_commands.Choice(name=text, value=text) for _, text in found[: limits.CHOICES]]


def install(app: App) -> None:
    """Put `/solo` on the tree, and the buttons."""
    app.controls["alone-key"] = Handler(key, about="else")
    app.controls["alone-film"] = Handler(film, about="else")
    acts = {
        "alone-step": turn_page,
        "alone-play": play,
        "alone-undo": undo,
        "alone-quit": quit_,
        "alone-again": again,
    }
    for action, act in acts.items():
        app.controls[action] = Handler(act, edits=True, about="else")
    group = app_commands.Group(
        name="solo", description=locale_str("Problems of the rulebook for one player")
    )
    app.tree.add_command(group)
    long_hop.add(app, group)

    @group.command(name="start", description=locale_str("Start a problem, or go on with one"))
    @app_commands.describe(problem=locale_str("Which problem; a random packing if left empty"))
    async def start_command(
        interaction: discord.Interaction, problem: app_commands.Range[str, 1, 40] = RANDOM
    ) -> None:
        await app.serve(interaction, start(app, interaction, problem))

    @start_command.autocomplete("problem")
    async def offer_problems(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(problems(app, interaction, typed))

    @group.command(name="move", description=locale_str("Make your move in the solitaire"))
    @app_commands.describe(move=locale_str("From where to where, like II,3-IV,5"))
    async def move_command(
        interaction: discord.Interaction, move: app_commands.Range[str, 1, 600]
    ) -> None:
        await app.serve(interaction, make_move(app, interaction, move))

    @move_command.autocomplete("move")
    async def offer_moves(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(moves(app, interaction, typed))
