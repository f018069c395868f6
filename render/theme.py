"""Colour themes of the board and its yards, and the looks and names of the seats.

A colour is (red, green, blue), each 0-255. Seats differ in the colour *and* in the emblem of their
men, so they can be distinguished in greyscale and with any form of colour blindness. The six face
colours are also at least 30 levels of grey apart.
"""

from dataclasses import dataclass, replace
from typing import Literal

Colour = tuple[int, int, int]
ThemeName = Literal["wood", "dark", "contrast", "colourblind", "print"]


READABLE = 4.5
"""Minimum contrast of text. Black or white text reaches it on every background."""

STRIPE = 0.1
"""Share of the seam's colour in a striped row or place, 0-1."""


@dataclass(frozen=True)
class Seating:
    """The look of the men of one seat."""

    name: str
    """The name of the seat's colour, as in "White to move"."""
    emblem: str
    """The name of the emblem on each man: ring, cross, bar, dot, fork or bars."""
    face: Colour
    edge: Colour
    """The colour of the man's side, visible around its face."""
    ink: Colour
    """The colour of the emblem."""


WHITE = Seating("White", "dot", (248, 243, 229), (70, 54, 34), (112, 84, 52))
BLACK = Seating("Black", "ring", (45, 41, 39), (14, 12, 12), (236, 222, 194))
RED = Seating("Red", "cross", (208, 66, 47), (88, 18, 12), (255, 236, 214))
YELLOW = Seating("Yellow", "bar", (245, 198, 56), (62, 38, 4), (84, 54, 8))
GREEN = Seating("Green", "fork", (104, 184, 122), (12, 54, 28), (12, 52, 28))
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
"""The looks by number of seats, in turn order.

With two seats the first is White, as in most sources. The four colours are those of Platonic
Halma.
"""


CLEAR: dict[str, Colour] = {
    "Red": (213, 94, 0),
    "Yellow": (244, 208, 50),
    "Green": (86, 196, 160),
    "Blue": (0, 92, 170),
}
"""Face colours after Okabe and Ito, safe for all forms of colour blindness.

Each also has a different lightness.
"""

ON_WOOD: dict[str, Colour] = {
    "Red": (144, 32, 30),
    "Green": (74, 182, 164),
    "Blue": (56, 116, 202),
}
"""Face colours on wood, which has the hues that red-green blind eyes see in red and green.

Red is therefore darker than the squares, and Green bluer.
"""

INK: Colour = (0, 0, 0)


def on_wood(seating: Seating, theme: ThemeName) -> Seating:
    """Return the look adapted to a theme, so that men stand out on every background."""
    match theme:
        case "dark":
            if seating in (BLACK, RED, BLUE):
                face = (26, 24, 24) if seating is BLACK else seating.face
                return replace(seating, face=face, edge=(226, 215, 194))
            face = blend(seating.face, (255, 255, 255), 0.08) if seating is GREEN else seating.face
            return replace(seating, face=face, edge=blend(seating.edge, INK, 0.95))
        case "contrast":
            face = INK if seating is BLACK else seating.face
            light = seating in (BLACK, BLUE, RED)
            return replace(seating, face=face, edge=INK, ink=(255, 255, 255) if light else INK)
        case "colourblind":
            face = CLEAR.get(seating.name, seating.face)
            dark = seating is RED or seating.ink[0] < 128
            edge = blend(seating.edge, INK, 0.5)
            return replace(seating, face=face, edge=edge, ink=INK if dark else (255, 255, 255))
        case "print":
            return replace(seating, edge=blend(seating.edge, INK, 0.7))
        case "wood":
            face = ON_WOOD.get(seating.name, seating.face)
            return replace(seating, face=face, edge=blend(seating.edge, INK, 0.6))


@dataclass(frozen=True)
class Theme:
    """The colours of everything except the men."""

    paper: Colour
    """The background outside the board, which borders on Discord's own background."""
    ink: Colour
    """The colour of the coordinates."""
    faint: Colour
    """The colour of the last move while another move is being chosen.

    It contrasts with every square, but has no outline.
    """
    squares: tuple[Colour, Colour]
    """The colours of the chequer pattern, lighter one first.

    The first one is also the colour of the panel of a board of holes.
    """
    margin: tuple[Colour, Colour]
    """The colours of the chequer pattern on a rim around the main field of play."""
    seam: Colour
    """The colour of the edge of the board."""
    groove: Colour
    """The colour of the lines that connect holes."""
    socket: Colour
    """The colour of an empty hole."""
    yard_tint: float
    """Share of the seat's colour in its yard, 0-1."""
    trail: Colour
    """The colour of the line of the last move."""
    casing: Colour
    """The colour of the thin outline of that line. It contrasts with any background."""
    choice: Colour
    """The colour of the ring around the selected man and around men that may be captured."""


