"""An SQL statement: written once as an expression, compiled once, run with new values each time."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    Column,
    ColumnElement,
    Executable,
    Table,
    bindparam,
    delete,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.asyncpg import dialect as postgresql_dialect
from sqlalchemy.dialects.sqlite.aiosqlite import dialect as sqlite_dialect
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ReturnsRows

SQLITE: Final[Dialect] = sqlite_dialect(paramstyle="qmark")
POSTGRESQL: Final[Dialect] = postgresql_dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]

BATCH = 500
"""So many rows are deleted at once, lest others wait to write."""


class Row(tuple[Any, ...]):
    """A row that a statement found; its columns are attributes. Each statement has its own kind."""

    __slots__ = ()
    columns: tuple[str, ...] = ()
    """The names of the columns, in their order."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class _Compiled(NamedTuple):
    sql: str
    places: tuple[str, ...]
    """For each place in the text the name of the value that stands there."""
    constants: dict[str, Any]
    """The values that are part of the expression."""
    wanted: frozenset[str]
    """The names of the others."""
    lists: tuple[str, ...]
    """The names that stand for lists: the text has a place for each of their values."""
    compiler: SQLCompiler


class Statement:
    """A statement, made once as a constant of a module; `tx.rows(S, id=5)` and its like run it.

    Every `bindparam` (or `listed`) must be given when it runs. `postgresql` is the expression for
    PostgreSQL where that needs another one.
    """

    def __init__(self, expression: Executable, *, postgresql: Executable | None = None) -> None:
        self.expressions = {
            "sqlite": expression,
            "postgresql": expression if postgresql is None else postgresql,
        }
        self._compiled: dict[str, _Compiled] = {}
        self._lists: dict[tuple[str, tuple[int, ...]], tuple[str, tuple[str, ...]]] = {}
        self._row: type[Row] | None = None

    def compile(self, dialect: Dialect) -> SQLCompiler:
        """The statement in the language of a database."""
        expression = self.expressions[dialect.name]
        assert isinstance(expression, ClauseElement)
        compiled = expression.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    def bind(self, values: dict[str, Any], dialect: Dialect) -> tuple[str, Sequence[Any]]:
        """The text for a database and the values in its places. TypeError: too few or too many."""
        compiled = self._compiled.get(dialect.name) or self._compile(dialect)
        sql, places, constants, wanted, lists, compiler = compiled
        if values.keys() != wanted:
            raise TypeError(f"{sql!r} wants {sorted(wanted)}, not {sorted(values)}")
        if lists:
            return self._bind_lists(compiler, lists, values | constants)
        if constants:
            values = values | constants
        return sql, [_kept(values[place]) for place in places]

    def read(self, found: Sequence[tuple[Any, ...]]) -> list[Row]:
        """What the database has answered, with the names of the columns."""
        kind = self._row or self._kind()
        return [kind(row) for row in found]

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiler = self.compile(dialect)
        binds = compiler.binds
        places = tuple(compiler.positiontup or ())
        wanted = frozenset(name for name in places if binds[name].required)
        constants = {name: compiler.params[name] for name in places if name not in wanted}
        sql = str(compiler)
        lists = tuple(sorted(name for name in {*places} if binds[name].expanding))
        if lists and wanted.isdisjoint(lists):  # all of them are part of the expression
            state = compiler.construct_expanded_state(compiler.params)
            sql, places, lists = state.statement, tuple(state.positiontup or ()), ()
            constants = {name: state.parameters[name] for name in places if name not in wanted}
        made = _Compiled(sql, places, constants, wanted, lists, compiler)
        self._compiled[dialect.name] = made
        return made

    def _bind_lists(
        self, compiler: SQLCompiler, lists: tuple[str, ...], values: dict[str, Any]
    ) -> tuple[str, Sequence[Any]]:
        values |= {name: tuple(values[name]) for name in lists}
        lengths = (compiler.dialect.name, tuple(len(values[name]) for name in lists))
        known = self._lists.get(lengths)
        if known is None:
            state = compiler.construct_expanded_state(values)
            known = self._lists[lengths] = (state.statement, tuple(state.positiontup or ()))
        for name in lists:
            values.update({f"{name}_{at}": value for at, value in enumerate(values[name], 1)})
        return known[0], [_kept(values[place]) for place in known[1]]

    def _kind(self) -> type[Row]:
        expression = self.expressions["sqlite"]
        names: tuple[str, ...] = ()
        if isinstance(expression, ReturnsRows):
            names = tuple(expression.exported_columns.keys())
        fields = {name: property(itemgetter(at)) for at, name in enumerate(names)}
        self._row = type("Row", (Row,), {"__slots__": (), "columns": names, **fields})
        return self._row


def _kept(value: Any) -> Any:
    """A value without what databases keep in no text: PostgreSQL the character NUL, neither of them half
    of a character, as JSON can tell it ("\\ud800")."""
    if not isinstance(value, str):
        return value
    value = value.replace("\0", "")
    return value if value.isascii() else value.encode(errors="replace").decode()


def given(table: Table, *but: str) -> dict[str, BindParameter[Any]]:
    """A value to be given for each column of a table but these, by its name: for `values`."""
    return {name: bindparam(name) for column in table.columns if (name := column.name) not in but}


def listed(name: str) -> BindParameter[Any]:
    """A sequence to be given, for `column.in_`; it may be empty."""
    return bindparam(name, expanding=True)


def upsert(table: Table, *, but: Sequence[str] = ()) -> Statement:
    """Insert a row, or give the row with its primary key these values; `but` are left as they are."""
    keys = [column.name for column in table.primary_key]
    rest = [name for name in given(table, *but) if name not in keys]
    values = given(table, *but)
    lite, big = sqlite.insert(table).values(values), postgresql.insert(table).values(values)
    return Statement(
        lite.on_conflict_do_update(
            index_elements=keys, set_={name: lite.excluded[name] for name in rest}
        ),
        postgresql=big.on_conflict_do_update(
            index_elements=keys, set_={name: big.excluded[name] for name in rest}
        ),
    )


def delete_older(at: Column[Any], *which: ColumnElement[bool]) -> Statement:
    """Delete the rows whose moment is before `before`, the oldest first, a batch of them at most."""
    key = at.table.c.id
    oldest = select(key).where(*which, at < bindparam("before")).order_by(at).limit(BATCH)
    return Statement(delete(at.table).where(key.in_(oldest)))


def longest_due(at: Column[Any]) -> Statement:
    """The rows whose moment has come by `now`, the longest due first, `most` of them at most."""
    some = select(at.table).where(at <= bindparam("now"))
    return Statement(some.order_by(at, *at.table.primary_key).limit(bindparam("most")))


def insert_missing(table: Table, *but: str) -> Statement:
    """Insert a row unless there is one with its primary key."""
    values = given(table, *but)
    return Statement(
        sqlite.insert(table).values(values).on_conflict_do_nothing(),
        postgresql=postgresql.insert(table).values(values).on_conflict_do_nothing(),
    )
