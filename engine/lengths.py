"""How many turns a game usually takes.

The numbers are medians of games that the computer played against itself; `halma-bot lengths` measures
them again. People need about as many turns in the opening and more in the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.variant import Variant

TURNS = {
    "caesar": 57,
    "carrera": 79,
    "chinese-checkers": 83,
    "chinese-checkers-3": 124,
    "chinese-checkers-4": 130,
    "chinese-checkers-6": 161,
    "halma": 130,
    "halma-parlett": 127,
    "halma-ploog": 127,
    "halma-gering": 128,
    "halma-4": 195,
    "halma-4-opposite": 214,
    "halma-4-adjacent": 222,
    "hexma": 90,
    "hexma-3": 173,
    "hexma-hex": 80,
    "le-grec": 20,
    "le-zug": 154,
    "platonic": 111,
    "platonic-3": 151,
    "platonic-4": 174,
    "platonic-advanced": 90,
    "platonic-advanced-3": 111,
    "platonic-advanced-4": 154,
    "pythagoreic": 85,
    "pythagoreic-3": 110,
    "pythagoreic-4": 140,
    "pythagoreic-advanced": 63,
    "pythagoreic-advanced-3": 82,
    "pythagoreic-advanced-4": 106,
    "renpaarden": 131,
    "halma-8": 37,
    "halma-10": 69,
    "super-chinese-checkers": 58,
    "super-chinese-checkers-3": 58,
    "super-chinese-checkers-4": 86,
    "super-chinese-checkers-6": 11,
    "super-halma": 74,
    "top-secret": 136,
    "top-secret-centre": 72,
}
"""Turns of all seats together, by the key of the variant."""


def usual(variant: Variant) -> int:
    """How many turns a game of this variant usually takes; an estimate where nobody has measured."""
    plain = variant.key.partition("+")[0]
    return TURNS.get(plain) or measure(variant, range(1))


def measure(variant: Variant, seeds: Iterable[int]) -> int:
    """The median length of the games that the computer plays against itself from these seeds."""
    from engine import search

    return round(median(len(search.self_play(variant, random.Random(n)).turns) for n in seeds))
