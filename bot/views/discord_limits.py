"""Discord's limits on what may be sent, in one place, with truncation that never fails.

discord.py checks almost none of them before sending and Discord refuses the whole message, so every
label, id and text goes through here.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from bot.i18n.escaping import shorten

LABEL = 80
CUSTOM_ID = 100
OPTIONS = 25
PLACEHOLDER = 150
CHOICES = 25
CHOICE = 100
"""Label, value and description of a select's option, name and value of a choice: each."""
ALT_TEXT = 1024
TEXT = 4000
"""All text displays of one message together."""
COMPONENTS = 40
"""Nested ones count."""
CONTENT = 2000
NONCE = 25
ROW = 5
"""Buttons of one action row."""

T = TypeVar("T")


def label(text: str) -> str:
    """A button's label; never empty, because a button needs one."""
    return shorten(text, LABEL) or "…"


def choice(text: str) -> str:
    """What one can choose, in a select or while typing."""
    return shorten(text, CHOICE) or "…"


def placeholder(text: str) -> str:
    """What a select shows before anything is chosen."""
    return shorten(text, PLACEHOLDER)


def alt_text(text: str) -> str:
    """A picture's description."""
    return shorten(text, ALT_TEXT)


def content(text: str) -> str:
    """The text of an ordinary message."""
    return shorten(text, CONTENT)


def custom_id(text: str) -> str:
    """A component's id, unchanged: a cut id would mean something else, so it is refused here."""
    if not 0 < len(text) <= CUSTOM_ID:
        raise ValueError(f"custom id of {len(text)} characters")
    return text


def page(items: Sequence[T], number: int, size: int = OPTIONS) -> tuple[Sequence[T], int, int]:
    """The items of one page, that page's number within bounds, and how many pages there are."""
    pages = max(1, -(-len(items) // size))
    number = min(max(number, 0), pages - 1)
    return items[number * size : (number + 1) * size], number, pages


def fit(texts: Iterable[str], total: int = TEXT) -> list[str]:
    """The texts, the last ones cut or emptied so that all together keep to `total` characters."""
    fitted = []
    for text in texts:
        short = shorten(text, total) if total > 0 else ""
        fitted.append(short)
        total -= len(short)
    return fitted


def walk(components: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if accessory := component.get("accessory"):
            yield from walk((accessory,))
