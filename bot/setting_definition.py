"""A setting of a player or of a guild: one row of a table.

A row yields the field in a form, the line in the overview, and the name under which the value is
stored and exported. Values are text, as they are typed or chosen in the form.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

ON, OFF = "on", "off"
"""Values of a switch."""
Kind = Literal["switch", "choice", "text", "channel", "channels", "role"]
"""Type of the field in the form. Only the first two types cannot be left empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting. Its texts are marked with `N_`."""

    name: str
    """The name under which the value is stored and exported."""
    title: str
    """The label of the field, and of the line in the overview."""
    page: str
    """The form that contains the setting, as a key of the pages."""
    kind: Kind = "switch"
    default: str = ""
    """The default value, which an empty text field restores."""
    hint: str = ""
    """The explanation in the form."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Labels by value, if the kind is "choice"."""
    empty: str = ""
    """Label of the empty value of the other kinds."""
    read: Callable[[str], str] = str
    """Function that parses typed text into a value. Raises `InvalidTime`."""
    change: Callable[..., object] | None = None
    """Function called with (tx, guild, value, by=by, now=now) to change a guild's value.

    By default, the value is only stored. For a setting of a player, the function is called with
    (tx, player, value, now=now) after the value has been stored.
    """


def read_changes(rows: Iterable[Setting], typed: Mapping[str, str]) -> dict[str, str]:
    """Return the values that are typed for some of these settings, by name.

    Raises `InvalidTime` for the first text that cannot be read, and `KeyError` for another name.
    """
    by_name = {row.name: row for row in rows}
    return {
        name: by_name[name].read(text) if text else by_name[name].default
        for name, text in typed.items()
    }
