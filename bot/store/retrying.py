"""The repetition of a transaction after the database has failed.

A transaction whose commit was under way when the connection was lost may have been kept: only work
that has no second effect may be repeated.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.store.errors import ConnectionLost, unavailable

T = TypeVar("T")

RECONNECTED = (0.2, 1, 2, 4)
"""Seconds before each repetition for a person who waits: a server is started again within them."""
FIRST_PAUSE, LONGEST_PAUSE = 1, 2
"""Seconds before a repetition of work that must be stored."""
ATTEMPTS = 4
"""Attempts at work that fails although the database is available: it is probably a defect."""

log = structlog.get_logger(__name__)


async def reconnecting(work: Callable[[], Awaitable[T]]) -> T:
    """Repeat work a few times while the connection to the server is lost in it."""
    for pause in RECONNECTED:
        try:
            return await work()
        except ConnectionLost as lost:
            log.warning("connection to the database lost", why=str(lost), again_in=pause)
        await asyncio.sleep(pause)
    return await work()


async def persist(work: Callable[[], Awaitable[T]], *, attempts: int = ATTEMPTS) -> T:
    """Repeat a transaction until it is kept: for ever while the database is unavailable.

    Raises any other failure at the last of these attempts.
    """
    attempt = 1
    while True:
        try:
            return await work()
        except Exception as fault:
            if attempt >= attempts and not unavailable(fault):
                raise
            if attempt == 1:
                log.warning("not stored yet", why=repr(fault))
        await asyncio.sleep(min(FIRST_PAUSE * attempt, LONGEST_PAUSE))
        attempt += 1
