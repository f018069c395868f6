"""Rows of pings: when a player last pinged another one, apart from turn notices."""

from sqlalchemy import bindparam, delete

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.tables.players import pings

_LAST = select_rows(pings, "player", "by")
_PUT = insert_row(pings, existing="update")
_PRUNE = Statement(delete(pings).where(pings.c.at < bindparam("before")))


def last_ping(tx: Tx, player: int, by: int) -> tuple[int, int | None] | None:
    """Return the time and outbox id of the last ping from `by` to `player`, or None.

    For a nudge, the id is None. The time is in the future until the nudge is due.
    """
    row = tx.row(_LAST, player=player, by=by)
    return None if row is None else (row.at, row.outbox_id)


def put_ping(tx: Tx, player: int, by: int, at: int, row: int | None) -> None:
    """Store the time of the latest ping of `player` by `by`.

    `row` is the id of the outbox row; None for a nudge.
    """
    tx.run(_PUT, player=player, by=by, at=at, outbox_id=row)


def prune_pings(tx: Tx, before: int) -> int:
    """Delete the pings before `before`. Returns their number."""
    return tx.run(_PRUNE, before=before)
