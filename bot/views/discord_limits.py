"""Discord's message limits, with truncation.

discord.py checks few of these limits, and Discord rejects the whole message if one is exceeded.
Every label, id and text therefore goes through this module.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from bot.i18n.escaping import shorten
from bot.views import discord_limits

LABEL = 80
CUSTOM_ID = 100
OPTIONS = 25
PLACEHOLDER = 150
CHOICES = 25
CHOICE = 100
"""Maximum length of a choice and of the texts of a select option."""
ALT_TEXT = 1024
TEXT = 4000
"""Maximum total length of all text displays in one message."""
COMPONENTS = 40
"""Maximum number of components per message, including nested ones."""
CONTENT = 2000
NONCE = 25
ROW = 5
"""Maximum number of buttons per action row."""
MODAL_TITLE = 45
MODAL_LABEL = 45
"""Maximum length of a modal field's label.

Its explanation may be as long as a choice.
"""

T = TypeVar("T")


def label(text: str) -> str:
    """Truncate a button label; "…" if it is empty, which Discord rejects."""
    return shorten(text, LABEL) or "…"


def choice(text: str) -> str:
    """Truncate the label of a select option or choice; "…" if it is empty."""
    return shorten(text, CHOICE) or "…"


def modal_title(text: str) -> str:
    """Truncate the title of a modal."""
    return shorten(text, MODAL_TITLE)


def modal_label(text: str) -> str:
    """Truncate the label of a modal's field."""
    return shorten(text, MODAL_LABEL)


def placeholder(text: str) -> str:
    """Truncate the placeholder of a select."""
    return shorten(text, PLACEHOLDER)


def alt_text(text: str) -> str:
    """Truncate an image's alt text."""
    return shorten(text, ALT_TEXT)


def content(text: str) -> str:
    """Truncate the text of a plain message."""
    return shorten(text, CONTENT)


def custom_id(text: str) -> str:
    """Return the custom id unchanged. Raises `ValueError` if it is empty or too long.

    It is never truncated because a truncated custom id would have another meaning.
    """
    if not 0 < len(text) <= CUSTOM_ID:
        raise ValueError(f"custom id of {len(text)} characters")
    return text


def page(items: Sequence[T], number: int, size: int = OPTIONS) -> tuple[Sequence[T], int, int]:
    """Return the items of a page, its clamped number, and the number of pages."""
    pages = max(1, -(-len(items) // size))
    number = min(max(number, 0), pages - 1)
    return items[number * size : (number + 1) * size], number, pages


def fit(texts: Iterable[str]) -> list[str]:
    """Truncate `texts` so that together they have at most `TEXT` characters."""
    fitted, left = [], TEXT
    for text in texts:
        short = shorten(text, left) if left > 0 else ""
        fitted.append(short)
        left -= len(short)
    return fitted


def walk(components: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield every component of a message, including nested ones."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if accessory := component.get("accessory"):
            yield from walk((accessory,))


def join_lines(lines: list[str], room: int | None = None) -> list[str]:
    """Return as many whole lines as fit into a message.

    `room` is the limit in characters; by default, that of a plain message.
    """
    kept, room = [], discord_limits.CONTENT if room is None else room
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
