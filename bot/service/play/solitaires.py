"""Solitaires: each person has one game under way of each problem at most.

What changes something takes the id of the interaction; the same id a second time changes nothing.
"""

from __future__ import annotations

from bot.service import idempotency
from bot.service.errors import NotFound
from bot.store import Tx, players
from bot.store import solitaires as rows
from bot.store.values import Solitaire
from engine import solitaire as engine


async def start(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """Begin a problem (a key of `engine.solitaire`); the one under way, if there is one. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-start"):
        return await rows.last(tx, player, problem)
    begun = await _under_way(tx, player, problem)
    if begun is None:
        game = engine.begin(_problem(problem))
        await players.ensure(tx, [player], now)
        begun = await rows.get(tx, await rows.add(tx, player, problem, engine.dump(game), now))
    await idempotency.done(tx, interaction, "solitaire-start", now=now)
    return begun


async def play(
    tx: Tx, *, player: int, problem: str, text: str, interaction: int, now: int
) -> Solitaire:
    """Make a turn; look at `turns` of the answer: it is set when that solved the problem.

    Raises NotFound, and what `engine.solitaire.play` refuses.
    """
    if await idempotency.earlier(tx, interaction, "solitaire-play"):
        return await rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    game = engine.play(engine.load(here.moves), text)
    await rows.set_moves(tx, here.id, engine.dump(game))
    if engine.solved(game):
        await rows.finish(tx, here.id, len(game.moves), now)
    await idempotency.done(tx, interaction, "solitaire-play", now=now)
    return await rows.get(tx, here.id)


async def undo(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """Take the last turn back; nothing where none was made. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-undo"):
        return await rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    await rows.set_moves(tx, here.id, engine.dump(engine.undo(engine.load(here.moves))))
    await idempotency.done(tx, interaction, "solitaire-undo", now=now)
    return await rows.get(tx, here.id)


async def give_up(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """End it unsolved. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-give-up"):
        return await rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    await rows.finish(tx, here.id, None, now)
    await idempotency.done(tx, interaction, "solitaire-give-up", now=now)
    return await rows.get(tx, here.id)


async def current(tx: Tx, player: int, problem: str | None = None) -> Solitaire:
    """What this person is at: the game of this problem, or the one last begun. NotFound."""
    found = await _under_way(tx, player, problem)
    if found is None:
        raise NotFound(what="solitaire", key=problem)
    return found


async def get(tx: Tx, solitaire: int, *, player: int) -> Solitaire:
    """This person's solitaire of this id, over or not. NotFound."""
    found = await rows.find(tx, solitaire)
    if found is None or found.player != player:
        raise NotFound(what="solitaire", key=solitaire)
    return found


async def under_way(tx: Tx, player: int) -> list[Solitaire]:
    """All that this person is at, the last begun first."""
    return await rows.under_way(tx, player)


async def best(tx: Tx, problem: str, player: int | None = None) -> int | None:
    """The fewest turns in which this person (None: anybody) has solved it; None: never."""
    return await rows.best(tx, problem, player)


def game(here: Solitaire) -> engine.Game:
    """The game as it stands, for its picture and its moves."""
    return engine.load(here.moves)


async def _under_way(tx: Tx, player: int, problem: str | None) -> Solitaire | None:
    found = await rows.under_way(tx, player)
    return next((one for one in found if problem in (None, one.problem)), None)


def _problem(key: str) -> engine.Problem:
    try:
        return engine.problem(key)
    except KeyError:
        raise NotFound(what="problem", key=key) from None
