"""Times for comparing within one run: never against a clock on the wall."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from time import process_time

from engine import Position, search, variant


def seconds(job: Callable[[], object], rounds: int = 7, least: float = 0.01) -> float:
    """The least processor time of one call, over rounds that each take at least so many seconds."""
    times = 1
    while True:
        begun = process_time()
        for _ in range(times):
            job()
        if (took := process_time() - begun) >= least:
            break
        times = max(times * 2, int(times * least / max(took, 1e-9)))
    best = took
    for _ in range(rounds - 1):
        begun = process_time()
        for _ in range(times):
            job()
        best = min(best, process_time() - begun)
    return best / times


@cache
def middle(key: str, games: int = 3) -> Sequence[Position]:
    """Positions from the middle third of games that the computer plays against itself."""
    game = variant(key)
    found: list[Position] = []
    for seed in range(games):
        rng = random.Random(seed)
        position, course = game.start(), [game.start()]
        while not game.outcome(position) and position.ply < 400:
            position = game.apply(position, search.choose(game, position, rng))
            course.append(position)
        found += course[len(course) // 3 : 2 * len(course) // 3 : 3]
    return tuple(found)
