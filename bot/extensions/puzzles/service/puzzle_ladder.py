"""Difficulty ladder: endings of three to eight moves, then whole packings."""

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
BEGINNINGS = LADDER[:3]
"""The puzzles that are offered to a player who has not chosen one."""
SEEDS = 10**6
"""Number of possible seeds of a random packing."""


def easy_puzzle(rng: random.Random) -> str:
    """Return the key of a random short puzzle."""
    return _key(rng.choice(BEGINNINGS), rng)


def random_packing(rng: random.Random) -> str:
    """Return the key of a random packing over the whole board."""
    return _key(LADDER[-1], rng)


def next_step(key: str) -> str | None:
    """Return the step after a puzzle's step on the ladder.

    Returns None at the top, or if the puzzle is not on the ladder.
    """
    return dict(pairwise(LADDER)).get(key.rpartition("-")[0])


def harder_puzzle(key: str, rng: random.Random) -> str | None:
    """Return the key of a random puzzle that is one step harder, or None."""
    step = next_step(key)
    return None if step is None else _key(step, rng)


def _key(step: str, rng: random.Random) -> str:
    if step.startswith("ending"):
        return f"{step}-{rng.choice(puzzles.ENDING_SEEDS)}"
    return f"{step}-{rng.randrange(SEEDS)}"
