"""Colours: of the board and its yards in two themes, of the men of six seats, and the words for them.

A colour is (red, green, blue), each 0-255. A seat is told by its colour *and* by the emblem let into
its men, so that it can be told in grey and with any colour-blindness; the six faces also lie at least
30 levels of grey apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Colour = tuple[int, int, int]
ThemeName = Literal["light", "dark"]


@dataclass(frozen=True)
class Seating:
    """What the men of one seat are made of."""

    name: str
    """The word for the colour, as in "White to move"."""
    emblem: str
    """The word for the sign let into each man: ring, cross, bar, dot, fork or bars."""
    face: Colour
    edge: Colour
    """The side of the man, seen around its face."""
    ink: Colour
    """The emblem."""


WHITE = Seating("White", "dot", (248, 243, 229), (84, 66, 42), (112, 84, 52))
BLACK = Seating("Black", "ring", (45, 41, 39), (14, 12, 12), (236, 222, 194))
RED = Seating("Red", "cross", (208, 66, 47), (116, 26, 18), (255, 236, 214))
YELLOW = Seating("Yellow", "bar", (245, 198, 56), (94, 60, 6), (84, 54, 8))
GREEN = Seating("Green", "fork", (104, 184, 122), (20, 70, 38), (12, 52, 28))
BLUE = Seating("Blue", "bars", (34, 82, 160), (10, 34, 84), (222, 234, 255))

MATERIALS = {seating.name: seating for seating in (WHITE, BLACK, RED, YELLOW, GREEN, BLUE)}

SEATINGS: dict[int, tuple[Seating, ...]] = {
    1: (WHITE,),
    2: (WHITE, BLACK),
    3: (RED, YELLOW, BLACK),
    4: (RED, YELLOW, BLACK, GREEN),
    5: (RED, YELLOW, BLACK, GREEN, BLUE),
    6: (RED, YELLOW, BLACK, GREEN, BLUE, WHITE),
}
"""The materials by number of seats, in turn order; the first of two is White, as in most of the
sources, and four are those of Platonic Halma (rules.md, section 13.1)."""


def on_wood(seating: Seating, theme: ThemeName) -> Seating:
    """The material as used in a theme: on dark wood Black has a pale rim, all others a black one."""
    if theme == "light":
        return seating
    pale = seating is BLACK
    return replace(seating, edge=(222, 210, 188) if pale else blend(seating.edge, (0, 0, 0), 0.85))


@dataclass(frozen=True)
class Theme:
    """Everything that is not a man."""

    paper: Colour
    """The ground outside the board; it meets Discord's own background."""
    ink: Colour
    """Coordinates."""
    faint: Colour
    """Guide lines, and the numbers in empty holes."""
    squares: tuple[Colour, Colour]
    """The chequer, lighter first; the first is also the panel of a board of holes."""
    margin: tuple[Colour, Colour]
    """The chequer of a rim that is not part of the field."""
    seam: Colour
    """The edge of the board."""
    groove: Colour
    """The lines that join holes."""
    socket: Colour
    """An empty hole."""
    yard_tint: float
    """How much of a seat's colour its yard takes, 0-1."""
    trail: Colour
    """The last move."""
    casing: Colour
    """The thin edge of the last move's line, against any ground."""
    choice: Colour
    """A place that may be chosen."""
    chosen: Colour
    """The letters on it."""


THEMES: dict[ThemeName, Theme] = {
    "light": Theme(
        paper=(246, 240, 228),
        ink=(92, 74, 54),
        faint=(126, 98, 62),
        squares=((226, 203, 160), (214, 188, 142)),
        margin=((196, 178, 148), (188, 169, 138)),
        seam=(112, 84, 56),
        groove=(160, 130, 90),
        socket=(196, 166, 120),
        yard_tint=0.3,
        trail=(0, 110, 122),
        casing=(250, 246, 236),
        choice=(0, 110, 122),
        chosen=(255, 255, 255),
    ),
    "dark": Theme(
        paper=(40, 38, 38),
        ink=(206, 192, 168),
        faint=(176, 158, 132),
        squares=((152, 124, 97), (137, 110, 85)),
        margin=((118, 106, 94), (110, 98, 86)),
        seam=(20, 18, 17),
        groove=(90, 70, 51),
        socket=(98, 77, 57),
        yard_tint=0.28,
        trail=(88, 216, 214),
        casing=(22, 30, 32),
        choice=(88, 216, 214),
        chosen=(10, 34, 36),
    ),
}


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with `share` (0-1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
