"""What men are called: by kind, by colour, and by the emblem that tells a colour to every eye."""

from __future__ import annotations

from collections.abc import Mapping

from bot.words import mark

KINDS: Mapping[str, str] = {
    "man": mark("man"),
    "horse": mark("horse"),
    "triangle": mark("triangle"),
    "square": mark("square"),
    "circle": mark("circle"),
    "diamond": mark("diamond"),
}
"""By the engine's `Kind.name`. In notation they keep their English names."""

COLOURS: Mapping[str, str] = {
    "White": mark("White"),
    "Black": mark("Black"),
    "Red": mark("Red"),
    "Yellow": mark("Yellow"),
    "Green": mark("Green"),
    "Blue": mark("Blue"),
}
"""By the name of a `render.theme.Seating`."""

EMBLEMS: Mapping[str, str] = {
    "dot": mark("dot"),
    "ring": mark("ring"),
    "cross": mark("cross"),
    "bar": mark("bar"),
    "fork": mark("fork"),
    "bars": mark("bars"),
}
"""By the emblem of a `render.theme.Seating`."""
