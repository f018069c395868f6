"""How the first schema makes a table and an index."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Integer, TextClause, text
from sqlalchemy.schema import SchemaItem

BIG = BigInteger().with_variant(Integer, "sqlite")


def table(name: str, *items: SchemaItem, sqlite_autoincrement: bool = False) -> None:
    """Make a table; SQLite checks the types of its values."""
    op.create_table(name, *items, sqlite_strict=True, sqlite_autoincrement=sqlite_autoincrement)


def index(
    name: str, on: str, *columns: str | TextClause, unique: bool = False, where: str | None = None
) -> None:
    """Make an index; with `where`, of the rows for which that is true."""
    some = None if where is None else text(where)
    op.create_index(
        name, on, list(columns), unique=unique, sqlite_where=some, postgresql_where=some
    )
