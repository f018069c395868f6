"""Rows of open offers, at most one for each match, and of the consenting seats."""

from sqlalchemy import bindparam, delete, func, select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables.games import consents, offers
from bot.store.tables.json_sql import JsonNumber, JsonWord
from bot.store.tables.messages import outbox

_EXPIRED = offers.c.expires_at <= bindparam("now")
EXPIRED_CONSENTS = Statement(
    delete(consents).where(consents.c.match.in_(select(offers.c.match).where(_EXPIRED)))
)
EXPIRED = Statement(delete(offers).where(_EXPIRED))

_WITHDRAWN = Statement(
    select(func.max(outbox.c.created)).where(
        outbox.c.match == bindparam("match"),
        outbox.c.kind == "notice",
        JsonWord(outbox.c.payload, "notice") == bindparam("notice"),
        JsonNumber(outbox.c.payload, "seat") == bindparam("seat"),
    )
)


def last_withdrawn_at(tx: Tx, match: int, notice: str, seat: int) -> int | None:
    """Return when this seat last withdrew an offer; None if never.

    `notice` is the name of the notice that announces the withdrawal.
    """
    when: int | None = tx.value(_WITHDRAWN, match=match, notice=notice, seat=seat)
    return when


def delete_expired(tx: Tx, *, now: int) -> int:
    """Delete all expired offers. Returns their number."""
    tx.run(EXPIRED_CONSENTS, now=now)
    return tx.run(EXPIRED, now=now)
