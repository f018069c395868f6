"""A transaction whose statements cannot be broken off in the middle.

A statement runs in the thread of its connection. If whoever awaits it is cancelled, the thread goes on,
and the driver may abandon the connection in the middle of a transaction: it then holds the write lock of
the database for as long as it lives, and everybody else waits in vain. So every step here is
waited for to its end, and only then the cancellation is passed on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import CursorResult, Executable, ScalarResult
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")


class Tx:
    """An open transaction; query functions take it as their first argument."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection

    async def execute(self, statement: Executable) -> CursorResult[Any]:
        """Run a statement."""
        return await to_the_end(self.connection.execute(statement))

    async def scalars(self, statement: Executable) -> ScalarResult[Any]:
        """The first column of what a query answers."""
        return (await self.execute(statement)).scalars()

    async def scalar(self, statement: Executable) -> Any:
        """The first value of the first row, None if there is no row."""
        return (await self.execute(statement)).scalar()


async def to_the_end(step: Coroutine[Any, Any, T]) -> T:
    """What a step answers; a cancellation meanwhile is raised when the step is done."""
    task = asyncio.ensure_future(step)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        task.exception()  # looked at: it matters no more
        raise cancelled
    return task.result()
