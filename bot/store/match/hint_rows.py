"""Rows of positions in which a player used a hint against people."""

from sqlalchemy import bindparam, select

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import insert_row
from bot.store.driver.tx import Tx
from bot.store.tables.games import match_hints

_ADD = insert_row(match_hints, existing="keep")
_OF = Statement(
    select(match_hints.c.repetition_hash).where(match_hints.c.match == bindparam("match"))
)


def add_hint(tx: Tx, match_id: int, repetition_hash: int) -> None:
    """Insert the position of a hint, unless it is already stored."""
    tx.run(_ADD, match=match_id, repetition_hash=repetition_hash)


def hinted_positions(tx: Tx, match_id: int) -> frozenset[int]:
    """Return the repetition hashes of the positions in which a hint was used."""
    return frozenset(tx.column(_OF, match=match_id))
