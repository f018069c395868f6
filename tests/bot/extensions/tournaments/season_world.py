"""The world of a simulated season: its clock, scheduler, Discord and faults."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import bot.client  # noqa: F401  -- registers the message kinds
from bot import extension_points
from bot.extensions.tournaments.service import hub
from bot.extensions.tournaments.store import event_rows
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.snowflakes import DISCORD_EPOCH
from bot.service.errors import ServiceError
from bot.service.jobs.outbox_sender import Delivered
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime
from bot.service.outbox import DeliveryFailed
from bot.store import Store
from bot.store.match import matches
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from tests.transactions import reading, writing

HOUR, DAY = 3600, 86400
START = 1_795_084_800
MANAGER = 11
FORUM = 9
"""Last two digits of the id of each server's forum."""
FIRST_PERSON = 770_000_000_001
"""Id of the first player. No other number in the database looks like it."""
CONTROLS = ("72h+12h cap 120h", "48h+12h cap 96h", "24h+12h cap 48h")
TIMED = (
    "offers",
    "timeouts",
    "outbox",
    "computer",
    "erasures",
    *(job.name for extension in extension_points.installed() for job in extension.jobs),
)
"""Jobs that run exactly when due. The others wait for the next step of the season."""
MANY_RUNS = 3000
"""Number of runs of a job within one second after which it is considered to run for ever."""
LOST, REFUSED = 0.005, 0.01
"""Probabilities of a lost response and of a temporary error."""


class RunsForEver(Exception):
    """A job is still due however often it runs."""


