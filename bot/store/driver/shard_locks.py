"""Advisory locks by which processes on one PostgreSQL server detect each other.

The server releases a lock together with its connection, so the other processes notice at once when
one ends.
"""

from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Table,
    bindparam,
    cast,
    column,
    func,
    literal_column,
    select,
    table,
    update,
)

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx

RUNS, SHARD, ALIVE = 0x48616C, 0x48616D, 0x48616E
"""Lock classes: the running bot (exclusive or shared), a shard, and a process."""


class Shards(NamedTuple):
    """The ids of the shards that a process serves, and the total number of shards."""

    ids: tuple[int, ...]
    total: int


_locks = table("pg_locks", *map(column, ("locktype", "classid", "objid", "granted", "database")))
_bases = table("pg_database", column("oid"), column("datname"))
_here = select(_bases.c.oid).where(_bases.c.datname == func.current_database()).scalar_subquery()
_held = (
    _locks.c.locktype == literal_column("'advisory'"),
    _locks.c.granted,
    _locks.c.database == _here,
)
_RUNNING = select(cast(_locks.c.objid, BigInteger)).where(
    *_held, _locks.c.classid == literal_column(str(ALIVE))
)
_HELD = select(func.count()).where(*_held, _locks.c.classid == literal_column(str(SHARD)))
# With SQLite a single process serves all shards.
SERVED = Statement(select(literal_column("1")), postgresql=_HELD)


def all_shards_served(tx: Tx, shards: Shards | None) -> bool:
    """Return whether every shard is served by some process.

    `shards` are the shards of this process; None if it serves all shards alone.
    """
    return shards is None or int(tx.value(SERVED)) >= shards.total


def release_statement(of: Table, *which: ColumnElement[bool]) -> Statement:
    """Return a statement that releases the claims of processes that no longer run.

    It makes the rows due at `now` and keeps the claims of the process `but`. With SQLite
    no other process can hold a claim.
    """
    whose = func.coalesce(of.c.claimed_by, 0)
    freed = (
        update(of)
        .where(*which, of.c.claimed_at.is_not(None))
        .where(whose != bindparam("but", type_=of.c.claimed_by.type))
        .values(claimed_at=None, due_at=bindparam("now"))
    )
    return Statement(freed, postgresql=freed.where(whose.not_in(_RUNNING)))
