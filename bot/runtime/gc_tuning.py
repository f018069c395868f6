"""Garbage collector tuning: high threshold at startup, frozen objects afterwards.

A full collection takes a tenth of a second or more, during which the event loop is blocked.
"""

import gc
from collections.abc import Awaitable, Callable

AT_START = 100_000
"""Collection threshold during startup, which allocates a million lasting objects."""
USUAL = gc.get_threshold()


def look_rarely() -> None:
    """Raise the collection threshold until startup is complete."""
    gc.set_threshold(AT_START, *USUAL[1:])


async def leave_out_what_stays(ready: Callable[[], Awaitable[object]]) -> None:
    """Freeze the objects that survive startup, and again after each gateway reconnect.

    `ready` waits for the next ready event. Discord then sends all guilds again, so the objects of
    the previous session can be collected.
    """
    await ready()
    gc.freeze()
    gc.set_threshold(*USUAL)
    while True:
        await ready()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
