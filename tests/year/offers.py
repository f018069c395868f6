"""The games of a simulated year: variants, time controls and numbers of players."""

import random
from dataclasses import dataclass

from bot.service.clock.time_control import PRESETS
from bot.service.matchmaking import seating
from engine import VARIANTS, variant
from engine.optional_rules import offered_options

SHORT = {
    "le-grec": 60,
    "super-chinese-checkers-6": 18,
    "halma-8": 6,
    "caesar": 3,
    "super-chinese-checkers-3": 1,
    "super-chinese-checkers": 1,
    "pythagoreic-advanced": 1,
    "pythagoreic-advanced-3": 1,
    "halma-10": 1,
    "hexma-hex": 1,
}
"""Weights of the variants that are chosen at random.

All other variants are played once, or not at all in a small world.
"""
SHARES = {"computer": 12, "hands": 2, "filled": 4, "on": 3, "imported": 3}
"""Number of games of each kind per hundred challenges."""
KEYS = {"computer": "le-grec", "filled": "super-chinese-checkers-3"}
"""The variant of the first game of each kind."""
TABLE = "super-chinese-checkers-3"
"""A variant that is played at least once.

Some of its players leave, and the others continue.
"""
CLOCKS = {
    "standard": 40,
    "daily": 14,
    "relaxed": 8,
    "simple-1": 8,
    "simple-3": 6,
    "simple-2": 2,
    "simple-5": 2,
    "simple-7": 2,
    "untimed": 5,
    "12h+4h cap 36h": 6,
    "7d+0h": 3,
    "1h+1h cap 3h": 4,
}
"""Weights of the time controls: presets, and custom controls as users type them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that a player will want to start."""

    at: int
    key: str
    clock: str
    rated: bool
    way: str
    """How the game starts.

    "direct", "open" and "table" are challenges. "computer" and "hands" need no other player.
    "filled" is a challenge in which the computer takes the free seats. "on" and "imported" continue
    a finished game or an imported record.
    """


def offers(
    number: int, start: int, days: int, rng: random.Random, *, every: bool = False
) -> list[Offer]:
    """Return the games of a simulation, ordered by time.

    They start in the first four fifths of the period, so that most of them end within it. With
    `every`, each variant is played at least once.
    """
    keys = list(VARIANTS) if every else [TABLE]
    keys += [
        game.key + f"+{option.name}" for game in _with_options() for option in offered_options(game)
    ][: max(0, (number - len(keys)) // 8)]
    keys += rng.choices(list(SHORT), list(SHORT.values()), k=number - len(keys))
    made = _since(number, start, days, rng)
    for place, key in enumerate(keys):
        # Long games start early, because otherwise they would not end in time.
        early = place < (len(VARIANTS) if every else 1)
        at = start + round(rng.random() * days * 86400 * (0.15 if early else 0.8))
        duel = len(variant(key).seats) == 2
        way = rng.choices(("direct", "open", "table"), (5, 3, 2))[0] if duel else "table"
        clock = rng.choices(list(CLOCKS), list(CLOCKS.values()))[0]
        made.append(Offer(at, key, clock, rng.random() < 0.75, way))
    return sorted(made, key=lambda offer: (offer.at, offer.key))


def _since(number: int, start: int, days: int, rng: random.Random) -> list[Offer]:
    """Return games against the computer and continuations.

    The first game of each kind starts early.
    """
    made = []
    for way, share in SHARES.items():
        for place in range(max(1, number * share // 100)):
            key = rng.choices(list(SHORT), list(SHORT.values()))[0]
            if way == "filled":
                key = rng.choice([key for key in SHORT if len(VARIANTS[key].seats) > 2])
            part = 0.8 if place else 0.1
            at = start + round(rng.random() * days * 86400 * part)
            clock = rng.choices(list(CLOCKS), list(CLOCKS.values()))[0]
            made.append(Offer(at, key if place else KEYS.get(way, key), clock, False, way))
    return made


def least(key: str, rng: random.Random) -> int | None:
    """Return the minimum number of players, or None if all seats must be filled."""
    sizes = seating.variants_by_size(key)
    return min(sizes) if len(sizes) > 1 and rng.random() < 0.4 else None


def _with_options() -> list[object]:
    """Return the short variants, some of which have optional rules."""
    return [VARIANTS[key] for key in SHORT]


assert set(SHORT) <= set(VARIANTS)
assert set(PRESETS) <= set(CLOCKS)
