"""Retries of transactions after database failures.

If the connection is lost during a commit, the transaction may still have been committed. Therefore,
only idempotent work may be retried.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.store.driver.errors import ConnectionLost, unavailable

T = TypeVar("T")

RECONNECTED = (0.2, 1, 2, 4)
"""Backoff in seconds while a user is waiting.

A restarting server is usually back within this time.
"""
FIRST_PAUSE, LONGEST_PAUSE = 1, 2
"""Backoff in seconds for work that must be stored."""
ATTEMPTS = 4
"""Maximum attempts for work that fails although the database is available.

A bug is the usual cause.
"""

log = structlog.get_logger(__name__)


async def reconnecting(work: Callable[[], Awaitable[T]]) -> T:
    """Run `work`, and retry it a few times if the connection to the server is lost.

    Returns its result. Raises `ConnectionLost` if the connection is lost in the last attempt too.
    """
    for pause in RECONNECTED:
        try:
            return await work()
        except ConnectionLost as lost:
            log.warning("connection to the database lost", why=str(lost), again_in=pause)
        await asyncio.sleep(pause)
    return await work()


async def persist(work: Callable[[], Awaitable[T]], *, attempts: int = ATTEMPTS) -> T:
    """Run a transaction, and retry it until it is committed. Returns its result.

    Retries without limit while the database is unavailable. After `attempts` attempts, any other
    error is raised.
    """
    attempt = 1
    while True:
        try:
            return await work()
        except Exception as fault:
            if attempt >= attempts and not unavailable(fault):
                raise
            if attempt == 1:
                log.warning("transaction failed; retrying", why=repr(fault))
        await asyncio.sleep(min(FIRST_PAUSE * attempt, LONGEST_PAUSE))
        attempt += 1
