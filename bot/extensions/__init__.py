"""Extensions: optional packages beyond correspondence play, and their interface.

An extension is a folder here. The core finds it by its presence and never imports it by name:

- `extension.py` contains its `Extension`: jobs, guild settings, buttons for new players.
- `tables.py` defines its tables and what happens to their rows (`bot.store.tables.base`).
- All other modules may register commands, components and followups (`bot.registry`).

Without its folder, a bot runs as if the extension had never existed, except that its tables stay in
databases that have them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import NamedTuple


class ExtensionJob(NamedTuple):
    """A scheduled job, run when the earliest row is due."""

    name: str
    """The name of the column that contains the due times, as marked with `due` in `tables.py`."""
    run: Callable[..., object]
    """Called with (tx, now=now) in one transaction: process a batch.

    Returns a falsy value if nothing was due.
    """


class GuildSetting(NamedTuple):
    """A guild setting, listed by `/server settings`, with a field in its form."""

    name: str
    label: str
    empty: str
    """Label of an empty value, which is the default."""
    is_channel: bool = False
    """Whether the value is the id of a channel."""
    change: Callable[..., object] | None = None
    """Called with (tx, guild, value, by=by, now=now) to change the value, which is text.

    By default, the value is only stored.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """What an extension offers to the core. Sentences are marked with `N_`."""

    jobs: tuple[ExtensionJob, ...] = ()
    guild_settings: tuple[GuildSetting, ...] = ()
    newcomer_buttons: Mapping[str, str] = field(default_factory=dict)
    """Labels of buttons on the pages for new players, by the action of their component."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of the installed extensions, which are folders here."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def installed() -> tuple[Extension, ...]:
    """Return all installed extensions, by name.

    Call it only inside functions, not at import time, because extensions import the core.
    """
    modules = (module_of(name, "extension") for name in names())
    return tuple(module.extension for module in modules if module is not None)


def module_of(name: str, part: str) -> ModuleType | None:
    """Import a module of an extension, such as "tables"; None if it has none."""
    module = f"{__name__}.{name}.{part}"
    return import_module(module) if find_spec(module) is not None else None
