"""How many turns a game usually takes.

The numbers are of games that the computer played against itself; `python -m tools lengths` measures
them again and prints them as they stand here. People need about as many turns in the opening and
more in the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.definition import Variant


class Length(NamedTuple):
    """How long games of one kind are."""

    turns: int
    """Turns of all seats together: half of the games take no more."""
    most: int
    """The same for nine games of ten."""
    own: int
    """Turns that the winner makes, the median of games."""


MEASURED: dict[str, Length] = {
    "caesar": Length(68, 90, 34),
    "carrera": Length(79, 79, 40),
    "chinese-checkers": Length(84, 89, 42),
    "chinese-checkers-3": Length(126, 137, 42),
    "chinese-checkers-4": Length(135, 143, 34),
    "chinese-checkers-6": Length(194, 206, 33),
    "halma": Length(130, 145, 65),
    "halma-parlett": Length(130, 145, 66),
    "halma-ploog": Length(128, 143, 64),
    "halma-gering": Length(129, 143, 65),
    "halma-4": Length(196, 214, 50),
    "halma-4-opposite": Length(213, 227, 55),
    "halma-4-adjacent": Length(216, 233, 56),
    "hexma": Length(86, 132, 44),
    "hexma-3": Length(173, 325, 58),
    "hexma-hex": Length(78, 139, 39),
    "le-grec": Length(20, 23, 10),
    "le-zug": Length(150, 164, 76),
    "le-zug-back": Length(218, 270, 110),
    "platonic": Length(110, 118, 56),
    "platonic-3": Length(151, 163, 50),
    "platonic-4": Length(178, 191, 45),
    "platonic-advanced": Length(84, 100, 42),
    "platonic-advanced-3": Length(113, 121, 38),
    "platonic-advanced-4": Length(147, 160, 37),
    "pythagoreic": Length(84, 92, 42),
    "pythagoreic-3": Length(109, 119, 37),
    "pythagoreic-4": Length(138, 148, 34),
    "pythagoreic-advanced": Length(62, 68, 32),
    "pythagoreic-advanced-3": Length(83, 91, 28),
    "pythagoreic-advanced-4": Length(103, 113, 26),
    "renpaarden": Length(126, 206, 64),
    "halma-8": Length(37, 44, 19),
    "halma-10": Length(66, 71, 34),
    "super-chinese-checkers": Length(56, 60, 28),
    "super-chinese-checkers-3": Length(57, 71, 20),
    "super-chinese-checkers-4": Length(85, 91, 22),
    "super-chinese-checkers-6": Length(124, 158, 21),
    "super-halma": Length(72, 76, 36),
    "super-halma-10": Length(57, 58, 29),
    "top-secret": Length(136, 147, 68),
    "top-secret-centre": Length(72, 77, 36),
}
"""By the key of the variant, 20 games each."""


def usual(variant: Variant) -> int:
    """How many turns a game of this variant usually takes; an eighth of its limit until measured."""
    plain = variant.key.partition("+")[0]
    return MEASURED[plain].turns if plain in MEASURED else variant.limit // 8
