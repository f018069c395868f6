"""Settings forms: the settings of a table as the fields of a modal.

The custom id of each field contains the value that was shown. A submitted form therefore changes
only the settings that its user changed, even if others have been changed in the meantime.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple
from zlib import crc32

from discord import ui

from bot.i18n.translator import Translator
from bot.views.components import ComponentId, StaleComponent
from bot.views.forms import (
    Field,
    capitalized,
    channel_field,
    checkbox_field,
    form,
    radio_field,
    select_field,
    text_field,
)

ON, OFF = "on", "off"
SWITCHES = "switches"
"""The name of the field that contains all on/off settings of a form."""
EMPTY = "-"
"""Replacement for an empty value in a select, because Discord requires text."""
MOST_RADIO_BUTTONS = 4
"""Maximum number of choices shown as radio buttons. More are shown as a select."""
MOST_CHANNELS = 25


Kind = Literal["switch", "choice", "text", "channel", "channels"]
"""Type of field for a setting. The last three types can be left empty."""


class FormRow(NamedTuple):
    """A setting as shown in a form. Its texts are translated."""

    name: str
    title: str
    value: str
    """The current value. Channels are separated by spaces."""
    kind: Kind
    hint: str = ""
    choices: Mapping[str, str] = {}
    """Labels by value, if the setting is a choice."""


def settings_form(
    t: Translator, control: ComponentId, title: str, rows: Sequence[FormRow]
) -> ui.Modal:
    """Build the form: one field for each row, and one for all on/off settings."""
    switches = [row for row in rows if row.kind == "switch"]
    fields = [_field(row) for row in rows if row.kind != "switch"]
    if switches:
        boxes = {row.name: (row.title, row.hint) for row in switches}
        on = [row.name for row in switches if row.value == ON]
        shown = sum(1 << number for number, row in enumerate(switches) if row.value == ON)
        fields.append(checkbox_field(f"{SWITCHES}:{shown}", t.translate("Options"), boxes, on))
    return form(control, title, *fields)


def _field(row: FormRow) -> Field:
    name = f"{row.name}:{_digest(row.value)}"
    if row.kind == "text":
        return text_field(name, row.title, row.hint, row.value)
    if row.kind != "choice":
        channels = [int(each) for each in row.value.split()]
        most = 1 if row.kind == "channel" else MOST_CHANNELS
        return channel_field(name, row.title, row.hint, channels, most)
    choices = {value or EMPTY: capitalized(label) for value, label in row.choices.items()}
    if len(choices) > MOST_RADIO_BUTTONS:
        return select_field(name, row.title, choices, row.value or EMPTY)
    texts = {value: (label, "") for value, label in choices.items()}
    return radio_field(name, row.title, texts, row.value or EMPTY, row.hint)


def _digest(value: str) -> str:
    # A forged form may contain lone surrogates, which plain UTF-8 cannot encode.
    return f"{crc32(value.encode(errors='surrogatepass')):x}"


def changed_values(control: ComponentId, rows: Sequence[FormRow]) -> dict[str, str]:
    """Return the values that a submitted form changes, by setting.

    Raises `StaleComponent` if a value is not one of the choices.
    """
    shown: dict[str, str] = {}
    given: dict[str, tuple[str, ...]] = {}
    for custom_id, values in control.fields.items():
        name, _, shown[name] = custom_id.partition(":")
        given[name] = values
    changes = {}
    if shown.get(SWITCHES, "").isdecimal():
        before = int(shown[SWITCHES])
        for number, row in enumerate(row for row in rows if row.kind == "switch"):
            if (row.name in given[SWITCHES]) != bool(before >> number & 1):
                changes[row.name] = ON if row.name in given[SWITCHES] else OFF
    for row in (row for row in rows if row.name in shown and row.kind != "switch"):
        value = " ".join(given[row.name])
        if row.kind == "choice":
            value = "" if value == EMPTY else value
            if value not in row.choices:
                raise StaleComponent(value)
        if _digest(value) != shown[row.name]:
            changes[row.name] = value
    return changes
