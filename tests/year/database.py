"""The database of the bot, which is away now and then, for seconds or minutes.

It goes in the middle of what is asked of it, or right after it has kept something, whose answer is lost.
While it is away no statement of the bot succeeds; those who only watch the world are spared.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.store import Store

WITHIN = 10
"""Seconds after the return of the database in which all boards that it kept from people are shown.

It is the time for which a delivery stays claimed (`outbox.LEASE`), and a little: ten seconds are enough
once a claim does not outlive an outage."""
STATEMENTS, COMMITS = 80, 6
"""So many statements, or commits, succeed at most when an outage begins."""


class Away(sqlite3.OperationalError):
    """The database cannot be read, or written, for a while."""

    sqlite_errorcode = sqlite3.SQLITE_IOERR


@dataclass(slots=True)
class Database:
    """Whether the database of a store answers."""

    store: Store
    rng: random.Random
    away: bool = False
    since: int = 0
    until: int = 0
    outages: list[tuple[int, int]] = field(default_factory=list)
    slowest: int = 0
    """The most seconds after a return in which a board was shown."""
    answers_lost: int = 0
    """How often something was kept and nobody heard of it."""
    refused: int = 0
    """How many statements failed."""
    _left: int = 0
    """How many statements succeed yet."""
    _commits: int = 0
    """After how many commits an answer is lost."""
    _lost: bool = False
    _spared: bool = False

    def go(self, since: int, until: int) -> None:
        """Away from now on, a few statements later."""
        self.away, self.since, self.until = True, since, until
        self.outages.append((since, until))
        self._left, self._commits = self.rng.randrange(STATEMENTS), self.rng.randrange(1, COMMITS)
        self.store.counts.heard = self._heard
        self.store.on_commit = self._kept

    def come_back(self) -> None:
        """Everything succeeds again."""
        self.away = False
        self.store.counts.heard = None
        self.store.on_commit = lambda: None

    def kept(self) -> bool:
        """Whether what has just failed was kept all the same."""
        lost, self._lost = self._lost, False
        return lost

    def hides(self, created: int) -> bool:
        """Whether something was written in the last outage."""
        return self.since <= created <= self.until

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Statements succeed that no bot asks."""
        self._spared = True
        try:
            yield
        finally:
            self._spared = False

    def _heard(self, sql: str) -> None:
        if self._spared:
            return
        self._left -= 1
        if self._left < 0:
            self.refused += 1
            raise Away("the database is away")

    def _kept(self) -> None:
        self._commits -= 1
        if self._commits == 0:
            self._left, self._lost = 0, True
            self.answers_lost += 1
            raise Away("the answer of the database is lost")
