"""Memory tuning: garbage collection at startup, and one arena for all threads.

A full collection takes a tenth of a second or more, during which the event loop is blocked.
glibc gives each thread its own arena. Other threads cannot reuse memory freed in it, which costs a
bot with ten threads about 10 MB.
"""

import ctypes
import gc
import sys
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


M_ARENA_MAX = -8
"""The parameter of `mallopt` for the maximum number of arenas."""


def share_arena() -> None:
    """Make all threads share one arena.

    Call it before any thread is started. No-op without glibc.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
