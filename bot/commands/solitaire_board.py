"""The board of a problem for one, as whoever is at it sees it."""

import asyncio

from bot.app import Call
from bot.service.errors import NotFound
from bot.service.play import dailies, figures, solitaires
from bot.service.server import themes
from bot.store import Tx, found_ways
from bot.store.values import Solitaire
from bot.views import daily, solitaire
from bot.views.controls import Control
from bot.views.move_panel import marks, routes, twin
from bot.views.picture import picture
from bot.views.reply import Refused, Reply
from bot.views.steps import Step, step
from engine import solitaire as engine
from render.scenes import Mark


async def at_it(tx: Tx, player: int, control: Control, otherwise: str) -> Solitaire:
    """The solitaire of a button, if this person is still at it; Refused with that sentence if not."""
    try:
        here = await solitaires.get(tx, control.subject, player=player)
    except NotFound:
        raise Refused(otherwise) from None
    if here.finished_at is not None:
        raise Refused(otherwise)
    return here


async def turns(tx: Tx, call: Call, problem: str, text: str) -> Solitaire:
    """Make the turns of a text in a problem that this person is at."""
    return await solitaires.play(tx, problem=problem, text=text, guild=call.guild, **call.by)


async def show(call: Call, here: Solitaire, key: str = "", before: str = "") -> Reply:
    """The board as it stands, with the next turn to tap; `key` is the step of it. `before` is said
    first."""
    said, game = call.said, solitaires.game(here)
    moves = [] if here.finished_at is not None else engine.moves(game)
    asked = step(game.problem.variant, moves, key, 0) if moves else None
    par = await asyncio.to_thread(engine.par, game.problem)
    async with call.read() as tx:
        theme = await themes.of_person(tx, call.player, call.guild)
        standing, known = None, solitaire.Known()
        if game.problem.figure:
            standing = await dailies.standing(tx, here, game, call.now)
        else:
            formed = None if here.turns is None else figures.formed(game)
            finders = 0 if formed is None else (await found_ways.known(tx, formed))[1]
            best = await solitaires.best(tx, here.problem, reader=here.player)
            known = solitaire.Known(best, formed, finders)
            par = par if best is None else min(par, best[0])
    scenery = solitaire.scenery(here, game, theme)
    file = await picture(
        said,
        scenery,
        marks=[*_open(game, asked), *(marks(asked) if asked else ())],
        routes=routes(asked) if asked else (),
        faded=asked is not None,
        before=twin(said, scenery, asked) if asked else "",
        around=daily.part_of_board(game.problem),
    )
    if standing is not None:
        now = call.now
        return daily.board(said, here, game, file, asked, standing, now=now, before=before)
    return solitaire.board(said, here, game, file, asked, par=par, known=known)


def _open(game: engine.Game, asked: Step | None) -> list[Mark]:
    """A ring on each square of a figure that is to be filled, unless squares are asked for."""
    if not game.problem.figure or (asked is not None and asked.stage != "men"):
        return []
    goal = game.problem.variant.seats[0].goal
    return [Mark(cell, "target") for cell in sorted(goal - set(game.cells))]
