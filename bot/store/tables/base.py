"""Common parts of all tables: constraint names, column types and helpers.

The `info` of a column or table marks due times and how rows are erased. The `info` of each column
with a time says what the time is ("time"), so that times which a wrong clock has put into the future
can be found and corrected (`bot.store.schedule.future_times`).
"""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ColumnElement, Index, Integer, MetaData, Table
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex, SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite's INTEGER has 64 bits, and only a column of exactly that type gets ids assigned.
BIG = BigInteger().with_variant(Integer, "sqlite")

# How an erasure treats the rows in which this column names the player.
PSEUDONYMIZED = {"erasure": "pseudonymized"}
DELETED = {"erasure": "deleted"}
# As DELETED, in rows of another player: the data export of the named player leaves them out.
DELETED_UNEXPORTED = DELETED | {"export": "none"}
# A table with a column `guild` whose rows are deleted with the guild's other data.
OF_GUILDS = {"of": "guilds"}


PAST = {"time": "past"}
"""The time of something that has happened."""
DUE = {"time": "due"}
"""The time at which something is to be done."""
DAILY = {"time": "daily"}
"""The due time of something that is done once a day, at a chosen time of day."""
COMPUTED = {"time": "computed"}
"""A time that is computed from others, or corrected by the service."""
PLANNED = {"time": "planned"}
"""The time at which something begins, perhaps later: it is moved like a time in the past."""
ORDER = {"time": "order"}
"""A time that only orders the rows of one thing, and may be a little later than now."""


def after(column: str) -> dict[str, str]:
    """Return the `info` of a time that depends on a column with a time in the past."""
    return {"time": "after", "follows": column}


def due(job: str) -> dict[str, str]:
    """Return the `info` of a column that contains the due times of this job."""
    return {"due": job} | DUE


def table(name: str, *parts: SchemaItem, **how: Any) -> Table:
    """Define a table. In SQLite it is STRICT, which enforces the column types."""
    return Table(name, metadata, *parts, sqlite_strict=True, **how)


def partial_index(
    name: str, where: ColumnElement[bool], *of: ColumnElement[Any], unique: bool = False
) -> None:
    """Define an index of the rows for which a condition is true."""
    Index(name, *of, unique=unique, sqlite_where=where)


@compiles(CreateIndex, "postgresql")
def _with_condition(create: CreateIndex, compiler: Any, **how: Any) -> Any:
    """Compile CREATE INDEX for PostgreSQL with the condition for SQLite.

    `Index(postgresql_where=...)` would import PostgreSQL's dialect at every start, on SQLite, too.
    """
    index = create.element
    if (where := index.dialect_kwargs.get("sqlite_where")) is not None:
        index.dialect_kwargs["postgresql_where"] = where
    return compiler.visit_create_index(create, **how)


def one_of(column: str, *words: str) -> CheckConstraint:
    """Return a check constraint: the value of the column is one of these strings."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)
