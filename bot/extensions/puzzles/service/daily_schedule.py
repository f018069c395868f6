"""Figures that people form, and the day on which each is everybody's problem.

A day is a number of days since 1970, by UTC. "A different way is in itself a new problem": two ways are
the same if each man goes to the same square, in whatever order.
"""

from datetime import date

from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, puzzle_game_rows
from bot.service.clock.calendar import DAY
from bot.store import Tx
from bot.store.models import Daily, Solitaire
from engine import puzzles

FIRST = (date(2026, 11, 17) - date(1970, 1, 1)).days
"""The first day that has a problem: a Tuesday, as the order of the figures wants it."""
HELPS = "urt"
"""The marks of `solitaires` that count as help."""


def today(now: int) -> int:
    """The day of a moment."""
    return now // DAY


def of_day(day: int) -> int:
    """The number of the figure of a day."""
    return puzzles.problem_of_day(day - FIRST)


def day_of(figure: int) -> int:
    """The first day on which a figure is the problem."""
    return FIRST + puzzles.day_of(figure)


def formed(game: puzzles.Game) -> int | None:
    """The number of the figure that the men form, if each came there in one turn from the yard."""
    if game.problem.placing or len(game.moves) != len(puzzles.YARD):
        return None
    return puzzles.number_of(game.cells)


async def record(
    tx: Tx, here: Solitaire, game: puzzles.Game, *, guild: int | None, now: int
) -> None:
    """Somebody solved a problem: if a figure is formed, without its key, it is theirs, and their way."""
    figure = formed(game)
    if figure is None or await puzzle_game_rows.key_seen(tx, here.player, here.problem):
        return
    await figure_solutions.add(tx, figure, puzzles.way_key(game.moves), here.player, now)
    day = day_of(figure)
    if game.problem.figure and FIRST <= day <= today(now):
        helps = sum(map(here.marks.count, HELPS))
        await daily_result_rows.add(tx, Daily(here.player, day, guild, now, helps))