THEMES: dict[ThemeName, Theme] = {
    "wood": Theme(
        paper=(70, 49, 34),
        ink=(240, 224, 194),
        faint=(55, 41, 25),
        squares=((222, 191, 144), (196, 159, 112)),
        margin=((204, 178, 140), (178, 152, 117)),
        seam=(40, 26, 16),
        groove=(150, 116, 76),
        socket=(188, 152, 106),
        yard_tint=0.22,
        trail=(0, 32, 46),
        casing=(252, 248, 238),
        choice=(78, 26, 110),
    ),
    "dark": Theme(
        paper=(32, 31, 33),
        ink=(214, 202, 182),
        faint=(207, 197, 184),
        squares=((103, 82, 63), (84, 66, 51)),
        margin=((95, 87, 81), (75, 68, 63)),
        seam=(14, 13, 13),
        groove=(70, 54, 41),
        socket=(76, 59, 45),
        yard_tint=0.13,
        trail=(136, 240, 236),
        casing=(14, 20, 22),
        choice=(255, 214, 102),
    ),
    "contrast": Theme(
        paper=(255, 255, 255),
        ink=INK,
        faint=(38, 38, 38),
        squares=((218, 218, 218), (184, 184, 184)),
        margin=((190, 190, 190), (158, 158, 158)),
        seam=INK,
        groove=(70, 70, 70),
        socket=(178, 178, 178),
        yard_tint=0.2,
        trail=(76, 0, 50),
        casing=(255, 255, 255),
        choice=(0, 40, 160),
    ),
    "colourblind": Theme(
        paper=(246, 245, 242),
        ink=(48, 48, 46),
        faint=(41, 40, 39),
        squares=((214, 210, 200), (186, 182, 173)),
        margin=((190, 186, 177), (160, 156, 148)),
        seam=(70, 68, 64),
        groove=(120, 116, 109),
        socket=(174, 170, 161),
        yard_tint=0.3,
        trail=(12, 12, 12),
        casing=(255, 255, 255),
        choice=(0, 56, 110),
    ),
    "print": Theme(
        paper=(247, 238, 216),
        ink=(40, 30, 26),
        faint=(62, 48, 39),
        squares=((243, 232, 206), (222, 186, 158)),
        margin=((224, 208, 176), (198, 164, 138)),
        seam=(40, 30, 26),
        groove=(150, 52, 38),
        socket=(236, 206, 178),
        yard_tint=0.25,
        trail=(16, 36, 84),
        casing=(252, 246, 230),
        choice=(84, 24, 112),
    ),
}


def blend(base: Colour, other: Colour, share: float) -> Colour:
    """Blend `share` (0-1) of `other` into `base`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(base, other, strict=True))
    return red, green, blue


LETTER_COLOUR: Colour = (255, 255, 255)
"""The colour of a letter on a man or a square, and of the rim of its disc."""


def badge_colour(seating: Seating) -> Colour:
    """Return the colour of the disc of a man's letter: the man's colour turned dark.

    The disc or its rim has a contrast of three to any square.
    """
    return blend(seating.face, INK, 0.72)


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0-1, as defined by WCAG."""
    levels = (part / 255 for part in colour)
    light = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(colour: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1-21, as defined by WCAG."""
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(ground: Colour, theme: Theme) -> Colour:
    """Return a readable text colour for this background, if possible the theme's."""
    colours = (theme.seam, theme.ink, theme.paper, INK, (255, 255, 255))
    return next(colour for colour in colours if contrast(colour, ground) >= READABLE)


def quiet(ground: Colour, theme: Theme) -> Colour:
    """Return the text colour nearest to this background that is still readable on it."""
    ink = legible(ground, theme)
    shades = (blend(ground, ink, share / 10) for share in range(1, 11))
    return next(shade for shade in shades if contrast(shade, ground) >= READABLE)


def striped(ground: Colour, theme: ThemeName) -> Colour:
    """Return the colour `ground` as it appears in a striped row or place."""
    return blend(ground, THEMES[theme].seam, STRIPE)
