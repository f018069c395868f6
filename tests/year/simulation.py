"""Simulation of one world from its first day to its last."""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import structlog

from bot.service import outbox
from bot.service.actions import computer_moves
from bot.service.conditional_moves import executor
from bot.service.guilds import guild_settings
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime
from bot.service.notifications import reminders
from bot.service.players import player_settings, players
from bot.service.privacy import erasure
from bot.store import Store, address
from bot.store.match import computer_queue
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from bot.store.rating import ratings
from tests.extensions import extension_modules
from tests.transactions import reading, writing
from tests.year import computers, continuations, matchmaking, monitor, outages, player_actions
from tests.year.annulments import annul_now_and_then
from tests.year.database import Database
from tests.year.habits import DAY, HOUR, people, written
from tests.year.invariants import final, weekly
from tests.year.offers import offers
from tests.year.simulated_discord import Post
from tests.year.simulated_world import Broken, Doom, World
from tests.year.waiting import waiting

START = 1_795_084_800
"""19 November 2026, 10:40 UTC, two days after the first daily puzzle.

The following year has two clock changes in each hemisphere.
"""
SLOWEST = ("slowest board after a database outage", "slowest answer")
"""Tally keys of the longest delays, in seconds.

The report has the maximum of all worlds.
"""
EXTENSIONS = extension_modules("year")
"""Activities of the installed extensions: `begin`, `delivered` and `check`.

Those that follow a finished game have `over`, and those that start games have `WAYS`.
"""
WEEK, MONTH = 7 * DAY, 30 * DAY


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters of a simulated world."""

    people: int
    games: int
    days: int
    seed: int
    folder: Path
    name: str = "world"
    url: str | None = None
    """URL of the database if it is on a server, or None."""
    every: bool = False
    """Whether each variant is played at least once."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a simulation."""

    tally: Counter[str]
    faults: list[str]
    seconds: float


async def simulate(plan: Plan, report: Callable[[str], object] = lambda line: None) -> Result:
    """Simulate a world. Calls `report` with a progress line each month."""
    began = time.monotonic()
    path = plan.folder / f"{plan.name}.sqlite3"
    store = await Store.open(plan.url or address(path), files=path)
    world = world_of(store, plan, report)
    with listening(world.logged), waiting(world):
        await _live(world, plan, began)
    world.tally["running at the end"] = len(world.games)
    world.tally["database/answers lost"] = world.database.answers_lost
    world.tally["database/statements refused"] = world.database.refused
    world.tally[SLOWEST[0]] = world.database.slowest
    return Result(world.tally, world.faults, time.monotonic() - began)


WAYS = {
    "computer": computers.alone,
    "hands": computers.alone,
    "filled": computers.filled,
    "on": continuations.play_on,
    **{way: begin for each in EXTENSIONS for way, begin in getattr(each, "WAYS", {}).items()},
}
"""Functions that start games, by kind of game.

All other kinds start with a challenge to players.
"""


async def _live(world: World, plan: Plan, began: float) -> None:
    """Schedule all games and checks, and run the simulation to its end."""
    try:
        await move_in(world, plan)
        for offer in offers(plan.games, START + DAY, plan.days, world.rng, every=plan.every):
            world.at(offer.at, partial(WAYS.get(offer.way, matchmaking.offer), world, offer))
        for day in range(7, plan.days, 7):
            world.at(START + day * DAY, partial(weekly, world))
        for day in range(30, plan.days, 30):
            world.at(START + day * DAY, partial(_month, world, plan, began))
        world.wake(world.now)
        await world.run()
        world.now = world.ends
        await world.settle()
        await final(world)
        for activity in EXTENSIONS:
            activity.check(world, START)
    except Doom:
        world.print_progress(f"{plan.name}: too many faults, simulation ended")
    finally:
        await world.store.close()


def world_of(store: Store, plan: Plan, report: Callable[[str], object]) -> World:
    rng = random.Random(plan.seed)
    everybody = {person.id: person for person in people(plan.people, 1, START, plan.days, rng)}
    post = Post(
        people=everybody,
        rng=rng,
        addressed=lambda row: addressed(world, row),
        on_delivered=lambda row, whom: _on_delivered(world, row, whom),
        fault=lambda what: world.fault(what),
        cut_off=lambda: world.cut_off,
    )
    world = World(
        store=store,
        rng=rng,
        people=everybody,
        now=START,
        ends=START + plan.days * DAY,
        post=post,
        database=Database(store, rng),
        scheduler=Scheduler(
            store,
            deliver=post.deliver,
            find=post.find,
            clock=lambda: world.now,
            jitter=rng.random,
            reachable=lambda: not world.cut_off,
            think=lambda asked, owner: computers.think(world, asked, owner),
        ),
        look=lambda match, **paid: monitor.look(world, match, **paid),
        turn=lambda match: player_actions.turn(world, match),
        print_progress=report,
    )
    return world


