"""Rows of rematches: the latest challenge to a rematch of each finished match."""

from sqlalchemy import bindparam, select

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import upsert
from bot.store.driver.tx import Tx
from bot.store.tables.games import rematches

_GET = Statement(select(rematches.c.challenge).where(rematches.c.match == bindparam("match")))
_PUT = upsert(rematches)


def get_rematch(tx: Tx, match_id: int) -> int | None:
    """Return the id of the latest challenge to a rematch of this match, or None."""
    challenge: int | None = tx.value(_GET, match=match_id)
    return challenge


def put_rematch(tx: Tx, match_id: int, challenge_id: int) -> None:
    """Store the challenge to a rematch, replacing any earlier one."""
    tx.run(_PUT, match=match_id, challenge=challenge_id)
