"""What is played: all games, the short ones most; all clocks; for two and for more."""

import random
from dataclasses import dataclass

from bot.service.clock.time_control import PRESETS
from bot.service.matchmaking import seating
from engine import VARIANTS, variant
from engine.optional_rules import offered

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
"""How often these are played; all others once each, before chance decides."""
SHARES = {"computer": 12, "hands": 2, "filled": 4, "on": 3, "imported": 3}
"""For a hundred other games so many that have come since: with the computer, or from a position."""
KEYS = {"computer": "le-grec", "filled": "super-chinese-checkers-3"}
"""What the first of a kind is played in."""
TABLE = "super-chinese-checkers-3"
"""What is played at one table at least: some leave it, and the others play on."""
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
"""How often these clocks are chosen; the last ones as people write them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that somebody will want."""

    at: int
    key: str
    clock: str
    rated: bool
    way: str
    """"direct", "open" or "table"; alone: "computer" or "hands"; "filled": a table with the computer;
    "on" or "imported": from a position of a game that is over, or of a record."""


def offers(
    number: int, start: int, days: int, rng: random.Random, *, every: bool = False
) -> list[Offer]:
    """So many, in order of time, in the first four fifths of the days, so that most can end.

    `every`: one of each kind of game at least.
    """
    keys = list(VARIANTS) if every else [TABLE]
    keys += [game.key + f"+{option.name}" for game in _with_options() for option in offered(game)][
        : max(0, (number - len(keys)) // 8)
    ]
    keys += rng.choices(list(SHORT), list(SHORT.values()), k=number - len(keys))
    made = _since(number, start, days, rng)
    for place, key in enumerate(keys):
        # The long ones first, or they would not end.
        early = place < (len(VARIANTS) if every else 1)
        at = start + round(rng.random() * days * 86400 * (0.15 if early else 0.8))
        duel = len(variant(key).seats) == 2
        way = rng.choices(("direct", "open", "table"), (5, 3, 2))[0] if duel else "table"
        clock = rng.choices(list(CLOCKS), list(CLOCKS.values()))[0]
        made.append(Offer(at, key, clock, rng.random() < 0.75, way))
    return sorted(made, key=lambda offer: (offer.at, offer.key))


def _since(number: int, start: int, days: int, rng: random.Random) -> list[Offer]:
    """Games with the computer, and from a position; each kind once at least, and early."""
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
    """With how many a host is content: all, or sometimes the smallest form of his game."""
    sizes = seating.seatings(key)
    return min(sizes) if len(sizes) > 1 and rng.random() < 0.4 else None


def _with_options() -> list[object]:
    """The short games that offer rules to choose."""
    return [VARIANTS[key] for key in SHORT]


assert set(SHORT) <= set(VARIANTS)
assert set(PRESETS) <= set(CLOCKS)
