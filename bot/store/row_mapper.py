"""Row mapper: converts between rows and dataclasses.

A column belongs to the field of the same name, whose annotation decides the conversion. Numbers,
texts and literals are stored unchanged, booleans as 0 or 1, and tuples, mappings and nested values
as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from operator import itemgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.store.statement import Row

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")
Turn = Callable[[Any], Any]
"""Converts the value of a column to that of a field, or back."""


def value(kind: type[V], row: Row, /, **more: object) -> V:
    """Build a value from a row. `more` are fields without a column, or that override one.

    A field that is in neither gets its default. Raises `TypeError` if it has none.
    """
    names, pick, turns = _plan(kind, type(row))
    found = dict(zip(names, pick(row), strict=True))
    for name, turn in turns:
        if (told := found[name]) is not None and name not in more:
            found[name] = turn(told)
    found.update(more)
    return kind(**found)


def columns(one: DataclassInstance, *but: str) -> dict[str, Any]:
    """Return the column values of a dataclass, by field name, without `but`."""
    return {
        name: told if turn is None or told is None else turn(told)
        for name, (_, turn) in _turns(type(one)).items()
        if name not in but
        for told in (getattr(one, name),)
    }


def from_json(kind: type[V], text: str, /, **more: object) -> V:
    """Build a value from JSON. `more` are the fields stored elsewhere."""
    names = {field.name for field in fields(kind)}
    elsewhere = {name: told for name, told in more.items() if name in names}
    made: V = _build(kind)({**json.loads(text), **elsewhere})
    return made


def to_json(one: DataclassInstance, *but: str) -> str:
    """Encode a value as JSON, without the fields `but` and those that are None."""
    told = asdict(one, dict_factory=lambda pairs: {k: v for k, v in pairs if v is not None})
    return _json({name: part for name, part in told.items() if name not in but})


@cache
def _plan(
    kind: Hashable, row: type[Row]
) -> tuple[tuple[str, ...], Callable[[Row], tuple[Any, ...]], list[tuple[str, Turn]]]:
    """Return the fields with a column, a getter of those columns, and conversions."""
    turns = {name: read for name, (read, _) in _turns(kind).items() if name in row.columns}
    places = [row.columns.index(name) for name in turns]
    pick = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
    return tuple(turns), pick, [(name, read) for name, read in turns.items() if read is not None]


@cache
def _turns(kind: Hashable) -> dict[str, tuple[Turn | None, Turn | None]]:
    """Return how each field is read and written; None if it is stored unchanged."""
    assert isinstance(kind, type) and is_dataclass(kind)  # noqa: PT018
    hints = get_type_hints(kind)
    return {field.name: _turn(hints[field.name]) for field in fields(kind) if field.init}


def _turn(hint: Any) -> tuple[Turn | None, Turn | None]:
    (hint,) = _ways(hint)
    if hint is bool:
        return bool, int
    if hint in (int, str) or get_origin(hint) is Literal:
        return None, None
    build = _build(hint)
    return lambda told: build(json.loads(told)), lambda told: _json(_plain(told))


def _ways(hint: Any) -> list[Any]:
    """Return the type itself, without None if it is optional."""
    if get_origin(hint) in (Union, UnionType):
        return [one for one in get_args(hint) if one is not NoneType]
    return [hint]


@cache
def _build(hint: Any) -> Turn:
    """Return a function that builds a value of this type from decoded JSON."""
    hint = _ways(hint)[0]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        build = _build(inner[0])
        return lambda told: tuple(map(build, told))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        made: Any = hint
        parts = {name: _build(part) for name, part in get_type_hints(hint).items()}
        return lambda told: made(**{name: parts[name](part) for name, part in told.items()})
    return lambda told: told


def _json(told: Any) -> str:
    """Encode as JSON without escaping.

    Lone surrogates stay visible, so that `statement._kept` replaces them.
    """
    return json.dumps(told, default=_plain, ensure_ascii=False)


def _plain(told: Any) -> Any:
    """Return a dataclass or named tuple as a mapping by field name."""
    if is_dataclass(told) and not isinstance(told, type):
        return asdict(told)
    return told._asdict() if hasattr(told, "_asdict") else told
