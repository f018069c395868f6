"""The processes that run bots on a server's database, by the advisory locks that they hold.

The server lets them go with the connection, so however a process ends, the others know it at once.
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

from bot.store.statement import Statement
from bot.store.tx import Tx

RUNS, SHARD, ALIVE = 0x48616C, 0x48616D, 0x48616E
"""The classes of the locks: of whoever runs (alone, or with others), of a shard, of a process."""


class Shards(NamedTuple):
    """The shards that a process serves, of so many."""

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
# On a file one process serves all that there is.
SERVED = Statement(select(literal_column("1")), postgresql=_HELD)


async def all_served(tx: Tx, shards: Shards | None) -> bool:
    """Whether each shard has a process that serves it; `shards`: those of this one."""
    return shards is None or int(await tx.value(SERVED)) >= shards.total


def release(of: Table, *which: ColumnElement[bool]) -> Statement:
    """What was claimed by a process that runs no more is due `now`; never what is claimed by `but`.

    On a file only one runs: then nobody else has it.
    """
    whose = func.coalesce(of.c.claimed_by, 0)
    freed = (
        update(of)
        .where(*which, of.c.claimed_at.is_not(None))
        .where(whose != bindparam("but", type_=of.c.claimed_by.type))
        .values(claimed_at=None, due_at=bindparam("now"))
    )
    return Statement(freed, postgresql=freed.where(whose.not_in(_RUNNING)))
