"""How much of a phone a message takes, estimated from its components, on the generous side."""

import math
import re
from collections.abc import Iterable
from typing import Any

from bot.views.components import BETWEEN, button_width

SCREEN = 844
"""Points of height."""
WIDTH = 300
"""Points of width that a message has beside the picture of who wrote it."""
FRAME = 40
"""Points of the container's edges, from left to right as from top to bottom."""
HEADER = 40
"""Points of who wrote it and when, with the space before the next message."""
THUMBNAIL = 96
"""Points of the side of a small picture, with the space around it."""
BUTTON = 40
"""Points of a button's height, with the space below."""
SIZES = {"### ": (9.5, 30), "-# ": (6.3, 19), "- ": (8.2, 24), "": (7.7, 22)}
"""Points of a character and of a line, by how a line begins."""


def screens(messages: Iterable[list[dict[str, Any]]], tall: float = 1) -> float:
    """How many screens these messages fill, each given by its components; `tall`: how high their
    pictures are, measured by their width."""
    return sum(HEADER + height(components, WIDTH, tall) for components in messages) / SCREEN


def height(components: Iterable[dict[str, Any]], width: float, tall: float = 1) -> float:
    """The points of these components, one below the other."""
    return sum(_height(component, width, tall) for component in components)


def _height(component: dict[str, Any], width: float, tall: float) -> float:
    match component["type"]:
        case 17:
            return FRAME + height(component["components"], width - FRAME, tall)
        case 10:
            return sum(_line(line, width) for line in component["content"].split("\n"))
        case 9:
            return max(THUMBNAIL, height(component["components"], width - THUMBNAIL))
        case 12:
            return width * tall
        case 1:
            return BUTTON * lines_of(component, width)
        case _:
            return BUTTON


def lines_of(row: dict[str, Any], width: float) -> int:
    """On how many lines a row stands: buttons that find no room beside the others go below."""
    lines, left = 1, width
    for button in row["components"]:
        if button["type"] != 2:
            return 1
        wide = button_width(button.get("label"), bool(button.get("emoji") or button.get("url")))
        if left < width and wide > left:
            lines, left = lines + 1, width
        left -= wide + BETWEEN
    return lines


def _line(text: str, width: float) -> float:
    start = next(start for start in SIZES if text.startswith(start))
    wide, high = SIZES[start]
    seen = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text.removeprefix(start))
    seen = re.sub(r"<@\d+>", "@Somebody", seen)
    seen = re.sub(r"<t:\d+:R>", "in 6 days", re.sub(r"<t:\d+:f>", "22 November 2026 18:30", seen))
    return high * max(1, math.ceil(len(seen.replace("`", "")) * wide / width))
