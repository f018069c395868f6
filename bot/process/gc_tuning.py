"""Garbage collector tuning: high threshold at startup, frozen objects afterwards.

A full collection takes a tenth of a second or more, during which the event loop is blocked.
"""

import gc
from collections.abc import Awaitable, Callable

START_THRESHOLD = 100_000
"""Collection threshold during startup.

Startup allocates a million long-lived objects.
"""
DEFAULT_THRESHOLDS = gc.get_threshold()


def raise_thresholds() -> None:
    """Raise the collection threshold until startup is complete."""
    gc.set_threshold(START_THRESHOLD, *DEFAULT_THRESHOLDS[1:])


async def freeze_after_start(ready: Callable[[], Awaitable[object]]) -> None:
    """Freeze the objects that survive startup, and again after each gateway reconnect.

    `ready` waits for the next ready event. Discord then sends all guilds again, so the objects of
    the previous session can be collected.
    """
    await ready()
    gc.freeze()
    gc.set_threshold(*DEFAULT_THRESHOLDS)
    while True:
        await ready()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
