"""A simulated season of events and ladders on many servers.

Usage: python -m tests.bot.extensions.tournaments.season --people 200 --servers 20

Players and organisers vanish, return, run out of time, answer or do not, leave, go on vacation,
block each other and are erased. Managers score, remove and cancel. Series begin a season each
month, with or without divisions. The bot is removed from servers, and channels are deleted. The
invariants of `event_checks` are checked every day.
"""

import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click
import structlog

from bot.operations import integrity_check
from bot.store import Store, address
from bot.store.tables import metadata
from tests import raw
from tests.bot.extensions.tournaments import (
    event_checks,
    season_departures,
    season_people,
    season_series,
)
from tests.bot.extensions.tournaments.season_world import (
    DAY,
    FIRST_PERSON,
    START,
    RunsForEver,
    World,
)
from tests.transactions import reading
from tests.year.inline import inline, memory

LONGEST = 600 * DAY
"""Seconds within which every event must end."""
MOST_POSTS = 4
"""Maximum number of posts of an event in its channel, not counting its rounds and games."""
FULL = {"people": 200, "servers": 20, "events": 120, "days": 120}
"""A full season, in which everything in `WANTED` must happen."""
WANTED = (
    "did/request an erasure",
    "erasures of organisers",
    "did/return after an erasure",
    "did/come back",
    "did/block",
    "did/remove the bot",
    "did/delete a channel",
    "did/notice a deleted channel",
    "sent/event-forum-game",
    "sent/event-thread-game",
    "divisions/higher",
    "divisions/lower",
    "divisions/same",
    "ended/all finished",
    "ended/cup finished",
    "ended/rounds finished",
    "ended/tables finished",
    "entrants/erased",
    "entrants/silent",
    "pairings/forfeit",
    "pairings/void",
)
"""Keys of the tally."""


async def simulate(
    store: Store, *, people: int, servers: int, events: int, days: int, seed: int
) -> World:
    """Simulate a season in which `events` events are opened within `days` days.

    Returns the world with its faults.
    """
    world = World(
        store,
        random.Random(seed),
        [],
        [500 + number for number in range(servers)],
    )
    for number in range(people):
        season_departures.arrive(world, FIRST_PERSON + number)
    for server in world.servers[: max(1, servers // 2)]:
        season_people.open_ladder(world, server)
    for number, server in enumerate(world.servers[-max(1, servers // 4) :]):
        season_series.create_series(world, server, divisions=number % 3 < 2)
    openings = sorted(START + world.rng.randrange(days * DAY) for _ in range(events))
    try:
        while world.now < START + LONGEST and not (
            world.now > START + days * DAY and not openings and _all_over(world)
        ):
            while openings and openings[0] <= world.now:
                openings.pop(0)
                season_people.open_event(world)
            season_people.act(world)
            if world.now >= START + days * DAY:
                season_series.stop_all(world)
            await world.advance(world.now + season_people.STEP)
            if (world.now - START) % DAY == 0:
                world.faults += event_checks.find_contradictions(store)
            if len(world.faults) > 20:
                break
    except RunsForEver as job:
        world.fault(f"a job runs for ever: {job}")
    _check_end(world)
    return world


def _all_over(world: World) -> bool:
    """Whether all events are over."""
    query = "SELECT count(*) AS number FROM events WHERE status NOT IN ('finished', 'cancelled')"
    return not raw.look(world.store, query)[0]["number"]


def _check_end(world: World) -> None:
    """Check that all events have ended, and check the rows that they have left."""
    store = world.store
    query = "SELECT id, format, status FROM events WHERE status NOT IN ('finished', 'cancelled')"
    for row in raw.look(store, query):
        world.fault(f"event {row['id']} ({row['format']}) has not ended: {row['status']}")
    world.faults += event_checks.find_faults(store)
    world.faults += season_series.find_wrong_divisions(world)
    world.faults += find_traces(store, world.erased)
    for event, number in world.posts_of().items():
        if number > MOST_POSTS:
            world.fault(f"event {event} has {number} posts")
    with reading(store) as tx:
        world.faults += integrity_check.find_faults(tx)
    for row in raw.look(store, "SELECT format, status FROM events"):
        world.tally[f"ended/{row['format']} {row['status']}"] += 1
    for row in raw.look(store, "SELECT state, count(*) AS number FROM pairings GROUP BY state"):
        world.tally[f"pairings/{row['state']}"] = row["number"]
    for row in raw.look(
        store, "SELECT left_why, count(*) AS number FROM entrants GROUP BY left_why"
    ):
        world.tally[f"entrants/{row['left_why'] or 'stayed'}"] = row["number"]


def find_traces(store: Store, erased: set[int]) -> list[str]:
    """Return the columns of the database in which erased players still appear."""
    known = re.compile(rf"\b{str(FIRST_PERSON)[:3]}\d{{{len(str(FIRST_PERSON)) - 3}}}\b")
    left = Counter(
        (player, table, column)
        for table in metadata.tables
        for row in raw.look(store, f"SELECT * FROM {table}")
        for column, value in row.items()
        for player in {int(each) for each in known.findall(str(value))} & erased
    )
    return [f"{player} was erased, but is in {t}.{column}" for player, t, column in sorted(left)]


def report(tally: Counter[str]) -> str:
    """Return the tally, one line per key."""
    return "\n".join(f"{number:>8}  {what}" for what, number in sorted(tally.items()))


async def season(people: int, servers: int, events: int, days: int, seed: int) -> World:
    """Simulate a season in a temporary database."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        store = await Store.open(address(Path(folder) / "halma.sqlite3"))
        world = await simulate(
            store, people=people, servers=servers, events=events, days=days, seed=seed
        )
        await store.close()
    return world


@click.command()
@click.option("--people", default=FULL["people"], show_default=True, type=click.IntRange(min=12))
@click.option("--servers", default=FULL["servers"], show_default=True, type=click.IntRange(min=1))
@click.option("--events", default=FULL["events"], show_default=True, type=click.IntRange(min=1))
@click.option("--days", default=FULL["days"], show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True)
def main(people: int, servers: int, events: int, days: int, seed: int) -> None:
    """Simulate a season, print what happened, and fail if an invariant is broken."""
    structlog.configure(
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(40),
    )
    began = time.monotonic()
    with inline():
        world = asyncio.run(season(people, servers, events, days, seed))
    if people >= FULL["people"] and days >= FULL["days"]:
        world.faults += [f"never: {what}" for what in WANTED if not world.tally[what]]
    click.echo(report(world.tally))
    click.echo(f"{(world.now - START) // DAY} days in {time.monotonic() - began:.0f} s")
    for fault in world.faults:
        click.echo(f"FAULT {fault}")
    sys.exit(1 if world.faults else 0)


if __name__ == "__main__":
    main()
