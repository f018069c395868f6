"""Forms: modals with text fields, menus, radio buttons and checkboxes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import discord
from discord import ui

from bot.views import discord_limits
from bot.views.components import ComponentId

FieldKind = Literal["text", "menu", "radio", "boxes", "people", "channels", "role"]
TEXT_LENGTH = 100
"""Maximum length of a line of text."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form, with its label."""

    name: str
    """The key of the submitted value in `ComponentId.fields`."""
    label: str
    kind: FieldKind | ui.TextInput[Any] = "text"
    """What is filled in: a line of text, a choice of one ("menu" or "radio"), any number of choices
    ("boxes"), people, text channels or a role.

    Text with other properties is a text input of discord.py. Text, people, channels and roles may
    be left empty.
    """
    hint: str = ""
    """An explanation of the field."""
    value: str = ""
    """The text or the single choice that is filled in."""
    choices: Mapping[str, str | tuple[str, str]] = field(default_factory=dict)
    """Labels of the choices by value, some with an explanation."""
    chosen: Iterable[str | int] = ()
    """The boxes, people, channels or the role selected."""
    most: int = 1
    """Maximum number of people or channels."""


def capitalized(text: str) -> str:
    """Return the text with a capital letter, for a choice that stands alone in a form."""
    return text[:1].upper() + text[1:]


def form(control: ComponentId, title: str, *fields: Field | None) -> ui.Modal:
    """Build a modal with at most five fields. Fields that are None are omitted."""
    shown = ui.Modal(title=discord_limits.modal_title(title), custom_id=control.id("m"))
    for each in fields:
        if each is not None:
            shown.add_item(_labelled(each))
    shown.stop()  # Interactions are routed by custom id, as in `static_view`.
    return shown


def _labelled(each: Field) -> ui.Label[Any]:
    return ui.Label(
        text=discord_limits.modal_label(each.label),
        description=discord_limits.choice(each.hint) if each.hint else None,
        component=_component(each),
    )


def _component(each: Field) -> ui.Item[Any]:
    """Return the component of a field, whose custom id is the name of the field."""
    match each.kind:
        case "text":
            return ui.TextInput(
                custom_id=each.name,
                required=False,
                default=each.value or None,
                max_length=TEXT_LENGTH,
            )
        case "menu":
            options = [discord.SelectOption(**choice) for choice in _choices(each, [each.value])]
            return ui.Select(custom_id=each.name, options=options, required=True)
        case "radio":
            buttons = [
                discord.RadioGroupOption(**choice) for choice in _choices(each, [each.value])
            ]
            return ui.RadioGroup(custom_id=each.name, options=buttons, required=True)
        case "boxes":
            boxes = [
                discord.CheckboxGroupOption(**choice) for choice in _choices(each, each.chosen)
            ]
            return ui.CheckboxGroup(
                custom_id=each.name,
                options=boxes,
                required=False,
                min_values=0,
                max_values=len(boxes),
            )
        case "people":
            return ui.UserSelect(**_selected(each, discord.SelectDefaultValueType.user))
        case "channels":
            return ui.ChannelSelect(
                channel_types=[discord.ChannelType.text],
                **_selected(each, discord.SelectDefaultValueType.channel),
            )
        case "role":
            return ui.RoleSelect(**_selected(each, discord.SelectDefaultValueType.role))
        case box:
            box.custom_id = each.name
            return box


def _choices(each: Field, chosen: Iterable[str | int]) -> Iterator[dict[str, Any]]:
    """Yield the arguments for each option of a choice."""
    on = frozenset(chosen)
    for value, text in each.choices.items():
        label, about = (text, "") if isinstance(text, str) else text
        yield {
            "label": discord_limits.choice(label),
            "value": value,
            "description": discord_limits.choice(about) if about else None,
            "default": value in on,
        }


def _selected(each: Field, kind: discord.SelectDefaultValueType) -> dict[str, Any]:
    """Return the arguments for a select of people, channels or roles."""
    ids = [int(number) for number in each.chosen][: each.most]
    return {
        "custom_id": each.name,
        "required": False,
        "min_values": 0,
        "max_values": each.most,
        "default_values": [discord.SelectDefaultValue(id=number, type=kind) for number in ids],
    }
