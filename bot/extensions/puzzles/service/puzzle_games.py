"""Solitaires: each person has one game under way of each problem at most.

What changes something takes the id of the interaction; the same id a second time changes nothing.
"""

from typing import Literal

from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.store import puzzle_game_rows
from bot.service import idempotency
from bot.service.errors import NotFound
from bot.service.players import player_settings
from bot.store import Tx, player_rows
from bot.store.models import Solitaire
from engine import Move, puzzles
from engine.variants.halma import BOARD

Mark = Literal["s", "h", "u", "r", "t", "k"]
STEP: Mark = "s"
HOP: Mark = "h"
BACK: Mark = "u"
AGAIN: Mark = "r"
HINT: Mark = "t"
KEY: Mark = "k"
"""What is noted of somebody who is at a problem: turns, turns taken back, beginning again, hints, and
looking at the key."""
NOTED = 1000
"""So much is noted at most."""


async def start(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """Begin a problem (a key of `engine.puzzles`); the one under way, if there is one. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-start"):
        return await puzzle_game_rows.last(tx, player, problem)
    begun = await begin(tx, player, problem, now)
    await idempotency.done(tx, interaction, "solitaire-start", now=now)
    return begun


async def begin(tx: Tx, player: int, problem: str, now: int) -> Solitaire:
    """The one of this problem that is under way, begun if there was none. NotFound."""
    begun = await _under_way(tx, player, problem)
    if begun is None:
        game = puzzles.begin(_problem(problem, now))
        await player_rows.ensure(tx, [player], now)
        begun = await puzzle_game_rows.get(
            tx, await puzzle_game_rows.add(tx, player, problem, puzzles.dump(game), now)
        )
    return begun


async def play(
    tx: Tx,
    *,
    player: int,
    problem: str,
    text: str,
    interaction: int,
    now: int,
    guild: int | None = None,
) -> Solitaire:
    """Make a turn; look at `turns` of the answer: it is set when that solved the problem. `guild`:
    where they are.

    Raises NotFound, and what `engine.puzzles.play` refuses.
    """
    if await idempotency.earlier(tx, interaction, "solitaire-play"):
        return await puzzle_game_rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    before = puzzles.load(here.moves)
    game = puzzles.play(before, text)
    made = "".join(map(mark_of, game.moves[len(before.moves) :]))
    await puzzle_game_rows.set_moves(tx, here.id, puzzles.dump(game), _noted(here, made))
    if puzzles.solved(game):
        await puzzle_game_rows.finish(tx, here.id, len(game.moves), now)
        await daily_schedule.record(
            tx, await puzzle_game_rows.get(tx, here.id), game, guild=guild, now=now
        )
    await idempotency.done(tx, interaction, "solitaire-play", now=now)
    return await puzzle_game_rows.get(tx, here.id)


async def undo(
    tx: Tx, *, player: int, problem: str, wholly: bool = False, interaction: int, now: int
) -> Solitaire:
    """Take the last turn back, or all; nothing where none was made. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-undo"):
        return await puzzle_game_rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    game = puzzles.load(here.moves)
    if game.moves:
        before, mark = (
            (puzzles.begin(game.problem), AGAIN) if wholly else (puzzles.undo(game), BACK)
        )
        await puzzle_game_rows.set_moves(tx, here.id, puzzles.dump(before), _noted(here, mark))
    await idempotency.done(tx, interaction, "solitaire-undo", now=now)
    return await puzzle_game_rows.get(tx, here.id)


async def note(tx: Tx, here: Solitaire, mark: Mark) -> Solitaire:
    """They were given a hint, or saw the key; nothing where it is over. How it stands now."""
    here = await puzzle_game_rows.get(tx, here.id)
    if here.finished_at is None:
        await puzzle_game_rows.set_moves(tx, here.id, here.moves, _noted(here, mark))
    return await puzzle_game_rows.get(tx, here.id)


async def give_up(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """End it unsolved. NotFound."""
    if await idempotency.earlier(tx, interaction, "solitaire-give-up"):
        return await puzzle_game_rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    await puzzle_game_rows.finish(tx, here.id, None, now)
    await idempotency.done(tx, interaction, "solitaire-give-up", now=now)
    return await puzzle_game_rows.get(tx, here.id)


async def current(tx: Tx, player: int, problem: str | None = None) -> Solitaire:
    """What this person is at: the game of this problem, or the one last begun. NotFound."""
    found = await _under_way(tx, player, problem)
    if found is None:
        raise NotFound(what="solitaire", key=problem)
    return found


async def get(tx: Tx, solitaire: int, *, player: int) -> Solitaire:
    """This person's solitaire of this id, over or not. NotFound."""
    found = await puzzle_game_rows.find(tx, solitaire)
    if found is None or found.player != player:
        raise NotFound(what="solitaire", key=solitaire)
    return found


async def best(tx: Tx, problem: str, reader: int) -> tuple[int, int] | None:
    """The fewest turns in which anybody has solved it, and who did first: 0 if it is not the reader, and
    they are not to be named. None: nobody has."""
    found = await puzzle_game_rows.best(tx, problem)
    if found is None or found.turns is None:
        return None
    named = found.player == reader or (await player_settings.of(tx, found.player)).show_name
    return found.turns, found.player if named else 0


def game(here: Solitaire) -> puzzles.Game:
    """The game as it stands, for its picture and its moves."""
    return puzzles.load(here.moves)


def mark_of(move: Move) -> Mark:
    """What a turn is noted as: a man steps to a square beside its own, all else is a hop."""
    step = len(move.path) == 2 and move.path[1] in BOARD.neighbours[move.path[0]]
    return STEP if step else HOP


def _noted(here: Solitaire, mark: str) -> str:
    return (here.marks + mark)[:NOTED]


async def _under_way(tx: Tx, player: int, problem: str | None) -> Solitaire | None:
    found = await puzzle_game_rows.under_way(tx, player)
    return next((one for one in found if problem in (None, one.problem)), None)


def _problem(key: str, now: int) -> puzzles.Problem:
    """The problem of a key, unless it is that of a day to come."""
    try:
        found = puzzles.problem(key)
    except KeyError:
        raise NotFound(what="problem", key=key) from None
    if found.figure and daily_schedule.day_of(found.figure) > daily_schedule.today(now):
        raise NotFound(what="problem", key=key)
    return found
