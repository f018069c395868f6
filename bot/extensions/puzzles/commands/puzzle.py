"""`/puzzle`: the rulebook's problems for one, in private."""

import asyncio

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands import move_autocomplete
from bot.commands.game.replay import drawn
from bot.extensions.puzzles.commands.puzzle_board import at_it, show, turns
from bot.extensions.puzzles.service import puzzle_games
from bot.extensions.puzzles.store import puzzle_game_rows
from bot.extensions.puzzles.views import puzzle_page
from bot.i18n.translator import mark
from bot.registry import Option, command, fitting, group, handles
from bot.service.errors import NotFound
from bot.service.guilds import board_themes
from bot.store.models import Solitaire
from bot.views.components import Control
from bot.views.move_steps import meant
from bot.views.reply import Refused, Reply
from engine import puzzles
from render.animation import Film, Part

RANDOM = "packing"
"""The choice that stands for a new random packing."""
SEEDS = 10**6
NONE = mark("You have no puzzle in progress. Use `/puzzle start` to start one.")
OTHER = mark("That puzzle is finished, or it is someone else's. Use `/puzzle start` to start one.")
UNKNOWN = mark("I don't know that puzzle. Choose one from the list that appears as you type.")


group("puzzle", locale_str("Puzzles for one player"), "longest_hop start move")


async def problems(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete of puzzles: the player's current ones first, then an easy one."""
    async with call.read() as tx:
        mine = [
            puzzles.problem(each.problem)
            for each in await puzzle_game_rows.under_way(tx, call.player)
        ]
    races = map(puzzles.problem, puzzles.RACES)
    known = dict.fromkeys([*mine, puzzles.FIRST, *puzzles.PROBLEMS.values(), *races])
    names = {problem.key: puzzle_page.name(call.said, problem) for problem in known}
    return fitting({**names, RANDOM: call.said.say("A random packing puzzle")}, typed)


async def moves(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete of moves."""
    async with call.read() as tx:
        here = await puzzle_games.current(tx, call.player)
    game = puzzle_games.game(here)
    rules = game.problem.variant
    listed = [(each, rules.format(each)) for each in puzzles.moves(game)]
    found = move_autocomplete.among(rules, game.position, listed, typed)
    return {text: text for _, text in found}


@command(
    "puzzle start",
    locale_str("Start or continue a puzzle"),
    puzzle=Option(
        locale_str("Which puzzle? Leave empty for a random packing puzzle"), offer=problems
    ),
)
async def start(call: Call, puzzle: app_commands.Range[str, 1, 40] = RANDOM) -> Reply:
    """What `/puzzle start` does: begin a problem, or go on with it."""
    if puzzle == RANDOM:
        puzzle = f"packing-16-{call.app.rng.randrange(SEEDS)}"
    async with call.write() as tx:
        try:
            here = await puzzle_games.start(tx, problem=puzzle, **call.by)
        except NotFound:
            raise Refused(UNKNOWN) from None
    return await show(call, here)


@command(
    "puzzle move",
    locale_str("Make a move in your puzzle"),
    move=Option(locale_str("From and to, e.g. II,3-IV,5"), offer=moves),
)
async def make_move(call: Call, move: app_commands.Range[str, 1, 600]) -> Reply:
    """What `/puzzle move` does, in the solitaire that was begun last."""
    async with call.write() as tx:
        try:
            here = await puzzle_games.current(tx, call.player)
        except NotFound:
            raise Refused(NONE) from None
        made = await turns(tx, call, here.problem, move)
    return await show(call, made)


async def _mine(call: Call, control: Control) -> Solitaire:
    """Return the puzzle game of a button. Refuses unless this player is still playing it."""
    async with call.read() as tx:
        return await at_it(tx, call.player, control, OTHER)


@handles("alone-step", edits=True, about="else")
async def turn_page(call: Call, control: Control) -> Reply:
    """A letter button that leads to the next step of a move.

    On an outdated board it only shows the current one.
    """
    here = await _mine(call, control)
    newest = len(puzzle_games.game(here).moves) == control.ply
    return await show(call, here, control.more if newest else "")


@handles("alone-play", edits=True, about="else")
async def play(call: Call, control: Control) -> Reply:
    """A letter button that completes a move.

    On an outdated board it only shows the current one.
    """
    here = await _mine(call, control)
    game = puzzle_games.game(here)
    if len(game.moves) == control.ply:
        chosen = meant(game.problem.variant, puzzles.moves(game), control.more)
        async with call.write() as tx:
            here = await turns(tx, call, here.problem, game.problem.variant.format(chosen))
    return await show(call, here)


@handles("alone-undo", edits=True, about="else")
async def undo(call: Call, control: Control) -> Reply:
    """The Undo button. On an outdated board it only shows the current one."""
    here = await _mine(call, control)
    if len(puzzle_games.game(here).moves) == control.ply:
        async with call.write() as tx:
            here = await puzzle_games.undo(tx, problem=here.problem, **call.by)
    return await show(call, here)


@handles("alone-quit", edits=True, about="else")
async def quit_(call: Call, control: Control) -> Reply:
    """The Give up button."""
    here = await _mine(call, control)
    async with call.write() as tx:
        over = await puzzle_games.give_up(tx, problem=here.problem, **call.by)
    return await show(call, over)


@handles("alone-again", edits=True, about="else")
async def again(call: Call, control: Control) -> Reply:
    """The Play again button."""
    async with call.read() as tx:
        here = await puzzle_games.get(tx, control.subject, player=call.player)
    return await start(call, here.problem)


@handles("alone-key", about="else")
async def key(call: Call, control: Control) -> Reply:
    """The Show the key button."""
    async with call.write() as tx:
        here = await puzzle_games.get(tx, control.subject, player=call.player)
        await puzzle_games.note(tx, here, puzzle_games.KEY)
    problem = puzzles.problem(here.problem)
    await asyncio.to_thread(puzzles.best_known, problem)
    return Reply(view=puzzle_page.key(call.said, here, problem))


@handles("alone-film", about="else")
async def film(call: Call, control: Control) -> Reply:
    """The Replay button below a key."""
    async with call.read() as tx:
        here = await puzzle_games.get(tx, control.subject, player=call.player)
        theme = await board_themes.of_person(tx, call.player, call.guild)
    problem = puzzles.problem(here.problem)
    moves = await asyncio.to_thread(puzzles.best_known, problem)
    texts = tuple(problem.variant.format(move) for move in moves)
    wanted = Film(problem.key, texts, Part(0, len(texts)), theme=theme)
    made = await drawn(call, wanted)
    return puzzle_page.film(call.said, here, problem, made)
