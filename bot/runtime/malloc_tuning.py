"""Memory allocator tuning: all threads share one arena.

glibc gives each thread an arena of its own. Memory that is freed in one of them is not used by the
other threads, which costs a bot with ten threads about 10 MB.
"""

import ctypes
import sys

M_ARENA_MAX = -8
"""The parameter of `mallopt` for the maximum number of arenas."""


def share_arena() -> None:
    """Let all threads share an arena, if called before they are started.

    No-op without glibc.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