async def move_in(world: World, plan: Plan) -> None:
    """Store all settings, and schedule erasures, downtimes and database outages."""
    with writing(world.store) as tx:
        downtime.record_start(tx, now=world.now)
        for guild in matchmaking.GUILDS[:1]:
            guild_settings.change_setting(tx, guild, "worldwide", "on", by=1, now=world.now)
        for guild in matchmaking.GUILDS[1:]:
            guild_settings.change_setting(tx, guild, "threads", "on", by=1, now=world.now)
        for person in world.people.values():
            players.record_seen(tx, person.id, f"P{person.id % 10000}", None, now=world.now)
            player_settings.change_settings(
                tx,
                person.id,
                {
                    "zone": person.zone if person.settings_known else "",
                    "quiet": written(person.night) if person.settings_known else "",
                    "remind": person.remind,
                    "digest": "19:30" if world.rng.random() < 0.1 else "",
                },
                now=world.now,
            )
            if world.rng.random() < 0.5:
                ratings.set_global_opt_in(tx, person.id, True)
        for activity in EXTENSIONS:
            activity.begin(world, tx, plan.days)
            if hasattr(activity, "over"):
                world.after_game.append(activity.over)
    for person in world.people.values():
        if world.rng.random() < 0.015:
            leaves = world.now + world.rng.randrange(plan.days * DAY)
            world.at(leaves, partial(_forget, world, person.id))
    await annul_now_and_then(world, world.now + plan.days * DAY)
    for how in (_fail, doze, _lose_network):
        for _ in range(max(1, plan.days // 70)):
            falls = world.now + world.rng.randrange(plan.days * DAY)
            world.at(falls, partial(how, world, world.rng.choice((200, 900, HOUR, 5 * HOUR, DAY))))
    for _ in range(max(2, plan.days // 10)):
        falls = world.now + DAY + world.rng.randrange((plan.days - 1) * DAY)
        away = world.rng.choice((3, 10, 40, 120, 290, 900))
        world.at(falls, partial(outages.lose_database, world, away))


async def addressed(world: World, row: OutboxRow) -> tuple[int, ...] | None:
    """Return the players whom a message mentions or is sent to.

    Returns None if the message is no longer needed.
    """
    with reading(world.store) as tx:
        if row.kind == "plan" and executor.unread(tx, row.payload) is None:
            return None
        if row.kind in {
            "reminder",
            "digest",
            "downtime-credit",
        } and not reminders.still_running(tx, row.payload):
            return None
    if row.user is not None:
        return (row.user,)
    if row.kind == "reminder":
        return (row.payload.player,)
    if row.kind != "board":
        return ()
    game = world.games.get(row.match or 0)
    known = game is not None and game.match.ply == row.ply
    match = game.match if game and known else await world.fetch(row.match or 0)
    if match.level is not None and match.ply == row.ply:
        match = await world.fetch(match.id)
    if match.level is not None and match.ply == row.ply:
        board = (match.id, match.ply)
        if board not in world.post.thinking:
            world.post.thinking.add(board)
            world.tally["computer/boards that announce a long search"] += 1
            world.post.shown.discard((*board, "board"))
    whom = () if match.to_move is None else (match.to_move,)
    with reading(world.store) as tx:
        in_channels = [
            person
            for person in whom
            if (player_settings.load_settings(tx, person)).remind == "channel"
        ]
        return tuple(reminders.awake_players(tx, in_channels, world.now))


def _on_delivered(world: World, row: OutboxRow, whom: tuple[int, ...]) -> None:
    """Count a delivered message, and check that no recipient is asleep."""
    world.tally[f"sent/{row.kind}"] += 1
    for activity in EXTENSIONS:
        activity.delivered(world, row)
    if row.kind in ("board", "result") and world.database.hides(row.created):
        late = world.now - world.database.until
        world.database.slowest = max(world.database.slowest, late)
        world.tally["database/boards posted after an outage"] += late >= 0
    if row.kind == "reminder":
        world.tally[f"sent/remind by {'direct message' if row.user else 'mention'}"] += 1
        for _, _, kind in row.payload.turns:
            world.tally[f"reminded/{kind}"] += 1
    if row.kind == "downtime-credit":
        world.tally["turns credited"] += len(row.payload.turns)
    if row.kind in {"notice", "table-notice"}:
        world.tally[f"notice/{row.payload.notice}"] += 1
    for each in whom:
        person = world.people.get(each)
        if person is not None and person.settings_known and person.sleeps(world.now):
            world.fault(f"a {row.kind} of match {row.match} woke {each} ({row.payload})")


async def _fail(world: World, seconds: int) -> None:
    """Kill the bot, perhaps during a delivery, and restart it after `seconds`."""
    if world.absent:
        return
    gone = await _go(world, seconds)
    with writing(world.store) as tx:
        half_sent = [
            row
            for row in outbox_rows.due_rows(tx, now=gone, limit=3)
            if outbox.claim_row(tx, row, now=gone)
        ]
        computer_moves.claim_due(tx, now=gone, limit=2)
    for row in half_sent[:2]:
        await world.post.deliver(row)
    world.at(world.down_until, partial(_come_back, world, "restarts"))


async def doze(world: World, seconds: int) -> None:
    """Suspend the machine for `seconds`. The process stays in memory."""
    if not world.absent:
        await _go(world, seconds)
        world.at(world.down_until, partial(_come_back, world, "sleeps"))


async def _lose_network(world: World, seconds: int) -> None:
    """Cut the network for `seconds`. The bot keeps running."""
    if not world.absent:
        await _go(world, seconds)
        world.cut_off = True
        world.at(world.down_until, partial(_come_back, world, "cut off"))
        world.wake(world.now)


async def _go(world: World, seconds: int) -> int:
    """Start a downtime of `seconds`, and return its start time."""
    gone = world.now
    for match in list(world.games):  # vacations in progress extend turns without a message
        await world.look(match)
    world.downtimes.append((gone, gone + seconds))
    world.down_until, world.absent = gone + seconds, True
    with writing(world.store) as tx:
        downtime.record_heartbeat(tx, now=gone - world.rng.randrange(downtime.HEARTBEAT_SECONDS))
    return gone


async def _come_back(world: World, how: str) -> None:
    """End a downtime, and let the scheduler detect it."""
    if how == "restarts":
        with writing(world.store) as tx:
            outbox_rows.release_claims(tx, now=world.now)
            computer_queue.release_claims(tx, world.now)
    world.tally[f"downtimes/{how}"] += 1
    world.tally["downtimes"] += 1
    world.bot_at, world.cut_off = None, False
    await world.scheduler.run_until_idle()
    world.absent = False
    for match in list(world.games):
        await world.look(match)
    await world.settle()


@contextmanager
def listening(on_error: Callable[[str, BaseException | None], object]) -> Iterator[None]:
    """Call `on_error` for each error that the bot logs."""

    def hear(_: object, method: str, entry: MutableMapping[str, Any]) -> NoReturn:
        if method in ("error", "exception", "critical"):
            fault = entry.get("exc_info")
            on_error(
                str(entry["event"]),
                fault if isinstance(fault, BaseException) else sys.exc_info()[1],
            )
        raise structlog.DropEvent

    processors = structlog.get_config()["processors"]
    before = [*processors]
    processors[:] = [hear]
    try:
        yield
    finally:
        processors[:] = before


async def _forget(world: World, player: int) -> None:
    """Request the erasure of a player, who stops playing."""
    person = world.people[player]
    await world.ask("request erasure", erasure.request_erasure, player)
    person.stops_at = world.now

    async def forgotten() -> None:
        if world.database.away:
            raise Broken
        await world.settle()
        del world.people[player]
        for match, game in list(world.games.items()):
            if player in game.match.players:
                await world.look(match)

    world.at(world.now + erasure.GRACE_PERIOD + 60, forgotten)


async def _month(world: World, plan: Plan, began: float) -> None:
    over = sum(number for what, number in world.tally.items() if what.startswith("ending/"))
    world.print_progress(
        f"{plan.name}, day {(world.now - START) // DAY}: {world.tally['begun']} matches started, "
        f"{over} over, {world.tally['did/move']} moves, {len(world.post.messages)} messages, "
        f"{len(world.faults)} faults, {time.monotonic() - began:.0f} s"
    )
