"""Queries that only tests need."""

from sqlalchemy import bindparam, select

from bot.store import Tx
from bot.store.driver.statement import Statement
from bot.store.match import matches
from bot.store.tables.messages import FAILED, outbox

FAILURES = Statement(
    select(outbox.c.error).where(FAILED, outbox.c.match == bindparam("match")).order_by(outbox.c.id)
)


def bank(tx: Tx, match_id: int, seat: int) -> int:
    """Return the bank of a seat in seconds."""
    match = matches.get_match(tx, match_id)
    assert match is not None
    return match.banks[seat]


def failures(tx: Tx, match_id: int) -> list[str]:
    """Return the reasons why messages of this match were given up, oldest first."""
    return [error or "" for error in tx.column(FAILURES, match=match_id)]
