"""Rows of open offers, at most one for each match, and of the seats that consent."""

from sqlalchemy import bindparam, delete, func, insert, select

from bot.store.models import Offer
from bot.store.row_mapper import to_columns
from bot.store.statement import Statement, bind_columns
from bot.store.tables.games import consents, offers
from bot.store.tables.json_sql import JsonNumber, JsonWord
from bot.store.tables.messages import outbox
from bot.store.tx import Tx

_EXPIRED = offers.c.expires_at <= bindparam("now")
PUT = Statement(insert(offers).values(bind_columns(offers)))
CONSENT = Statement(insert(consents).values(bind_columns(consents)))
WITHDRAW_CONSENTS = Statement(delete(consents).where(consents.c.match == bindparam("match")))
WITHDRAW = Statement(delete(offers).where(offers.c.match == bindparam("match")))
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


def add_offer(tx: Tx, match_id: int, offer: Offer, now: int) -> None:
    """Insert an offer, with the consent of the seat that makes it.

    Raises `sqlite3.IntegrityError` if the match already has an offer.
    """
    tx.run(PUT, match=match_id, at=now, **to_columns(offer, "agreed"))
    add_consent(tx, match_id, offer.seat)


def add_consent(tx: Tx, match_id: int, seat: int) -> None:
    """Record that this seat consents to the offer."""
    tx.run(CONSENT, match=match_id, seat=seat)


def delete_offer(tx: Tx, match_id: int) -> None:
    """Delete the offer of a match and its consents."""
    tx.run(WITHDRAW_CONSENTS, match=match_id)
    tx.run(WITHDRAW, match=match_id)


def delete_expired(tx: Tx, *, now: int) -> int:
    """Delete all expired offers. Returns their number."""
    tx.run(EXPIRED_CONSENTS, now=now)
    return tx.run(EXPIRED, now=now)
