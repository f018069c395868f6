"""Entrants of events in processes that `test_event_crash.py` kills.

Usage: python -m tests.bot.extensions.tournaments.crash_entrants FOLDER

The modules are imported once. For each seed on standard input, a process is forked that opens the
database in FOLDER and organises events until it is killed. It prints "process" with its process id
when it starts, and "step" after each action of an entrant and after each delivered message.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import structlog

import bot.client  # noqa: F401  -- registers the message kinds
from bot.extensions.tournaments.service import drafts, openings, sign_up
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.store import event_rows
from bot.service.actions import resignations
from bot.service.errors import ServiceError
from bot.service.jobs.outbox_sender import Delivered
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import lifecycle
from bot.service.outbox import DeliveryFailed
from bot.store import Store, Tx, address
from bot.store.driver import sqlite_connection
from bot.store.match import match_saver, matches
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from engine import Outcome
from tests.bot.extensions.tournaments.formats import FORMATS
from tests.transactions import reading, writing

ORGANISER, GUILD, CHANNEL = 11, 500, 600
PEOPLE = range(100, 112)
EVENTS = 3
"""Number of events kept running at the same time."""
FIRST_MESSAGE = 10**6
REST = 0.02
"""Seconds between two actions, in which messages are delivered."""


class Journal:
    """A file of JSON lines that survives the end of its process."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, *line: object) -> None:
        file = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.write(file, json.dumps(line).encode() + b"\n")
        os.close(file)

    def lines(self) -> list[list[object]]:
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]


class Discord:
    """A fake Discord that appends the nonce of each accepted message to a file.

    A message that is sent twice appears twice.
    """

    def __init__(self, journal: Journal, rng: random.Random, trouble: float) -> None:
        self.journal = journal
        self.rng = rng
        self.trouble = trouble
        self.nonces = {str(line[0]) for line in journal.lines()}

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        if self.rng.random() < self.trouble:
            return DeliveryFailed("503")
        if row.kind == "thread":
            return Delivered(row.payload.message)
        if row.kind == "event-thread-game":  # a retry finds the thread
            return Delivered(FIRST_MESSAGE + row.id)
        if message_kinds.KINDS[row.kind].edits:
            return Delivered()
        event = getattr(row.payload, "event", None)
        what = f"{getattr(row.payload, 'what', '')} {getattr(row.payload, 'stage', '')}"
        self.journal.write(row.nonce, row.kind, event, what, row.user)
        self.nonces.add(row.nonce)
        say("step")
        # The message has been accepted, but the bot has not yet received the response.
        await asyncio.sleep(self.rng.random() / 1000)
        if self.rng.random() < self.trouble:
            raise ConnectionError("reset")
        return Delivered(FIRST_MESSAGE + row.id)

    async def find(self, row: OutboxRow) -> int | None:
        return FIRST_MESSAGE + row.id if row.nonce in self.nonces else None


def organise(tx: Tx, rng: random.Random, ids: Iterator[int], now: int) -> None:
    """Create an event with random entrants, open it and begin it."""
    kind, variant = rng.choice(FORMATS)
    asked = {"by": ORGANISER, "is_manager": True, "now": now}
    draft = EventDraft("Cup", variant, kind, at_once=rng.randint(2, 4), rated=rng.random() < 0.5)
    event = drafts.create_event(
        tx,
        draft,
        guild=GUILD,
        channel=CHANNEL,
        organiser=ORGANISER,
        is_manager=True,
        interaction=next(ids),
        now=now,
    )
    drafts.open_event(tx, event.id, **asked)
    number = rng.randint(event.min_entrants, max(event.min_entrants, 10))
    for player in rng.sample(PEOPLE, number):
        sign_up.join_event(tx, event.id, player=player, interaction=next(ids), now=now)
    sign_up.start_now(tx, event.id, **asked)


def end(tx: Tx, match_id: int, rng: random.Random, now: int) -> int | None:
    """Let a player resign, or both agree to a draw. Returns the match if it is over."""
    match = lifecycle.load(tx, match_id)
    if match.status != "running":
        return None
    if len(match.players) > 2:
        present = [seat for seat in range(len(match.players)) if seat not in match.departed_seats]
        after = resignations.remove_players(
            tx, match, rng.sample(present, 1), why="resigned", now=now
        )
    else:
        loser = rng.randrange(3)
        ranking = ((0, 1),) if loser > 1 else ((1 - loser,), (loser,))
        outcome = Outcome(ranking, "agreed" if loser > 1 else "resigned")
        after = lifecycle.finish(tx, match, "finished", outcome, now)
    match_saver.save(tx, match, after)
    return match_id if after.status != "running" else None


async def play(folder: Path, seed: int) -> None:
    """Organise events until the process is killed, and log every confirmed result."""
    rng = random.Random(seed)
    store = await Store.open(address(folder / "halma.sqlite3"))
    confirmed = Journal(folder / "confirmed")
    discord = Discord(Journal(folder / "discord"), rng, trouble=0.02)

    def clock() -> int:
        return int(time.time())

    ids = count(time.time_ns())
    scheduler = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=clock)
    await scheduler.start()
    while True:
        say("step")
        await asyncio.sleep(REST)
        with reading(store) as tx:
            running = [match.id for match in matches.running_matches(tx)]
            events = event_rows.events_of_guild(tx, GUILD, ("running",), EVENTS)
        try:
            with writing(store) as tx:
                if len(events) < EVENTS:
                    organise(tx, rng, ids, clock())
                    over = None
                elif rng.random() < 0.02:
                    event = rng.choice(events)
                    sign_up.leave_event(
                        tx,
                        event.id,
                        player=rng.choice(PEOPLE),
                        interaction=next(ids),
                        now=clock(),
                    )
                    over = None
                elif running:
                    over = end(tx, rng.choice(running), rng, clock())
                else:
                    over = None
        except ServiceError:
            continue
        if over is not None:
            confirmed.write(over)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Fork one process of entrants for each seed read from standard input."""
    folder = Path(sys.argv[1])
    openings.PAUSE = 0  # matches end within milliseconds in these processes
    # The machine does not crash, and without syncs more happens between two kills.
    kept = [each for each in sqlite_connection.PRAGMAS if each != "synchronous = FULL"]
    setattr(sqlite_connection, "PRAGMAS", (*kept, "synchronous = OFF"))  # noqa: B010
    log = (folder / "log").open("a")
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(f"process {os.getpid()}")
            asyncio.run(play(folder, int(line)))
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
