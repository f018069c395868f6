"""Puzzle games: each player has at most one running game of each puzzle.

Functions that change something take the id of the interaction and are idempotent.
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
"""Marks of what a player did.

In order: step, hop, move taken back, restart, hint, look at the key.
"""
NOTED = 1000
"""The greatest number of marks that is stored."""


async def start(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """Start a puzzle (a key of `engine.puzzles`), or return the running game of it.

    Raises `NotFound` if there is no such puzzle.
    """
    if await idempotency.earlier(tx, interaction, "solitaire-start"):
        return await puzzle_game_rows.last(tx, player, problem)
    begun = await begin(tx, player, problem, now)
    await idempotency.done(tx, interaction, "solitaire-start", now=now)
    return begun


async def begin(tx: Tx, player: int, problem: str, now: int) -> Solitaire:
    """Return the running game of this puzzle, started if necessary.

    Raises `NotFound` if there is no such puzzle.
    """
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
    """Make the moves of a text. If they solve the puzzle, `turns` of the result is set.

    `guild`: where the player is. Raises `NotFound`, and the errors of `engine.puzzles.play`.
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
    """Take back the last move, or all with `wholly`. No-op if none was made.

    Raises `NotFound` if there is no running game.
    """
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
    """Record a hint or a look at the key. No-op if the game is over.

    Returns the current state of the game.
    """
    here = await puzzle_game_rows.get(tx, here.id)
    if here.finished_at is None:
        await puzzle_game_rows.set_moves(tx, here.id, here.moves, _noted(here, mark))
    return await puzzle_game_rows.get(tx, here.id)


async def give_up(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """End a game unsolved. Raises `NotFound` if there is no running game."""
    if await idempotency.earlier(tx, interaction, "solitaire-give-up"):
        return await puzzle_game_rows.last(tx, player, problem)
    here = await current(tx, player, problem)
    await puzzle_game_rows.finish(tx, here.id, None, now)
    await idempotency.done(tx, interaction, "solitaire-give-up", now=now)
    return await puzzle_game_rows.get(tx, here.id)


async def current(tx: Tx, player: int, problem: str | None = None) -> Solitaire:
    """Return the player's running game of this puzzle, or the one started last.

    Raises `NotFound` if there is none.
    """
    found = await _under_way(tx, player, problem)
    if found is None:
        raise NotFound(what="solitaire", key=problem)
    return found


async def get(tx: Tx, solitaire: int, *, player: int) -> Solitaire:
    """Return this player's game of this id, running or over. Raises `NotFound` if missing."""
    found = await puzzle_game_rows.find(tx, solitaire)
    if found is None or found.player != player:
        raise NotFound(what="solitaire", key=solitaire)
    return found


async def best(tx: Tx, problem: str, reader: int) -> tuple[int, int] | None:
    """Return the fewest moves of any solution, and the player who found it first.

    The player is 0 if it is not `reader` and they do not show their name. None if it is unsolved.
    """
    found = await puzzle_game_rows.best(tx, problem)
    if found is None or found.turns is None:
        return None
    named = found.player == reader or (await player_settings.of(tx, found.player)).show_name
    return found.turns, found.player if named else 0


def game(here: Solitaire) -> puzzles.Game:
    """Return the engine's game of a row."""
    return puzzles.load(here.moves)


def mark_of(move: Move) -> Mark:
    """Return the mark of a move: a step to an adjacent square, or else a hop."""
    step = len(move.path) == 2 and move.path[1] in BOARD.neighbours[move.path[0]]
    return STEP if step else HOP


def _noted(here: Solitaire, mark: str) -> str:
    return (here.marks + mark)[:NOTED]


async def _under_way(tx: Tx, player: int, problem: str | None) -> Solitaire | None:
    found = await puzzle_game_rows.under_way(tx, player)
    return next((one for one in found if problem in (None, one.problem)), None)


def _problem(key: str, now: int) -> puzzles.Problem:
    """Return the puzzle of a key.

    Raises `NotFound` if there is none, or if it is the daily puzzle of a future day.
    """
    try:
        found = puzzles.problem(key)
    except KeyError:
        raise NotFound(what="problem", key=key) from None
    if found.figure and daily_schedule.day_of(found.figure) > daily_schedule.today(now):
        raise NotFound(what="problem", key=key)
    return found
