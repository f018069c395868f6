"""Upper estimate of how much of a phone's screen a message fills."""

import math
import re
from collections.abc import Iterable
from typing import Any

from bot.views.components import BETWEEN, button_width

SCREEN = 844
"""Height of the screen, in points."""
WIDTH = 300
"""Width of a message next to the author's avatar, in points."""
FRAME = 40
"""Total horizontal and vertical padding of a container, in points."""
HEADER = 40
"""Height of the line with author and time, including the space below, in points."""
THUMBNAIL = 96
"""Side of a thumbnail with the space around it, in points."""
BUTTON = 40
"""Height of a button with the space below it, in points."""
SIZES = {"### ": (9.5, 30), "-# ": (6.3, 19), "- ": (8.2, 24), "": (7.7, 22)}
"""Width of a character and height of a line, by the prefix of the line, in points."""


def screens(messages: Iterable[list[dict[str, Any]]], tall: float = 1) -> float:
    """Return the number of screens that these messages fill.

    Each message is a list of components. `tall` is the ratio of height to width of their pictures.
    """
    return sum(HEADER + height(components, WIDTH, tall) for components in messages) / SCREEN


def height(components: Iterable[dict[str, Any]], width: float, tall: float = 1) -> float:
    """Return the total height of these components, in points."""
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
    """Return the number of lines of a row.

    Buttons that do not fit wrap to the next line.
    """
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
