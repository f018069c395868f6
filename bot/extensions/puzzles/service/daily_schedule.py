"""Daily puzzle schedule: the figure of each day, and recording of solutions.

A day is a number of days since 1970, in UTC. Two solutions are the same if each man goes to the
same square, in whatever order: "a different way is in itself a new problem".
"""

from datetime import date

from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, puzzle_game_rows
from bot.service.clock.calendar import DAY
from bot.store import Tx
from bot.store.models import Daily, Solitaire
from engine import puzzles

FIRST = (date(2026, 11, 17) - date(1970, 1, 1)).days
"""The first day with a puzzle: a Tuesday, as the order of the figures requires."""
HELPS = "urt"
"""The marks in `solitaires` that count as help."""


def today(now: int) -> int:
    """Return the day of a time."""
    return now // DAY


def of_day(day: int) -> int:
    """Return the number of the figure of a day."""
    return puzzles.problem_of_day(day - FIRST)


def day_of(figure: int) -> int:
    """Return the first day on which a figure is the puzzle."""
    return FIRST + puzzles.day_of(figure)


def formed(game: puzzles.Game) -> int | None:
    """Return the number of the figure that the men form.

    None unless each man came there in a single move from the yard.
    """
    if game.problem.placing or len(game.moves) != len(puzzles.YARD):
        return None
    return puzzles.number_of(game.cells)


async def record(
    tx: Tx, here: Solitaire, game: puzzles.Game, *, guild: int | None, now: int
) -> None:
    """Record a solved puzzle as a solution of the figure that was formed.

    Nothing is recorded if no figure was formed or the player has seen the key. A figure of the
    daily puzzle also counts as a daily result, at the earliest on its day.
    """
    figure = formed(game)
    if figure is None or await puzzle_game_rows.key_seen(tx, here.player, here.problem):
        return
    await figure_solutions.add(tx, figure, puzzles.way_key(game.moves), here.player, now)
    day = day_of(figure)
    if game.problem.figure and FIRST <= day <= today(now):
        helps = sum(map(here.marks.count, HELPS))
        await daily_result_rows.add(tx, Daily(here.player, day, guild, now, helps))
