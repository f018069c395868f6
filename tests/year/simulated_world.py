"""The course of time: an agenda of what happens when, the people, their games, and the bot."""

import heapq
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.service.clock.calendar import BadTime
from bot.service.clock.snowflakes import DISCORD_EPOCH
from bot.service.errors import ServiceError
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime, lifecycle
from bot.store import Store
from bot.store.models import Match
from engine import EngineError, Move, Position, Variant, search
from tests.year.database import WITHIN, Away, Database
from tests.year.habits import HOUR, Person
from tests.year.ledger import Ledger
from tests.year.simulated_discord import Post

TICK = 1200
"""So many seconds after something happened the bot sees to what it owes; it is simulated less often
than it would really wake, to save time. What was due by day must not be told by night for that."""
TIMED = (
    "challenges",
    "offers",
    "flags",
    "reminders",
    "outbox",
    "digests",
    "plans",
    "computer",
    "thoughts",
    "daily posts",
)
"""The duties that are seen to on the second; the others wait until something else is to be done."""
RESTS = 5
"""So many seconds after a duty has failed the bot is simulated again."""
NODES = 200
"""So many positions people look at before they move."""
FAULTS = 40
"""After so many the world ends."""

Event = Callable[[], Awaitable[object]]


class Doom(Exception):
    """Too much is wrong to go on."""


class Broken(Exception):
    """The database is away: whoever asked for something must ask again."""


@dataclass(slots=True)
class Game:
    """A running match as the people know it."""

    match: Match
    ledger: Ledger
    gifts: int = 0
    pauses: int = 0
    planned: int = 0
    """How many of its moves were made by plans."""
    computed: int = 0
    """How many were made by the computer."""


