"""The simulated world: event queue, clock, players, matches and the bot."""

import heapq
import math
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot import extension_points
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.snowflakes import DISCORD_EPOCH
from bot.service.errors import ServiceError
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime, lifecycle
from bot.store import Store
from bot.store.models import Match
from engine import EngineError, Move, Position, Variant, search
from tests.transactions import reading, writing
from tests.year.database import Away, Database
from tests.year.habits import HOUR, Person
from tests.year.ledger import Ledger
from tests.year.simulated_discord import Post

TICK = 1200
"""Seconds between an event and the bot's next wakeup.

To save time, the simulated bot wakes less often than the real one.
"""
TIMED = (
    "challenges",
    "offers",
    "timeouts",
    "reminders",
    "outbox",
    "digests",
    "plans",
    "computer",
    "long searches",
    *(job.name for extension in extension_points.installed() for job in extension.jobs),
)
"""Jobs that run exactly when due, so that no message is delayed into quiet hours.

The other jobs wait for the next wakeup.
"""
RESTS = 5
"""Seconds until the bot wakes again after a failed job."""
NODES = 200
"""Nodes searched for the move of a simulated player."""
FAULTS = 40
"""Number of faults after which the simulation ends."""

Event = Callable[[], Awaitable[object]]


class Doom(Exception):
    """Raised if there are too many faults to continue."""


class Broken(Exception):
    """Raised if the database is unavailable and the caller must retry."""


@dataclass(slots=True)
class Game:
    """A running match from the point of view of its players."""

    match: Match
    ledger: Ledger
    gifts: int = 0
    pauses: int = 0
    planned: int = 0
    """Number of conditional moves that have been played."""
    computed: int = 0
    """Number of moves by the computer."""


