"""Helpers for tests of extensions: a player's rows, and extensions not installed.

`make extensions` runs the tests in copies of the project without the folder of an extension.
Documents and migrations in such a copy still mention the extension.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from bot import extension_points
from bot.store import Tx

ROOT = Path(__file__).resolve().parent.parent
_SECTIONS = re.findall(
    r"^### Extension `(\w+)`\n(.*?)(?=^##)",
    (ROOT / "docs/privacy.md").read_text(encoding="utf-8"),
    re.DOTALL | re.MULTILINE,
)
MISSING = frozenset(name for name, _ in _SECTIONS) - {*extension_points.names()}
"""Extensions that the privacy page describes but that are not installed."""
MISSING_TABLES = frozenset(
    table
    for name, section in _SECTIONS
    if name in MISSING
    for table in re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
)


def extension_modules(part: str) -> list[ModuleType]:
    """Return the modules of this name in the tests of the installed extensions."""
    places = [f"tests.bot.extensions.{name}" for name in extension_points.names()]
    return [
        import_module(f"{place}.{part}")
        for place in places
        if find_spec(place) is not None and find_spec(f"{place}.{part}") is not None
    ]


def leave_traces(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Store rows of this player in each table of each extension."""
    for module in extension_modules("traces"):
        module.leave(tx, player, match=match, guild=guild, now=now)
