"""Timing helpers for comparisons within one run."""

import gc
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from statistics import mean
from time import perf_counter, process_time

from engine import Move, Position, Variant, search, variant


def seconds(job: Callable[[], object], rounds: int = 7, least: float = 0.01) -> float:
    """Return the shortest CPU time of one call to a job, in seconds.

    The result is the minimum over `rounds` rounds, each of which repeats the job for at least
    `least` seconds.
    """
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


Game = tuple[Variant, list[Position]]
"""A variant with empty caches, and positions that it has not seen."""


Job = Callable[[Variant, Position], object]


def first_look(key: str, *jobs: Job, rounds: int = 5, step: int = 4) -> list[float]:
    """Return each job's mean time per call on unseen positions from whole games.

    Every round starts with empty caches, and the mean is taken over the shortest time of each
    position. The jobs alternate, so that a temporary slowdown affects all of them.
    """
    least: list[dict[int, float]] = [{} for _ in jobs]
    gc.disable()
    for _ in range(rounds):
        for job, best in zip(jobs, least, strict=True):
            game, positions = unseen(key, step)
            for number, position in enumerate(positions):
                begun = perf_counter()
                job(game, position)
                took = perf_counter() - begun
                best[number] = min(best.get(number, took), took)
        gc.collect()
    gc.enable()
    return [mean(best.values()) for best in least]


def unseen(key: str, step: int = 4) -> Game:
    """Return a variant with empty caches, and positions from whole games, in order.

    Of the cached values, only the board and the move tables are kept.
    """
    game = replace(variant(key))
    game.moves(game.start())
    _ = game.links, game.tables  # the tables are not built yet if the game starts with drops
    times = []
    for moves in whole_games(key):
        position = game.start()
        for move in moves:
            if position.ply % step == 0:
                times.append(position)
            position = game.apply(position, move)
    return game, times


@cache
def whole_games(key: str) -> Sequence[Sequence[Move]]:
    """Return the moves of four games: two by the computer and two random."""
    game = variant(key)
    played = []
    for seed in range(4):
        rng = random.Random(seed)
        position, moves = game.start(), []
        while position.ply < 400 and (listed := game.moves(position)):
            chosen = rng.choice(listed)
            if not seed % 2:
                runner = search.levels(game)[1]
                chosen = search.choose(game, position, runner, seed=rng.getrandbits(32))
            moves.append(chosen)
            position = game.apply(position, chosen)
        played.append(moves)
    return played
