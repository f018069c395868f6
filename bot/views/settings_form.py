"""Settings as lines of text, and as the fields of a form (modal).

The custom id of each field contains the value that was shown. A submitted form therefore changes
only the settings that its user changed, even if others have been changed in the meantime. If some
text cannot be read, nothing is changed, and a button opens the form again with what was entered.
"""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from discord import ui

from bot.i18n.durations import invalid_time_text, local_time_text
from bot.i18n.escaping import code
from bot.i18n.time_zone_input import find_zone
from bot.i18n.translator import N_, Translator
from bot.service.clock.calendar import InvalidTime
from bot.setting_definition import OFF, ON, Setting, read_changes
from bot.views.components import Button, ComponentId, StaleComponent
from bot.views.forms import (
    TEXT_LENGTH,
    Field,
    FieldKind,
    capitalized,
    form,
)

SWITCH: Mapping[str, str] = {ON: N_("on"), OFF: N_("off")}
"""Labels of a switch."""
SWITCHES = "switches"
"""The name of the field that contains all switches of a form."""
EMPTY = "-"
"""Replacement for an empty value in a select, because Discord requires text."""
MOST_RADIO_BUTTONS = 4
"""Maximum number of choices shown as radio buttons. More are shown as a select."""
MOST_CHANNELS = 25
MOST_LISTED = 20
"""Maximum number of channels in a line of text."""


def describe(t: Translator, row: Setting, value: str) -> str:
    """Return a value of a setting as text."""
    labels = SWITCH if row.kind == "switch" else row.choices
    if value in labels:
        return t.translate(labels[value])
    if not value and row.empty:
        return t.translate(row.empty)
    match row.kind:
        case "channel" | "channels":
            return ", ".join(f"<#{channel}>" for channel in value.split()[:MOST_LISTED])
        case "role":
            return f"<@&{value}>"
    return code(value)


def setting_lines(
    t: Translator, rows: Iterable[Setting], values: Mapping[str, str], now: int
) -> list[str]:
    """Return a line for each setting. The time zone comes with the time it is there."""
    return [
        f"{t.translate(row.title)}: **{describe(t, row, values[row.name])}**"
        + (f" · {local_time_text(t, values[row.name], now)}" if row.read is find_zone else "")
        for row in rows
    ]


def page_buttons(t: Translator, action: str, pages: Mapping[str, str]) -> list[Button]:
    """Return a button for each form."""
    return [
        Button(ComponentId(action, 0, extra=page), t.translate(title))
        for page, title in pages.items()
    ]


def retry_button(t: Translator, action: str, page: str, entered: Mapping[str, str]) -> Button:
    """Return a button that opens the form again with the values that were entered.

    It has room for a few texts. The longest values are left out if they do not fit.
    """
    kept = sorted(entered.items(), key=lambda item: len(item[1]))
    while True:
        encoded = urlencode(kept, errors="replace")
        control = ComponentId(action, 0, extra=f"{page}?{encoded}")
        if control.fits_limit():
            return Button(control, t.translate("Correct the form"), "primary")
        kept.pop()


