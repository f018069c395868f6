"""Two processes on the same events, each with its own store."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot.service.errors import ServiceError
from bot.service.jobs.outbox_sender import Delivered
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from tests import raw
from tests.bot.extensions.tournaments import crash_entrants, event_checks
from tests.bot.extensions.tournaments.formats import FORMATS
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import Club

pytestmark = pytest.mark.check

ROUNDS = 200
"""Maximum number of times that all running matches are ended."""


@pytest.fixture
async def stores(store: Store) -> AsyncIterator[tuple[Store, Store]]:
    """Open the same database twice, as two processes would."""
    other = await Store.open(store.url)
    yield store, other
    await other.close()


class Channel:
    """A channel that counts the messages by nonce."""

    def __init__(self) -> None:
        self.nonces: Counter[str] = Counter()
        self.posts: Counter[tuple[object, ...]] = Counter()

    async def deliver(self, row: OutboxRow) -> Delivered:
        await asyncio.sleep(0)
        if row.kind == "thread":
            return Delivered(row.payload.message)
        if message_kinds.KINDS[row.kind].edits:
            return Delivered()
        self.nonces[row.nonce] += 1
        if row.kind in ("event-line", "event-hub"):
            self.posts[row.kind, row.payload.event, getattr(row.payload, "what", "")] += 1
        return Delivered(10**6 + row.id)

    async def find(self, row: OutboxRow) -> int | None:
        return 10**6 + row.id if row.nonce in self.nonces else None


async def end(store: Store, match: Match, rng: random.Random, now: int) -> None:
    """End a match, or let a player leave a table, as an entrant would."""
    seed = rng.random()

    def run(tx: Tx) -> object:
        return crash_entrants.end(tx, match.id, random.Random(seed), now)

    try:
        await store.write(run)
    except ServiceError:
        return


async def test_two_processes_begin_each_match_once_and_count_each_result_once(
    stores: tuple[Store, Store],
) -> None:
    organiser, rng, channel = Organiser(Club(stores[0])), random.Random(1), Channel()
    schedulers = [
        Scheduler(
            store,
            deliver=channel.deliver,
            find=channel.find,
            clock=lambda: organiser.club.now,
        )
        for store in stores
    ]
    events = [
        organiser.begin(12, format=format_, variant=variant, at_once=4)
        for format_, variant in FORMATS[:3]
    ]
    for _ in range(ROUNDS):
        running = [match for event in events for match in organiser.running(event)]
        # Each result is sent through both processes at once, while both run their jobs.
        await asyncio.gather(
            *(scheduler.run_until_idle() for scheduler in schedulers),
            *(end(store, match, rng, organiser.club.now) for match in running for store in stores),
        )
        organiser.club.now += 1
        events = [event for event in events if organiser.get(event).status == "running"]
        if not events:
            break
    assert events == []
    for scheduler in schedulers:
        assert not any(scheduler.failures().values())
        await scheduler.run_until_idle()
    assert event_checks.find_faults(stores[0]) == []
    assert await organiser.club.faults() == []
    assert max(channel.nonces.values()) == max(channel.posts.values()) == 1
    lines = raw.look(stores[0], "SELECT id FROM outbox WHERE kind = 'event-game'")
    games = raw.look(stores[0], "SELECT match FROM pairings WHERE match IS NOT NULL")
    assert len(lines) == len(games)
