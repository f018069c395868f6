"""Row mapper: converts between rows and dataclasses.

A column belongs to the field of the same name, whose annotation decides the conversion. Integers,
strings and literals are stored unchanged, booleans as 0 or 1, and tuples, mappings and nested
values as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from operator import itemgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.store.driver.statement import Row

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")
Convert = Callable[[Any], Any]
"""A function that converts a column value to a field value, or the reverse."""


def from_row(kind: type[V], row: Row, /, **more: object) -> V:
    """Build an instance of a dataclass from a row.

    `more` has the values of fields without a column, and overrides columns. All other fields
    without a column get their default. Raises `TypeError` for a field without a default.
    """
    names, pick, turns = _row_plan(kind, row.__class__)
    values = dict(zip(names, pick(row), strict=True))
    for name, turn in turns:
        if (stored := values[name]) is not None and name not in more:
            values[name] = turn(stored)
    values.update(more)
    return kind(**values)


def to_columns(instance: DataclassInstance, *but: str) -> dict[str, Any]:
    """Return the column values of a dataclass by field name, without the fields `but`."""
    return {
        name: current if turn is None or current is None else turn(current)
        for name, (_, turn) in _converters(type(instance)).items()
        if name not in but
        for current in (getattr(instance, name),)
    }


def changed_columns(before: V, after: V, names: Iterable[str]) -> dict[str, Any]:
    """Return the new column values of the fields in `names` that have changed."""
    converters = _converters(type(after))
    return {
        name: current if turn is None or current is None else turn(current)
        for name in names
        for current in (getattr(after, name),)
        if current != getattr(before, name)
        for turn in (converters[name][1],)
    }


def from_json(kind: type[V], text: str, /, **more: object) -> V:
    """Build an instance of a dataclass from JSON.

    `more` contains values that are stored elsewhere. Names that are not fields are ignored.
    """
    names = {field.name for field in fields(kind)}
    elsewhere = {name: current for name, current in more.items() if name in names}
    made: V = _json_builder(kind)({**json.loads(text), **elsewhere})
    return made


def to_json(instance: DataclassInstance, *but: str) -> str:
    """Encode an instance as JSON, without the fields `but` and those that are None."""
    values = _present_fields(instance)
    return _to_json(
        {name: part for name, part in values.items() if name not in but}, encode=_present_fields
    )


@cache
def _row_plan(
    kind: Hashable, row: type[Row]
) -> tuple[tuple[str, ...], Callable[[Row], tuple[Any, ...]], list[tuple[str, Convert]]]:
    """Return the fields that have a column, a getter for the columns, and conversions."""
    turns = {name: read for name, (read, _) in _converters(kind).items() if name in row._fields}
    places = [row._fields.index(name) for name in turns]
    pick = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
    return tuple(turns), pick, [(name, read) for name, read in turns.items() if read is not None]


@cache
def _converters(kind: Hashable) -> dict[str, tuple[Convert | None, Convert | None]]:
    """Return the two conversions of each field; None if it is stored unchanged."""
    assert isinstance(kind, type) and is_dataclass(kind)  # noqa: PT018
    hints = get_type_hints(kind)
    return {field.name: _converter(hints[field.name]) for field in fields(kind) if field.init}


def _converter(hint: Any) -> tuple[Convert | None, Convert | None]:
    (hint,) = _without_none(hint)
    if hint is bool:
        return bool, int
    if hint in (int, str) or get_origin(hint) is Literal:
        return None, None
    build = _json_builder(hint)
    return lambda text: build(json.loads(text)), lambda value: _to_json(_to_plain(value))


def _without_none(hint: Any) -> list[Any]:
    """Return the types in a type hint, without None."""
    if get_origin(hint) in (Union, UnionType):
        return [argument for argument in get_args(hint) if argument is not NoneType]
    return [hint]


@cache
def _json_builder(hint: Any) -> Convert:
    """Return a function that builds a value of this type from decoded JSON."""
    hint = _without_none(hint)[0]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        build = _json_builder(inner[0])
        return lambda items: tuple(map(build, items))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        made: Any = hint
        parts = {name: _json_builder(part) for name, part in get_type_hints(hint).items()}
        return lambda items: made(**{name: parts[name](part) for name, part in items.items()})
    return lambda item: item


def _present_fields(instance: DataclassInstance) -> dict[str, Any]:
    """Return the fields of a dataclass that are not None, by name."""
    values = {field.name: getattr(instance, field.name) for field in fields(instance)}
    return {name: part for name, part in values.items() if part is not None}


def _to_plain(content: Any) -> Any:
    """Return a dataclass or named tuple as a mapping by field name."""
    if is_dataclass(content) and not isinstance(content, type):
        return asdict(content)
    return content._asdict() if hasattr(content, "_asdict") else content


def _to_json(content: Any, *, encode: Convert = _to_plain) -> str:
    """Encode as JSON without escaping non-ASCII characters.

    This keeps lone surrogates, so that `statement._storable` can replace them. `encode` converts
    the parts of other types.
    """
    return json.dumps(content, default=encode, ensure_ascii=False)
