"""The board of a puzzle game, as its player sees it."""

import asyncio

from bot.app import Call
from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.store import figure_solutions
from bot.extensions.puzzles.views import daily_page, puzzle_page
from bot.service.errors import NotFound
from bot.service.guilds import board_themes
from bot.store import Tx
from bot.store.models import Solitaire
from bot.views.board_image import picture
from bot.views.components import Control
from bot.views.move_panel import marks, routes, twin
from bot.views.move_steps import Step, step
from bot.views.reply import Refused, Reply
from engine import puzzles
from render.scenes import Mark


async def at_it(tx: Tx, player: int, control: Control, otherwise: str) -> Solitaire:
    """Return the puzzle game of a button.

    Raises `Refused` with the sentence `otherwise` unless this player is still playing it.
    """
    try:
        here = await puzzle_games.get(tx, control.subject, player=player)
    except NotFound:
        raise Refused(otherwise) from None
    if here.finished_at is not None:
        raise Refused(otherwise)
    return here


async def turns(tx: Tx, call: Call, problem: str, text: str) -> Solitaire:
    """Make the moves of a text in a puzzle that this player is playing."""
    return await puzzle_games.play(tx, problem=problem, text=text, guild=call.guild, **call.by)


async def show(call: Call, here: Solitaire, key: str = "", before: str = "") -> Reply:
    """Return the current board with buttons for the next move.

    `key`: the step of the move picker. `before`: a text above the board.
    """
    said, game = call.said, puzzle_games.game(here)
    moves = [] if here.finished_at is not None else puzzles.moves(game)
    asked = step(game.problem.variant, moves, key, 0) if moves else None
    par = await asyncio.to_thread(puzzles.par, game.problem)
    async with call.read() as tx:
        theme = await board_themes.of_person(tx, call.player, call.guild)
        standing, known = None, puzzle_page.Known()
        if game.problem.figure:
            standing = await daily_results.standing(tx, here, game, call.now)
        else:
            formed = None if here.turns is None else daily_schedule.formed(game)
            finders = 0 if formed is None else (await figure_solutions.known(tx, formed))[1]
            best = await puzzle_games.best(tx, here.problem, reader=here.player)
            known = puzzle_page.Known(best, formed, finders)
            par = par if best is None else min(par, best[0])
    scenery = puzzle_page.scenery(here, game, theme)
    file = await picture(
        said,
        scenery,
        marks=[*_open(game, asked), *(marks(asked) if asked else ())],
        routes=routes(asked) if asked else (),
        faded=asked is not None,
        before=twin(said, scenery, asked) if asked else "",
        around=daily_page.part_of_board(game.problem),
    )
    if standing is not None:
        now = call.now
        return daily_page.board(said, here, game, file, asked, standing, now=now, before=before)
    return puzzle_page.board(said, here, game, file, asked, par=par, known=known)


def _open(game: puzzles.Game, asked: Step | None) -> list[Mark]:
    """Return rings for the squares of a figure that are still empty.

    None are shown while the move picker highlights squares.
    """
    if not game.problem.figure or (asked is not None and asked.stage != "men"):
        return []
    goal = game.problem.variant.seats[0].goal
    return [Mark(cell, "target") for cell in sorted(goal - set(game.cells))]
