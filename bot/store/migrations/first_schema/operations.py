"""Operations that create tables and indexes, the same for SQLite and PostgreSQL.

Constraints without a name get one from the naming convention of the metadata, which `env.py` passes
to Alembic.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""A 64-bit integer.

In SQLite, ids are assigned only in a column of type INTEGER.
"""


def create_table(name: str, *parts: SchemaItem, **options: Any) -> None:
    """Create a table. In SQLite it is STRICT, which enforces the column types."""
    op.create_table(name, *parts, sqlite_strict=True, **options)


def create_indexes(table: str, *indexed: Sequence[str]) -> None:
    """Create an index for each sequence of columns, named after them."""
    for columns in indexed:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def create_partial_index(
    name: str, table: str, columns: Sequence[Any], where: Any, *, unique: bool = False
) -> None:
    """Create an index on the rows that meet a condition (SQL or an expression)."""
    condition = sa.text(where) if isinstance(where, str) else where
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition
    )


def serial(name: str) -> Iterator[SchemaItem]:
    """Return a column of ids assigned by the database, and its primary key."""
    yield sa.Column(name, BIG, nullable=False)
    yield sa.PrimaryKeyConstraint(name)


def big(*names: str, null: bool = False, default: str | None = None) -> Iterator[SchemaItem]:
    """Return columns of 64-bit integers: Discord ids, times and durations."""
    return _columns(names, BIG, null, default)


def integer(*names: str, null: bool = False, default: str | None = None) -> Iterator[SchemaItem]:
    """Return columns of small integers."""
    return _columns(names, sa.Integer(), null, default)


def text(*names: str, null: bool = False, default: str | None = None) -> Iterator[SchemaItem]:
    """Return columns of text. `default` is the text itself, not an SQL expression."""
    return _columns(names, sa.Text(), null, None if default is None else f"'{default}'")


def _columns(
    names: Sequence[str], kind: TypeEngine[Any], null: bool, default: str | None
) -> Iterator[SchemaItem]:
    value = None if default is None else sa.text(default)
    for name in names:
        yield sa.Column(name, kind, autoincrement=False, nullable=null, server_default=value)


def key(*columns: str) -> SchemaItem:
    """Return the primary key."""
    return sa.PrimaryKeyConstraint(*columns)


def check(name: str, condition: str) -> SchemaItem:
    """Return a check constraint. `name` does not include the table's prefix."""
    return sa.CheckConstraint(condition, name=name)


def references(**targets: str) -> Iterator[SchemaItem]:
    """Return a foreign key for each keyword, e.g. `player="players.id"`."""
    for column, target in targets.items():
        yield sa.ForeignKeyConstraint([column], [target])
