"""Forms: modals with text fields, selects, radio groups and checkboxes.

Each function that builds a field returns it with its label. The name of a field is its custom id,
and the key of its submitted value in `ComponentId.fields`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.views import discord_limits
from bot.views.components import ComponentId, select_option

Field = ui.Label[Any]
TEXT_LENGTH = 100
"""Maximum length of a line of text."""


def capitalized(text: str) -> str:
    """Return the text with a capital letter, for a choice that stands alone in a form."""
    return text[:1].upper() + text[1:]


def form(control: ComponentId, title: str, *fields: Field | None) -> ui.Modal:
    """Build a modal with at most five fields. Fields that are None are omitted."""
    shown = ui.Modal(title=discord_limits.modal_title(title), custom_id=control.id("m"))
    for field in fields:
        if field is not None:
            shown.add_item(field)
    shown.stop()  # Interactions are routed by custom id, as in `static_view`.
    return shown


def text_form(control: ComponentId, title: str, label: str, field: ui.TextInput[Any]) -> ui.Modal:
    """Build a modal with one text field."""
    return form(control, title, labelled(label, field))


def labelled(label: str, component: ui.Item[Any], hint: str = "") -> Field:
    """Return a component with its label and an explanation."""
    return ui.Label(
        text=discord_limits.modal_label(label),
        description=discord_limits.choice(hint) if hint else None,
        component=component,
    )


def text_field(name: str, label: str, hint: str, value: str) -> Field:
    """Return an optional field for a line of text."""
    box: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, required=False, default=value or None, max_length=TEXT_LENGTH
    )
    return labelled(label, box, hint)


def select_field(
    name: str,
    label: str,
    choices: Mapping[str, str],
    value: str,
    about: Mapping[str, str] = {},
    hint: str = "",
) -> Field:
    """Return a select. `choices` are labels by value, `about` explains some.

    `hint` explains the select itself.
    """
    options = [select_option(text, key, about.get(key, "")) for key, text in choices.items()]
    for option in options:
        option.default = option.value == value
    box: ui.Select[Any] = ui.Select(custom_id=name, options=options, required=True)
    return labelled(label, box, hint)


def radio_field(
    name: str, label: str, choices: Mapping[str, tuple[str, str]], value: str, hint: str = ""
) -> Field:
    """Return a radio group. `choices` are labels and explanations by value."""
    options = [
        discord.RadioGroupOption(
            label=discord_limits.choice(text),
            value=key,
            description=discord_limits.choice(about) if about else None,
            default=key == value,
        )
        for key, (text, about) in choices.items()
    ]
    return labelled(label, ui.RadioGroup(custom_id=name, options=options, required=True), hint)


def checkbox_field(
    name: str, label: str, boxes: Mapping[str, tuple[str, str]], checked: Iterable[str]
) -> Field:
    """Return a group of checkboxes. `boxes` are labels and explanations by value."""
    on = frozenset(checked)
    options = [
        discord.CheckboxGroupOption(
            label=discord_limits.choice(text),
            value=key,
            description=discord_limits.choice(about) if about else None,
            default=key in on,
        )
        for key, (text, about) in boxes.items()
    ]
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=name, options=options, required=False, min_values=0, max_values=len(options)
    )
    return labelled(label, group)


def people_field(name: str, label: str, hint: str, people: Sequence[int], most: int) -> Field:
    """Return a user select for up to `most` people, of whom `people` are selected."""
    box: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=name,
        required=False,
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=person, type=discord.SelectDefaultValueType.user)
            for person in people[:most]
        ],
    )
    return labelled(label, box, hint)


def channel_field(name: str, label: str, hint: str, channels: Sequence[int], most: int) -> Field:
    """Return a select for up to `most` text channels; `channels` are selected."""
    box: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=name,
        required=False,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in channels[:most]
        ],
    )
    return labelled(label, box, hint)


def role_field(name: str, label: str, hint: str, role: int | None) -> Field:
    """Return an optional select for a role, with this one selected."""
    box: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=name,
        required=False,
        min_values=0,
        max_values=1,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.role)
            for each in ([] if role is None else [role])
        ],
    )
    return labelled(label, box, hint)
