"""Simulated database outages of a few seconds or minutes.

An outage starts between two statements of a transaction, or just after a commit whose answer is
lost. During an outage every statement of the bot fails. Statements in `Database.watched` are
exempt.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.store import Store

WITHIN = 10
"""Seconds after an outage within which all delayed boards must be posted."""
STATEMENTS, COMMITS = 80, 6
"""Maximum number of statements or commits that succeed in a beginning outage."""


class Away(sqlite3.OperationalError):
    """Raised if the database is unavailable."""

    sqlite_errorcode = sqlite3.SQLITE_IOERR


@dataclass(slots=True)
class Database:
    """The database of a store, with simulated outages."""

    store: Store
    rng: random.Random
    away: bool = False
    since: int = 0
    until: int = 0
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    slowest: int = 0
    """Longest delay in seconds between the end of an outage and a delayed board."""
    answers_lost: int = 0
    """Number of commits whose answer was lost."""
    refused: int = 0
    """Number of failed statements."""
    _left: int = 0
    """Number of statements that will still succeed."""
    _commits: int = 0
    """Number of commits until an answer is lost."""
    _lost: bool = False
    _spared: bool = False

    def go(self, since: int, until: int) -> None:
        """Start an outage that takes effect a few statements later."""
        self.away, self.since, self.until = True, since, until
        self.downtimes.append((since, until))
        self._left, self._commits = self.rng.randrange(STATEMENTS), self.rng.randrange(1, COMMITS)
        self.store.counts.on_statement = self._heard
        for connection in self._writers():
            connection.commit = partial(self._commit, connection)  # type: ignore[method-assign]

    def come_back(self) -> None:
        """End the outage."""
        self.away = False
        self.store.counts.on_statement = None
        for connection in self._writers():
            vars(connection).pop("commit", None)

    def was_committed(self) -> bool:
        """Return whether the transaction that has just failed was committed anyway."""
        lost, self._lost = self._lost, False
        return lost

    def hides(self, created: int) -> bool:
        """Return whether a row with this creation time was created in the last outage."""
        return self.since <= created <= self.until

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Exempt the simulation's own statements from an outage."""
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

    def _writers(self) -> list[Any]:
        """Return the write connections of the bot and of the simulation."""
        connections = (thread.connection for thread in self.store.threads)
        return [connection for connection in connections if not connection.query_only]

    def _commit(self, connection: Any) -> None:
        type(connection).commit(connection)
        self._commits -= 1
        if self._commits == 0:
            self._left, self._lost = 0, True
            self.answers_lost += 1
            raise Away("the answer of the database is lost")