@dataclass(slots=True)
class World:
    """The state of the season. `now` is the only clock."""

    store: Store
    rng: random.Random
    people: list[int]
    servers: list[int]
    now: int = START
    vanished: set[int] = field(default_factory=set)
    """Players who neither move nor answer."""
    erasing: dict[int, int] = field(default_factory=dict)
    """Players who have requested their erasure, and when it is due."""
    erased: set[int] = field(default_factory=set)
    """Players who have been erased and have not returned."""
    removed: set[int] = field(default_factory=set)
    """Servers from which the bot has been removed."""
    deleted: set[int] = field(default_factory=set)
    """Channels that have been deleted."""
    forum_of: dict[int, int] = field(default_factory=dict)
    """The forum of each post in one, by the id of its thread."""
    tally: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    posts: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    """Number of posts in channels, by event, kind and occasion."""
    runs: Counter[str] = field(default_factory=Counter)
    """Number of runs of each job at the current second."""
    nonces: dict[str, int] = field(default_factory=dict)
    ids: Any = field(default_factory=lambda: count(1))
    scheduler: Scheduler = field(init=False)

    def __post_init__(self) -> None:
        self.scheduler = Scheduler(
            self.store,
            deliver=self.deliver,
            find=self.find,
            clock=lambda: self.now,
            jitter=self.rng.random,
            late=self._count_run,
        )

    def id(self) -> int:
        """Return a new interaction id."""
        return (self.now - DISCORD_EPOCH) * 1000 << 22 | next(self.ids)

    def is_absent(self, player: int) -> bool:
        """Whether a player neither moves nor answers."""
        return player in self.vanished or player in self.erasing

    def fault(self, what: str) -> None:
        """Report a fault."""
        self.faults.append(f"day {(self.now - START) // DAY}: {what}")

    def ask(self, what: str, do: Callable[..., Any], *about: Any, **more: Any) -> Any:
        """Run a service function in a transaction and return its result.

        Returns None if the service refuses.
        """
        try:
            with writing(self.store) as tx:
                done = do(tx, *about, now=self.now, **more)
        except (ServiceError, InvalidTime) as refusal:
            self.tally[f"refused/{what}: {type(refusal).__name__}"] += 1
            return None
        self.tally[f"did/{what}"] += 1
        return done

    async def advance(self, until: int) -> None:
        """Run all jobs as they become due, until this time."""
        while True:
            dues = [at for job, at in self.scheduler.due_times().items() if job in TIMED]
            soonest = min([until, *(at for at in dues if at > self.now)])
            self.now = max(self.now, soonest)
            with writing(self.store) as tx:  # the simulated bot wakes less often than the real one
                downtime.record_heartbeat(tx, now=self.now)
            self.runs.clear()
            await self.scheduler.run_until_idle()
            for job, failures in self.scheduler.failures().items():
                if failures:
                    self.fault(f"the job {job!r} failed")
            if self.now >= until:
                return

    def _count_run(self, job: str, delay: float) -> None:
        self.runs[job] += 1
        if self.runs[job] > MANY_RUNS:
            raise RunsForEver(f"{job!r} at second {self.now}")

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        """Deliver a message, or simulate a failure."""
        if self._server_of(row) in self.removed:
            return DeliveryFailed("403 50001 Missing Access", permanent=True, refused=True)
        if self.deleted & {row.channel, self.forum_of.get(row.channel or 0)}:
            return DeliveryFailed(
                "404 10003 Unknown Channel", permanent=True, refused=True, gone=True
            )
        luck = self.rng.random()
        if luck < REFUSED:
            return DeliveryFailed("503 0 upstream", retry_after=self.rng.choice((0, 30, 900)))
        if row.kind == "event-hub-edit":
            self._check_edit(row)
        if row.kind == "thread":
            return Delivered(row.payload.message)
        if row.kind in ("event-forum-game", "event-thread-game"):
            return self._create_thread(row, is_lost=luck < REFUSED + LOST)
        if message_kinds.KINDS[row.kind].edits:
            return Delivered()
        if row.nonce in self.nonces:
            self.fault(f"message {row.nonce} ({row.kind}) was sent twice")
        self.nonces[row.nonce] = 10**6 + len(self.nonces)
        self._count_post(row)
        if luck < REFUSED + LOST:
            return DeliveryFailed("the answer was lost")
        return Delivered(self.nonces[row.nonce])

    def _create_thread(self, row: OutboxRow, *, is_lost: bool) -> Delivered | DeliveryFailed:
        """Open a thread or create a post in a forum, or find that of an earlier attempt."""
        assert row.channel is not None
        thread = self.nonces.setdefault(row.nonce, 10**6 + len(self.nonces))
        if row.kind == "event-forum-game":
            self.forum_of[thread] = row.channel
        self.tally[f"sent/{row.kind}"] += 1
        return DeliveryFailed("the answer was lost") if is_lost else Delivered(thread)

    async def find(self, row: OutboxRow) -> int | None:
        """Return the id of the message from an earlier attempt, or None."""
        return self.nonces.get(row.nonce)

    def _server_of(self, row: OutboxRow) -> int | None:
        """Return the server of a message; None for direct messages."""
        if row.channel is None or not self.removed:
            return None
        if row.match is None:
            return self.channels.get(row.channel)
        with reading(self.store) as tx:
            match = matches.get_match(tx, row.match)
        return None if match is None else match.guild

    @property
    def channels(self) -> dict[int, int]:
        """The server of each channel and forum."""
        numbers = (0, 1, 2, FORUM)
        return {server * 100 + number: server for server in self.servers for number in numbers}

    def _count_post(self, row: OutboxRow) -> None:
        self.tally[f"sent/{row.kind}"] += 1
        if row.kind in ("event-line", "event-hub"):
            occasion = f"{getattr(row.payload, 'what', '')} {getattr(row.payload, 'stage', '')}"
            post = (row.payload.event, row.kind, occasion)
            self.posts[post] += 1
            if self.posts[post] > 1:
                self.fault(f"event {post[0]}: {row.kind} {occasion!r} was posted twice")

    def _check_edit(self, row: OutboxRow) -> None:
        with reading(self.store) as tx:
            event = event_rows.get_event(tx, row.payload.event)
        if event is None or not hub.is_needed(event, row):
            return
        self.tally["hub edits"] += 1

    def posts_of(self) -> dict[int, int]:
        """Return the number of posts of each event in its channel, without its rounds."""
        numbers: defaultdict[int, int] = defaultdict(int)
        for (event, _, occasion), times in self.posts.items():
            if not occasion.startswith("round "):
                numbers[event] += times
        return numbers