def page_of(control: ComponentId, pages: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the page that a button opens, and the values that were entered before.

    Raises `StaleComponent` if there is no such page.
    """
    page, _, entered = control.extra.partition("?")
    if page not in pages:
        raise StaleComponent(page)
    return page, dict(parse_qsl(entered, keep_blank_values=True))


def settings_form(
    t: Translator,
    control: ComponentId,
    title: str,
    rows: Sequence[Setting],
    values: Mapping[str, str],
    entered: Mapping[str, str] = {},
) -> ui.Modal:
    """Build the form: one field for each setting, and one for all switches.

    `values` are the stored values, and `entered` those that are shown instead.
    """
    switches = [row for row in rows if row.kind == "switch"]
    shown = {**values, **entered}
    fields = [
        _field(t, row, values[row.name], shown[row.name]) for row in rows if row.kind != "switch"
    ]
    if switches:
        boxes = {row.name: (t.translate(row.title), _hint(t, row)) for row in switches}
        on = [row.name for row in switches if shown[row.name] == ON]
        name = f"{SWITCHES}:{_mask(switches, values)}:{_names(switches)}"
        fields.append(Field(name, t.translate("Options"), "boxes", choices=boxes, chosen=on))
    return form(control, title, *fields)


def _field(t: Translator, row: Setting, value: str, shown: str) -> Field:
    name, title, hint = f"{row.name}:{_digest(value)}", t.translate(row.title), _hint(t, row)
    if row.kind == "text":
        return Field(name, title, "text", hint, shown[:TEXT_LENGTH])
    if row.kind != "choice":
        ids = [int(each) for each in shown.split() if each.isdecimal()]
        if row.kind == "role":
            return Field(name, title, "role", hint, chosen=ids)
        most = 1 if row.kind == "channel" else MOST_CHANNELS
        return Field(name, title, "channels", hint, chosen=ids, most=most)
    choices = {key or EMPTY: capitalized(t.translate(text)) for key, text in row.choices.items()}
    kind: FieldKind = "radio" if len(choices) <= MOST_RADIO_BUTTONS else "menu"
    return Field(name, title, kind, hint, shown or EMPTY, choices)


def _hint(t: Translator, row: Setting) -> str:
    return t.translate(row.hint) if row.hint else ""


def _mask(switches: Sequence[Setting], values: Mapping[str, str]) -> int:
    """Return the switches that are on as the bits of a number."""
    return sum(1 << number for number, row in enumerate(switches) if values[row.name] == ON)


def _names(switches: Sequence[Setting]) -> str:
    """Return a digest of the switches. It differs if an extension has come or gone."""
    return _digest(" ".join(row.name for row in switches))


def _digest(value: str) -> str:
    # A forged form may contain lone surrogates, which plain UTF-8 cannot encode.
    return f"{crc32(value.encode(errors='surrogatepass')):x}"


def changed_values(control: ComponentId, rows: Sequence[Setting]) -> dict[str, str]:
    """Return the values that a submitted form changes, by setting.

    Raises `StaleComponent` if a value is not one of the choices, or if the form has a field that is
    not of these settings: it was opened before an update, or is forged.
    """
    switches = [row for row in rows if row.kind == "switch"]
    by_name = {row.name: row for row in rows if row.kind != "switch"}
    changes = {}
    for custom_id, values in control.fields.items():
        name, _, shown = custom_id.partition(":")
        if name == SWITCHES:
            changes.update(_changed_switches(switches, shown, values))
            continue
        if name not in by_name:
            raise StaleComponent(name)
        value = " ".join(values)
        if by_name[name].kind == "choice":
            value = "" if value == EMPTY else value
            if value not in by_name[name].choices:
                raise StaleComponent(value)
        if _digest(value) != shown:
            changes[name] = value
    return changes


def _changed_switches(
    switches: Sequence[Setting], shown: str, values: Sequence[str]
) -> dict[str, str]:
    """Return the switches that are different from the number that was shown."""
    mask, _, names = shown.partition(":")
    if names != _names(switches) or not mask.isascii() or not mask.isdecimal():
        raise StaleComponent(shown)
    now = {row.name: ON if row.name in values else OFF for row in switches}
    differ = int(mask) ^ _mask(switches, now)
    return {row.name: now[row.name] for number, row in enumerate(switches) if differ >> number & 1}


def unreadable(t: Translator, rows: Sequence[Setting], changes: Mapping[str, str]) -> list[str]:
    """Return a sentence for each text in the changes that cannot be read."""
    sentences = []
    for name, text in changes.items():
        try:
            read_changes(rows, {name: text})
        except InvalidTime as error:
            sentences.append(invalid_time_text(t, error))
    return sentences


def fault_lines(t: Translator, faults: Sequence[str]) -> list[str]:
    """Return the sentences about faults, and one that nothing was changed."""
    note = [t.translate("Nothing has been changed yet.")] if faults else []
    return [*(f"⚠️ {fault}" for fault in faults), *note]
