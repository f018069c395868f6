"""SQL statements: built as expressions, compiled once, run with bound values."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import BindParameter, ClauseElement, Executable, UpdateBase, bindparam
from sqlalchemy.dialects.sqlite.pysqlite import dialect as sqlite_dialect
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import ExpandedState, SQLCompiler
from sqlalchemy.sql.expression import ReturnsRows

SQLITE: Final[Dialect] = sqlite_dialect(paramstyle="qmark")

MAX_EXPANDED = 8
"""Maximum number of list lengths for which the text of a statement is cached."""

Expression: TypeAlias = Executable | Callable[[], Executable]
Row: TypeAlias = Any
"""A result row: a named tuple with a field for each column of the statement."""


class _Compiled(NamedTuple):
    """A compiled statement."""

    sql: str
    places: Sequence[str]
    """The name of the value of each placeholder."""
    required: frozenset[str]
    """Names of the values to bind."""
    constants: dict[str, Any]
    """Values that are part of the expression."""
    lists: tuple[str, ...]
    """Names of the values that are lists, with a placeholder for each item."""
    compiler: SQLCompiler | None
    """Compiler that expands the lists.

    None if there are no lists, because it takes tens of kilobytes.
    """
    expanded: dict[tuple[int, ...], ExpandedState]
    """The statement with expanded lists, by the lengths of the lists."""


class Statement:
    """A statement, built once as a module constant.

    It is run by `tx.rows(S, id=5)` and the other methods of `Tx`. Every `bindparam` (or
    `bind_list`) must be bound. `postgresql` is the expression for PostgreSQL if it differs. An
    expression may be given as a function that returns it: it is called at the first use, so that
    the start need not wait for hundreds of expressions.
    """

    def __init__(self, expression: Expression, *, postgresql: Expression | None = None) -> None:
        self._sqlite = expression
        self._postgresql = expression if postgresql is None else postgresql
        self._compiled: dict[str, _Compiled] = {}

    @cached_property
    def expression(self) -> Executable:
        """The expression for SQLite."""
        return _built(self._sqlite)

    @cached_property
    def changes(self) -> str | None:
        """Name of the table that it changes; None for a query."""
        expression = self.expression
        return str(expression.table) if isinstance(expression, UpdateBase) else None

    def compile(self, dialect: Dialect) -> SQLCompiler:
        """Compile the statement for a dialect."""
        sqlite = dialect.name == "sqlite"
        expression = self.expression if sqlite else _built(self._postgresql)
        assert isinstance(expression, ClauseElement)
        compiled = expression.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    def bind(self, values: dict[str, Any], dialect: Dialect) -> tuple[str, Sequence[Any]]:
        """Return the SQL text and the values to bind.

        Raises `TypeError` for missing or extra values.
        """
        compiled = self._analyzed(dialect)
        if values.keys() != compiled.required:
            wanted = sorted(compiled.required)
            raise TypeError(f"{compiled.sql!r} wants {wanted}, not {sorted(values)}")
        values = compiled.constants | values
        if compiled.compiler is not None:
            return _expand(compiled, compiled.compiler, values)
        return compiled.sql, _storable(values, compiled.places)

    def required(self, dialect: Dialect) -> frozenset[str]:
        """Return the names of the values to bind."""
        return self._analyzed(dialect).required

    def _analyzed(self, dialect: Dialect) -> _Compiled:
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = _analyze(self.compile(dialect))
        return compiled

    def to_rows(self, tuples: Sequence[tuple[Any, ...]]) -> list[Row]:
        """Turn fetched tuples into rows with named columns."""
        return list(map(self._row._make, tuples))

    @cached_property
    def _row(self) -> Any:
        expression = self.expression
        names = expression.exported_columns.keys() if isinstance(expression, ReturnsRows) else ()
        return namedtuple("Row", names, rename=True)


def _built(expression: Expression) -> Executable:
    """Return the expression, or what the function returns."""
    return expression if isinstance(expression, Executable) else expression()


def _analyze(compiler: SQLCompiler) -> _Compiled:
    places, binds = tuple(compiler.positiontup or ()), compiler.binds
    names = {*places}
    required = frozenset(name for name in names if binds[name].required)
    constants = {name: compiler.params[name] for name in names - required}
    lists = tuple(name for name in names if binds[name].expanding)
    expands = compiler if lists else None
    return _Compiled(compiler.string, places, required, constants, lists, expands, {})


def _expand(
    compiled: _Compiled, compiler: SQLCompiler, values: dict[str, Any]
) -> tuple[str, Sequence[Any]]:
    """Return the SQL text with a placeholder for each item, and the values."""
    values |= {name: tuple(values[name]) for name in compiled.lists}
    lengths = tuple(len(values[name]) for name in compiled.lists)
    state = compiled.expanded.get(lengths)
    if state is None:
        state = compiler.construct_expanded_state(values)
        if len(compiled.expanded) < MAX_EXPANDED:
            compiled.expanded[lengths] = state
    for name, items in state.parameter_expansion.items():
        values.update(zip(items, values[name], strict=True))
    return state.statement, _storable(values, state.positiontup or ())


def _storable(values: dict[str, Any], places: Sequence[str]) -> list[Any]:
    """Return the value of each placeholder, without what a database cannot store.

    PostgreSQL rejects NUL; both reject lone surrogates, which JSON can contain ("\\ud800").
    """
    bound = [values[name] for name in places]
    for place, value in enumerate(bound):
        if isinstance(value, str) and not (value.isascii() and "\0" not in value):
            bound[place] = value.replace("\0", "").encode(errors="replace").decode()
    return bound


def bind_list(name: str) -> BindParameter[Any]:
    """Return a bind parameter for a sequence, which may be empty, in `column.in_`."""
    return bindparam(name, expanding=True)