@dataclass(slots=True)
class World:
    """The state of the simulation. `now` is the only clock."""

    store: Store
    rng: random.Random
    people: dict[int, Person]
    now: int
    ends: int
    post: Post
    database: Database
    scheduler: Scheduler
    look: Callable[..., Awaitable[Match]]
    """Checks the state of a match (`monitor.look`)."""
    turn: Callable[[Match], None]
    """Schedules the actions of a new turn (`player_actions.turn`)."""
    print_progress: Callable[[str], object]
    """Prints a progress message."""
    games: dict[int, Game] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    texts: dict[int, list[str]] = field(default_factory=dict)
    """Confirmed moves of each match, in order."""
    veterans: set[int] = field(default_factory=set)
    """Players who have played before."""
    over: list[int] = field(default_factory=list)
    after_game: list[Callable[[Any, Match], None]] = field(default_factory=list)
    """What extensions do when a game is over."""
    """Finished matches, in order."""
    openings: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Opening plies of continued games, and how each opening was obtained."""
    remembered: defaultdict[str, set[tuple[int, int]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    """State that the extensions' activities keep: sets of pairs, by label."""
    leaving: set[int] = field(default_factory=set)
    """Matches that a player will leave while the others continue."""
    impatient: list[Event] = field(default_factory=list)
    """Actions that players attempt during the database outage."""
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    down_until: int = 0
    absent: bool = False
    """Whether the bot is down, or has not yet detected its downtime."""
    cut_off: bool = False
    """Whether the bot is running but unreachable."""
    agenda: list[tuple[int, int, Event]] = field(default_factory=list)
    bot_at: int | None = None
    """When the next wakeup of the bot is scheduled, if any."""
    _order: Iterator[int] = field(default_factory=count)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))

    def at(self, moment: int, event: Event) -> None:
        """Schedule an event, unless it is after the end of the simulation."""
        if moment < self.ends:
            heapq.heappush(self.agenda, (max(moment, self.now), next(self._order), event))

    def fault(self, what: str) -> None:
        """Report a fault."""
        self.faults.append(f"second {self.now}: {what}")
        self.print_progress(f"FAULT {self.faults[-1]}")

    def logged(self, event: str, error: BaseException | None) -> None:
        """Handle an error logged by the bot.

        It is a fault unless the database is unavailable.
        """
        if self.database.away:
            self.tally["database/errors logged"] += 1
        else:
            self.fault(f"the bot logged {event!r} ({error!r})")

    def id(self, sent: int | None = None) -> int:
        """Return a new interaction id with the given time, by default now."""
        return ((self.now if sent is None else sent) - DISCORD_EPOCH) * 1000 << 22 | next(self._ids)

    async def ask(
        self, what: str, do: Callable[..., Awaitable[Any]], *about: Any, may: str = "", **more: Any
    ) -> Any:
        """Run a service function in a transaction and return its result.

        Returns None if the service refuses. That is a fault unless `may` contains the error code.
        `may` is either a list of codes separated by spaces, or "*" for any code. Raises `Broken` if
        the database fails.
        """
        arguments: dict[str, Any] = {"now": self.now} | more
        done = None
        try:
            with writing(self.store) as tx:
                done = do(tx, *about, **arguments)
        except Away:
            if not self.database.was_committed():
                self.tally["database/requests failed"] += 1
                raise Broken from None
            self.tally["database/committed without an answer"] += 1
        except (ServiceError, EngineError, InvalidTime) as refusal:
            code = str(getattr(refusal, "code", "") or getattr(refusal, "reason", refusal))
            code = code if isinstance(refusal, ServiceError | InvalidTime) else "not-a-move"
            self.tally[f"refused/{what}: {code}"] += 1
            if may != "*" and code not in may.split():
                self.fault(f"{what} was refused: {refusal!r}")
            return None
        self.tally[f"did/{what}"] += 1
        self.wake(self.now + TICK)
        return done

    def wake(self, moment: int) -> None:
        """Schedule a wakeup of the bot at this time, unless it wakes earlier."""
        if self.bot_at is not None and self.bot_at <= moment:
            return
        self.bot_at = max(moment, self.now)
        self.at(self.bot_at, self._bot_wakes)

    async def wait(self, seconds: float) -> None:
        """Sleep for `seconds` in simulated time.

        Players may act in the meantime, and a database outage may end.
        """
        until = self.now + math.ceil(seconds)
        await self.meanwhile()
        self.now = max(self.now, until)
        if self.database.away and self.now >= self.database.until:
            self.database.come_back()

    async def meanwhile(self) -> None:
        """Run one of the actions that players attempt during a database outage."""
        if self.impatient:
            await self.brave(self.impatient.pop())

    async def brave(self, event: Event) -> None:
        """Run an event, or reschedule it if the database is unavailable."""
        try:
            await event()
        except Broken:
            self.at(self.database.until + 5 + self.rng.randrange(HOUR), event)

    async def run(self) -> None:
        """Run events until none is left. Raises `Doom` if there are too many faults."""
        while self.agenda:
            moment, _, event = heapq.heappop(self.agenda)
            if moment < self.down_until and event != self._bot_wakes:
                # The bot is down, so the player tries again once it is back.
                self.at(self.down_until + 60 + self.rng.randrange(HOUR), event)
                continue
            self.now = max(self.now, moment)
            if not self.absent:  # the simulated bot wakes less often than a heartbeat is due
                with writing(self.store) as tx:
                    downtime.record_heartbeat(tx, now=self.now)
            await self.brave(event)
            if len(self.faults) >= FAULTS:
                raise Doom

    async def _bot_wakes(self) -> None:
        down = self.now < self.down_until and not self.cut_off
        if self.bot_at is None or self.bot_at > self.now or down:
            return  # the bot has already been woken, or is down
        self.bot_at = None
        await self.settle()

    async def settle(self) -> None:
        """Run all due jobs of the bot, and check the matches with new messages."""
        await self.scheduler.run_until_idle()
        touched, self.post.touched = self.post.touched, set()
        for match in sorted(touched):
            await self.look(match)
        dues = [at for job, at in self.scheduler.due_times().items() if job in TIMED]
        soonest = min([self.now + 12 * HOUR, *dues])
        if soonest <= self.now:  # an overdue job failed or was cut short and will be retried
            soonest = self.now + RESTS
        self.wake(max(soonest, self.now + TICK) if self.cut_off else soonest)

    def computer_move(self, rules: Variant, position: Position) -> Move:
        """Return the computer's move from a short search."""
        runner, seed = search.levels(rules)[1], self.rng.getrandbits(32)
        return search.choose(rules, position, runner, seed=seed, nodes=NODES)

    async def fetch(self, match: int) -> Match:
        """Load the current state of a match."""
        with self.database.watched(), reading(self.store) as tx:
            return lifecycle.load(tx, match)
