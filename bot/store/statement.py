"""SQL statements: built as expressions, compiled once, run with bound values."""

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
from sqlalchemy.dialects.postgresql.psycopg import dialect as postgresql_dialect
from sqlalchemy.dialects.sqlite.pysqlite import dialect as sqlite_dialect
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ReturnsRows

SQLITE: Final[Dialect] = sqlite_dialect(paramstyle="qmark")
POSTGRESQL: Final[Dialect] = postgresql_dialect(paramstyle="format")  # type: ignore[no-untyped-call]

BATCH = 500
"""Maximum number of rows deleted at once, so that other writers do not wait long."""


class Row(tuple[Any, ...]):
    """A result row with its columns as attributes.

    Each statement has its own subclass.
    """

    __slots__ = ()
    columns: tuple[str, ...] = ()
    """The names of the columns, in order."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class _Compiled(NamedTuple):
    sql: str
    parameters: tuple[str, ...]
    """For each placeholder in the SQL text, the name of its value."""
    constants: dict[str, Any]
    """Values that are part of the expression."""
    required: frozenset[str]
    """Names of the values to bind."""
    lists: tuple[str, ...]
    """Names of the values that are lists, with a placeholder for each item."""
    compiler: SQLCompiler


class Statement:
    """A statement, built once as a module constant.

    It is run by `tx.rows(S, id=5)` and the other methods of `Tx`. Every `bindparam` (or `bind_list`)
    must be bound. `postgresql` is the expression for PostgreSQL, if it differs.
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
        """Compile the statement for a dialect."""
        expression = self.expressions[dialect.name]
        assert isinstance(expression, ClauseElement)
        compiled = expression.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    def bind(self, values: dict[str, Any], dialect: Dialect) -> tuple[str, Sequence[Any]]:
        """Return the SQL text and its values.

        Raises `TypeError` for missing or extra values.
        """
        compiled = self._compiled.get(dialect.name) or self._compile(dialect)
        sql, places, constants, wanted, lists, compiler = compiled
        if values.keys() != wanted:
            raise TypeError(f"{sql!r} wants {sorted(wanted)}, not {sorted(values)}")
        if lists:
            return self._bind_lists(compiler, lists, values | constants)
        if constants:
            values = values | constants
        return sql, [_storable(values[parameter]) for parameter in places]

    def to_rows(self, tuples: Sequence[tuple[Any, ...]]) -> list[Row]:
        """Turn fetched tuples into rows with named columns."""
        kind = self._row or self._row_type()
        return [kind(row) for row in tuples]

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiler = self.compile(dialect)
        binds = compiler.binds
        places = tuple(compiler.positiontup or ())
        wanted = frozenset(name for name in places if binds[name].required)
        constants = {name: compiler.params[name] for name in places if name not in wanted}
        sql = str(compiler)
        lists = tuple(sorted(name for name in {*places} if binds[name].expanding))
        if lists and wanted.isdisjoint(lists):  # all values are part of the expression
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
        expanded = self._lists.get(lengths)
        if expanded is None:
            state = compiler.construct_expanded_state(values)
            expanded = self._lists[lengths] = (state.statement, tuple(state.positiontup or ()))
        for name in lists:
            values.update({f"{name}_{at}": value for at, value in enumerate(values[name], 1)})
        return expanded[0], [_storable(values[parameter]) for parameter in expanded[1]]

    def _row_type(self) -> type[Row]:
        expression = self.expressions["sqlite"]
        names: tuple[str, ...] = ()
        if isinstance(expression, ReturnsRows):
            names = tuple(expression.exported_columns.keys())
        fields = {name: property(itemgetter(at)) for at, name in enumerate(names)}
        self._row = type("Row", (Row,), {"__slots__": (), "columns": names, **fields})
        return self._row


def _storable(value: Any) -> Any:
    """Replace characters that databases cannot store in a text.

    PostgreSQL rejects NUL; both reject lone surrogates, which JSON can contain ("\\ud800").
    """
    if not isinstance(value, str):
        return value
    value = value.replace("\0", "")
    return value if value.isascii() else value.encode(errors="replace").decode()


def bind_columns(table: Table, *but: str) -> dict[str, BindParameter[Any]]:
    """Return a bind parameter for each column of a table except `but`, for `values`."""
    return {name: bindparam(name) for column in table.columns if (name := column.name) not in but}


def bind_list(name: str) -> BindParameter[Any]:
    """Return a bind parameter for a sequence, which may be empty, in `column.in_`."""
    return bindparam(name, expanding=True)


def upsert(table: Table, *, but: Sequence[str] = ()) -> Statement:
    """Return a statement that inserts a row or updates the row with its primary key.

    The columns `but` are left unchanged.
    """
    keys = [column.name for column in table.primary_key]
    rest = [name for name in bind_columns(table, *but) if name not in keys]
    values = bind_columns(table, *but)
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
    """Return a statement that deletes a batch of rows before `before`, oldest first."""
    key = at.table.c.id
    oldest = select(key).where(*which, at < bindparam("before")).order_by(at).limit(BATCH)
    return Statement(delete(at.table).where(key.in_(oldest)))


def due_rows(at: Column[Any]) -> Statement:
    """Return a statement for up to `most` rows due by `now`, longest due first."""
    some = select(at.table).where(at <= bindparam("now"))
    return Statement(some.order_by(at, *at.table.primary_key).limit(bindparam("most")))


def insert_missing(table: Table, *but: str) -> Statement:
    """Return a statement that inserts a row unless its primary key exists."""
    values = bind_columns(table, *but)
    return Statement(
        sqlite.insert(table).values(values).on_conflict_do_nothing(),
        postgresql=postgresql.insert(table).values(values).on_conflict_do_nothing(),
    )
