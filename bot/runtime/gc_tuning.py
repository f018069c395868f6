"""When Python looks for garbage: rarely while the bot starts, later not among what it began with.

A look through everything takes a tenth of a second or more, in which nobody is answered.
"""

import gc
from collections.abc import Awaitable, Callable

AT_START = 100_000
"""So many new objects, and Python looks among them: starting makes a million that stay."""
USUAL = gc.get_threshold()


def look_rarely() -> None:
    """Until everything is there."""
    gc.set_threshold(AT_START, *USUAL[1:])


async def leave_out_what_stays(ready: Callable[[], Awaitable[object]]) -> None:
    """`ready` waits until Discord has told all; when it tells it anew, what it told before can go."""
    await ready()
    gc.freeze()
    gc.set_threshold(*USUAL)
    while True:
        await ready()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
