"""Daily puzzle results: streaks, tables, and the standing of each player."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from bot.extensions.puzzles.service import daily_schedule, puzzle_games
from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, puzzle_game_rows
from bot.service.errors import NotFound
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Solitaire, Solver
from engine import puzzles

GRACE = 7
"""One day in this many may be missed without breaking a streak."""
TOP = 10
"""Number of players in a table."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a day's puzzle for one player."""

    day: int
    streak: int
    solvers: int
    """How many players have solved it."""
    ways: int
    """How many different solutions of the figure have been found."""
    first: int | None = None
    """The player who found this player's solution first; 0 if they do not show it.

    None if the puzzle is not solved or nobody has found the solution.
    """
    key_seen: bool = False
    """Whether this player has looked at the key."""


async def open_(tx: Tx, *, player: int, day: int, now: int) -> Solitaire:
    """Return this player's game of a day's puzzle, started if necessary.

    Raises `NotFound` if there is no puzzle for that day yet.
    """
    if not daily_schedule.FIRST <= day <= daily_schedule.today(now):
        raise NotFound(what="problem", key=day)
    problem = f"figure-{daily_schedule.of_day(day)}"
    latest = await puzzle_game_rows.latest(tx, player, problem)
    if latest is not None and latest.turns is not None:
        return latest
    return await puzzle_games.begin(tx, player, problem, now)


async def standing(tx: Tx, here: Solitaire, game: puzzles.Game, now: int) -> Standing:
    """Return the state of the figure of a player's game."""
    figure, day = game.problem.figure, daily_schedule.day_of(game.problem.figure)
    ways, _ = await figure_solutions.known(tx, figure)
    first = None
    if here.turns is not None:
        first = await figure_solutions.first(tx, figure, puzzles.way_key(game.moves))
        if first not in (None, here.player) and not (await player_settings.of(tx, first)).show_name:
            first = 0
    days = await daily_result_rows.days(tx, here.player)
    solvers, kept = await daily_result_rows.number(tx, day), streak(days, daily_schedule.today(now))
    seen = await puzzle_game_rows.key_seen(tx, here.player, here.problem)
    return Standing(day, kept, solvers, ways, first, seen)


def streak(days: Collection[int], today: int) -> int:
    """Return how many daily puzzles in a row were solved, up to today or yesterday.

    One day in any seven may be missed.
    """
    solved = set(days)
    count, day, missed = 0, today if today in solved else today - 1, today + GRACE
    while True:
        if day in solved:
            count += 1
        elif missed - day < GRACE:
            return count
        else:
            missed = day
        day -= 1


async def table_of_day(tx: Tx, guild: int, day: int) -> list[Solver]:
    """Return who solved a day's puzzle on that day in this guild and shows their name."""
    return await daily_result_rows.solvers(tx, guild, day, day, TOP)


async def table_of_month(tx: Tx, guild: int, now: int) -> list[Solver]:
    """Return who solved most of this month's puzzles on their days in this guild.

    Only players who show their name are included.
    """
    day = daily_schedule.today(now)
    return await daily_result_rows.solvers(tx, guild, day - date_of(day).day + 1, day, TOP)


def day_number(when: date) -> int:
    """Return the number of days from 1970 to a date."""
    return (when - date(1970, 1, 1)).days


def date_of(day: int) -> date:
    """Return the date of a day number."""
    return date(1970, 1, 1) + timedelta(day)
