"""Filling in and submitting the bot's forms, and submitting forged ones."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.e2e import simulator
from tests.e2e.table import Table

Handle = simulator.MemberActor | simulator.ChannelHandle
SELECTS = (5, 6, 8)
"""Types of user selects, role selects and channel selects."""


def fields(opened: simulator.InteractionResult) -> dict[str, dict[str, Any]]:
    """Return the components of a form by the first word of their custom ids."""
    assert opened.modal is not None, "no form was opened"
    controls = [label["component"] for label in opened.modal["components"]]
    return {control["custom_id"].partition(":")[0]: control for control in controls}


def shown(opened: simulator.InteractionResult) -> dict[str, Any]:
    """Return the values shown in a form, by name. People and channels are ids."""
    return {name: _shown_value(control) for name, control in fields(opened).items()}


def _shown_value(control: Mapping[str, Any]) -> Any:
    if control["type"] == 4:
        return control.get("value") or ""
    if control["type"] in SELECTS:
        return [int(each["id"]) for each in control.get("default_values") or ()]
    chosen = [option["value"] for option in control["options"] if option.get("default")]
    return (chosen or [None])[0] if control["type"] == 21 else chosen


def labels(opened: simulator.InteractionResult) -> list[str]:
    """Return the labels of a form's fields in order."""
    assert opened.modal is not None
    return [label["label"] for label in opened.modal["components"]]


async def submit(
    person: simulator.MemberActor,
    opened: simulator.InteractionResult,
    handles: Iterable[Handle] = (),
    **changes: Any,
) -> simulator.InteractionResult:
    """Submit a form with the values that it shows, except for `changes` by name.

    `handles` are the people and channels that the form shows.
    """
    known: dict[int, Handle] = {each.id: each for each in handles}
    values = {}
    for name, control in fields(opened).items():
        value = _shown_value(control)
        if control["type"] in SELECTS:
            value = [known[each] for each in value] if name not in changes else value
        values[control["custom_id"]] = changes.pop(name, value)
    assert not changes, "the form has no such field"
    return await person.submit_modal(opened, values)


async def at_once(
    table: Table, forms: Sequence[tuple[simulator.MemberActor, simulator.InteractionResult, Any]]
) -> list[simulator.InteractionResult]:
    """Submit forms at the same instant, each with changes by name."""
    records = []
    for person, opened, changes in forms:
        assert opened.modal is not None
        components = []
        for name, control in fields(opened).items():
            value = changes.get(name, _shown_value(control))
            key = "value" if control["type"] in (4, 21) else "values"
            components.append(
                {"type": control["type"], "custom_id": control["custom_id"], key: value}
            )
        records.append(table.send_form(person, opened.modal["custom_id"], components))
    await table.env.settle()
    return [simulator.InteractionResult(table.env, record) for record in records]


async def forged(
    table: Table,
    person: simulator.MemberActor,
    custom_id: str,
    components: Sequence[Mapping[str, Any]],
) -> simulator.InteractionResult:
    """Submit a form that the bot has never shown."""
    return await table.forged(person, custom_id, components)