@dataclass(slots=True)
class World:
    """Everything there is. `now` is the only clock."""

    store: Store
    rng: random.Random
    people: dict[int, Person]
    now: int
    ends: int
    post: Post
    database: Database
    scheduler: Scheduler
    look: Callable[..., Awaitable[Match]]
    """See how a match stands (`watching.look`)."""
    turn: Callable[[Match], None]
    """A turn begins: its player hears of it (`acts.turn`)."""
    tell: Callable[[str], object]
    """Hears how it goes."""
    games: dict[int, Game] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    told: dict[int, list[str]] = field(default_factory=dict)
    """The moves of each match that were confirmed to people, in order."""
    veterans: set[int] = field(default_factory=set)
    """Who has played before."""
    over: list[int] = field(default_factory=list)
    """The matches that ended by a result, in order."""
    openings: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The beginnings from which somebody plays on, and whether they were imported."""
    dailies: set[tuple[int, int]] = field(default_factory=set)
    """In which server the problem of which day was posted."""
    solved: set[tuple[int, int]] = field(default_factory=set)
    """Who has solved the problem of which day."""
    leaving: set[int] = field(default_factory=set)
    """The matches that somebody will leave while the others play on."""
    impatient: list[Event] = field(default_factory=list)
    """What people do while the database is away."""
    outages: list[tuple[int, int]] = field(default_factory=list)
    down_until: int = 0
    absent: bool = False
    """Whether the bot is away, or is back and has not noticed yet that it was."""
    cut_off: bool = False
    """Whether it is there, but nobody can reach it."""
    agenda: list[tuple[int, int, Event]] = field(default_factory=list)
    bot_at: int | None = None
    """When the bot wakes next, as the agenda has it."""
    _order: Iterator[int] = field(default_factory=count)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))

    def at(self, moment: int, event: Event) -> None:
        """Let this happen then, unless the world has ended."""
        if moment < self.ends:
            heapq.heappush(self.agenda, (max(moment, self.now), next(self._order), event))

    def fault(self, what: str) -> None:
        """Something is wrong."""
        self.faults.append(f"second {self.now}: {what}")
        self.tell(f"FAULT {self.faults[-1]}")

    def logged(self, event: str, error: BaseException | None) -> None:
        """The bot has logged an error, as it may while the database is away."""
        if self.database.away:
            self.tally["database/errors logged"] += 1
        else:
            self.fault(f"the bot logs {event!r} ({error!r})")

    def id(self, sent: int | None = None) -> int:
        """A new interaction id, of one that was sent now or at this moment."""
        return ((self.now if sent is None else sent) - DISCORD_EPOCH) * 1000 << 22 | next(self._ids)

    async def ask(
        self, what: str, do: Callable[..., Awaitable[Any]], *about: Any, may: str = "", **more: Any
    ) -> Any:
        """What the service answers; None if it refuses, which is a fault unless `may` has the code.

        Words of `may` are codes; "*" allows all of them.
        """
        told: dict[str, Any] = {"now": self.now} | more
        done = None
        try:
            async with self.store.write() as tx:
                done = await do(tx, *about, **told)
        except Away:
            if not self.database.kept():
                self.tally["database/asked in vain"] += 1
                raise Broken from None
            self.tally["database/done though no answer came"] += 1
        except (ServiceError, EngineError, BadTime) as refusal:
            code = str(getattr(refusal, "code", "") or getattr(refusal, "reason", refusal))
            code = code if isinstance(refusal, ServiceError | BadTime) else "not-a-move"
            self.tally[f"refused/{what}: {code}"] += 1
            if may != "*" and code not in may.split():
                self.fault(f"{what} was refused: {refusal!r}")
            return None
        self.tally[f"did/{what}"] += 1
        self.wake(self.now + TICK)
        return done

    def wake(self, moment: int) -> None:
        """Let the bot see to its duties at this moment, or before."""
        if self.bot_at is not None and self.bot_at <= moment:
            return
        self.bot_at = max(moment, self.now)
        self.at(self.bot_at, self._bot_wakes)

    async def wait(self, seconds: float) -> None:
        """Somebody in the bot sleeps for so long: others may act, and the database may come back."""
        until = self.now + math.ceil(seconds)
        await self.meanwhile()
        self.now = max(self.now, until)
        if self.database.away and self.now >= self.database.until:
            self.database.come_back()

    async def meanwhile(self) -> None:
        """One of the people who act while the database is away does."""
        if self.impatient:
            await self.brave(self.impatient.pop())

    async def brave(self, event: Event) -> None:
        """Let it happen, or happen again later if the database is away."""
        try:
            await event()
        except Broken:
            self.at(self.database.until + 5 + self.rng.randrange(HOUR), event)

    async def run(self) -> None:
        """Until the end, or the doom."""
        while self.agenda:
            moment, _, event = heapq.heappop(self.agenda)
            if moment < self.down_until and event != self._bot_wakes:
                # Nobody gets an answer; they try again when the bot is back.
                self.at(self.down_until + 60 + self.rng.randrange(HOUR), event)
                continue
            self.now = max(self.now, moment)
            if not self.absent:  # it is simulated less often than it would beat
                async with self.store.write() as tx:
                    await downtime.beat(tx, now=self.now)
            await self.brave(event)
            if len(self.faults) >= FAULTS:
                raise Doom

    async def _bot_wakes(self) -> None:
        down = self.now < self.down_until and not self.cut_off
        if self.bot_at is None or self.bot_at > self.now or down:
            return  # it was woken before, or is down
        self.bot_at = None
        await self.settle()

    async def settle(self) -> None:
        """The bot does all that is due, and what people see of it is looked at."""
        await self.scheduler.settle()
        touched, self.post.touched = self.post.touched, set()
        for match in sorted(touched):
            await self.look(match)
        dues = [at for duty, at in self.scheduler.agenda().items() if duty in TIMED]
        soonest = min([self.now + 12 * HOUR, *dues])
        failed = any(self.scheduler.failures().values())
        if failed and self.now < self.database.until + WITHIN:  # a duty rests that is overdue
            soonest = self.now + RESTS
        self.wake(max(soonest, self.now + TICK) if self.cut_off else soonest)

    def computer_move(self, rules: Variant, position: Position) -> Move:
        """What the computer would play without thinking for long."""
        runner, seed = search.levels(rules)[1], self.rng.getrandbits(32)
        return search.choose(rules, position, runner, seed=seed, nodes=NODES)

    async def fetch(self, match: int) -> Match:
        """This match as it stands."""
        with self.database.watched():
            async with self.store.read() as tx:
                return await lifecycle.get(tx, match)
