"""Sleep in simulated time: while the bot waits for the database the clock of the world goes on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.year.simulated_world import World


@contextmanager
def waiting(world: World) -> Iterator[None]:
    """Nobody sleeps for real seconds meanwhile."""
    real = asyncio.sleep

    async def sleep(seconds: float, result: Any = None) -> Any:
        if seconds > 0:
            await world.wait(seconds)
        return await real(0, result)

    asyncio.sleep = sleep  # type: ignore[assignment]
    try:
        yield
    finally:
        asyncio.sleep = real
