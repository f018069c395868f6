"""The problem of the day: the same for everybody, and who has solved it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from bot.service.errors import NotFound
from bot.service.people import settings
from bot.service.play import figures, solitaires
from bot.store import Tx, found_ways
from bot.store import dailies as rows
from bot.store import solitaires as solitaire_rows
from bot.store.values import Solitaire, Solver
from engine import solitaire as engine

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
    if not figures.FIRST <= day <= figures.today(now):
        raise NotFound(what="problem", key=day)
    problem = f"figure-{figures.of_day(day)}"
    latest = await solitaire_rows.latest(tx, player, problem)
    if latest is not None and latest.turns is not None:
        return latest
    return await solitaires.begin(tx, player, problem, now)


async def standing(tx: Tx, here: Solitaire, game: engine.Game, now: int) -> Standing:
    """How it stands with the figure of somebody's problem."""
    figure, day = game.problem.figure, figures.day_of(game.problem.figure)
    ways, _ = await found_ways.known(tx, figure)
    first = None
    if here.turns is not None:
        first = await found_ways.first(tx, figure, engine.way_key(game.moves))
        if first not in (None, here.player) and not (await settings.of(tx, first)).named:
            first = 0
    days = await rows.days(tx, here.player)
    solvers, kept = await rows.number(tx, day), streak(days, figures.today(now))
    seen = await solitaire_rows.key_seen(tx, here.player, here.problem)
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
    return await rows.solvers(tx, guild, day, day, TOP)


async def table_of_month(tx: Tx, guild: int, now: int) -> list[Solver]:
    """Who has solved how many of this month's problems on their days in this server, likewise."""
    day = figures.today(now)
    return await rows.solvers(tx, guild, day - date_of(day).day + 1, day, TOP)


def day_number(when: date) -> int:
    """The day of a date."""
    return (when - date(1970, 1, 1)).days


def date_of(day: int) -> date:
    """The date of a day."""
    return date(1970, 1, 1) + timedelta(day)
