"""Sleep in simulated time, for example while the bot waits for the database."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.year.simulated_world import World


@contextmanager
def waiting(world: World) -> Iterator[None]:
    """Replace `asyncio.sleep` with a sleep in simulated time."""
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
