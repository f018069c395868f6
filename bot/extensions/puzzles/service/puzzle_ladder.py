"""Difficulty ladder: easy endings, harder endings, then whole packings."""

import random
from itertools import pairwise

from engine import puzzles

LADDER = (
    *(f"ending-{turns}" for turns in puzzles.ENDINGS),
    "packing-8",
    "packing-12",
    "packing-16",
)
"""The puzzles from easy to hard. Each needs a seed."""
EASY_ENDINGS = (
    *(f"ending-3-{seed}" for seed in (1, 2, 6, 7, 8, 9, 10)),
    *(f"ending-4-{seed}" for seed in (1, 6, 7, 8)),
    *(f"ending-5-{seed}" for seed in (1, 8)),
)
"""The endings that a greedy player always solves (`tools.simple_player.count_packed`).

One of them is offered to a player who has not chosen a puzzle.
"""
SEEDS = 10**6
"""Number of possible seeds of a random packing."""


def easy_puzzle(rng: random.Random) -> str:
    """Return the key of a random short puzzle."""
    return rng.choice(EASY_ENDINGS)


def random_packing(rng: random.Random) -> str:
    """Return the key of a random packing over the whole board."""
    return _key(LADDER[-1], rng)


def next_step(key: str) -> str | None:
    """Return the step after a puzzle's step on the ladder.

    Returns None at the top, or if the puzzle is not on the ladder.
    """
    return dict(pairwise(LADDER)).get(key.rpartition("-")[0])


def harder_puzzle(key: str, rng: random.Random) -> str | None:
    """Return the key of a random puzzle that is one step harder, or None.

    It is not an easy ending.
    """
    step = next_step(key)
    return None if step is None else _key(step, rng)


def _key(step: str, rng: random.Random) -> str:
    if step.startswith("ending"):
        endings = (f"{step}-{seed}" for seed in puzzles.ENDING_SEEDS)
        return rng.choice([key for key in endings if key not in EASY_ENDINGS])
    return f"{step}-{rng.randrange(SEEDS)}"
