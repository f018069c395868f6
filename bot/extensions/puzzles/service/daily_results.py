"""The problem of the day: the same for everybody, and who has solved it."""

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
"""One day in so many may be missed."""
TOP = 10
"""How many the tables show."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a problem of a day stands, for one person."""

    day: int
    streak: int
    solvers: int
    """How many people have solved it."""
    ways: int
    """How many different ways people have found to the figure."""
    first: int | None = None
    """Who found this person's way first, 0 if they are not to be named; None: no one has."""
    key_seen: bool = False
    """Whether this person knows it from the key."""


async def open_(tx: Tx, *, player: int, day: int, now: int) -> Solitaire:
    """The problem of a day as this person left it, begun if it was not. NotFound: no such day yet."""
    if not daily_schedule.FIRST <= day <= daily_schedule.today(now):
        raise NotFound(what="problem", key=day)
    problem = f"figure-{daily_schedule.of_day(day)}"
    latest = await puzzle_game_rows.latest(tx, player, problem)
    if latest is not None and latest.turns is not None:
        return latest
    return await puzzle_games.begin(tx, player, problem, now)


async def standing(tx: Tx, here: Solitaire, game: puzzles.Game, now: int) -> Standing:
    """How it stands with the figure of somebody's problem."""
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
    """How many problems in a row were solved on their days, up to today or yesterday; one day in any
    seven may be missed."""
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
    """Who solved the problem of a day on that day in this server, and may be named."""
    return await daily_result_rows.solvers(tx, guild, day, day, TOP)


async def table_of_month(tx: Tx, guild: int, now: int) -> list[Solver]:
    """Who has solved how many of this month's problems on their days in this server, likewise."""
    day = daily_schedule.today(now)
    return await daily_result_rows.solvers(tx, guild, day - date_of(day).day + 1, day, TOP)


def day_number(when: date) -> int:
    """The day of a date."""
    return (when - date(1970, 1, 1)).days


def date_of(day: int) -> date:
    """The date of a day."""
    return date(1970, 1, 1) + timedelta(day)
