"""The offers that are open in matches, one each, and who agrees to them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select

from bot.store.mapping import value
from bot.store.statement import Statement, given, listed
from bot.store.tables import consents, offers
from bot.store.tx import Tx
from bot.store.values import Offer, OfferKind

_LATE = offers.c.expires_at <= bindparam("now")
_MATCHES = listed("matches")
OF = Statement(select(offers).where(offers.c.match.in_(_MATCHES)))
AGREED = Statement(
    select(consents)
    .where(consents.c.match.in_(_MATCHES))
    .order_by(consents.c.match, consents.c.seat)
)
PUT = Statement(insert(offers).values(given(offers)))
CONSENT = Statement(insert(consents).values(given(consents)))
WITHDRAW_CONSENTS = Statement(delete(consents).where(consents.c.match == bindparam("match")))
WITHDRAW = Statement(delete(offers).where(offers.c.match == bindparam("match")))
LATE_CONSENTS = Statement(
    delete(consents).where(consents.c.match.in_(select(offers.c.match).where(_LATE)))
)
LATE = Statement(delete(offers).where(_LATE))


async def of(tx: Tx, matches: Sequence[int]) -> dict[int, Offer]:
    """The offers that are open in these matches, by match."""
    agreed: dict[int, tuple[int, ...]] = {}
    for row in await tx.rows(AGREED, matches=matches):
        agreed[row.match] = (*agreed.get(row.match, ()), row.seat)
    return {
        row.match: value(Offer, row, agreed=agreed.get(row.match, ()))
        for row in await tx.rows(OF, matches=matches)
    }


async def put(
    tx: Tx, match_id: int, kind: OfferKind, seat: int, *, ply: int, expires_at: int, now: int
) -> None:
    """This seat asks for that, and agrees to it. A second one in a match is an error."""
    await tx.run(PUT, match=match_id, kind=kind, seat=seat, ply=ply, at=now, expires_at=expires_at)
    await consent(tx, match_id, seat)


async def consent(tx: Tx, match_id: int, seat: int) -> None:
    """This seat agrees to what is offered."""
    await tx.run(CONSENT, match=match_id, seat=seat)


async def withdraw(tx: Tx, match_id: int) -> None:
    """Nothing is offered any more."""
    await tx.run(WITHDRAW_CONSENTS, match=match_id)
    await tx.run(WITHDRAW, match=match_id)


async def run_out(tx: Tx, now: int) -> int:
    """Forget what nobody has agreed to in time; how many."""
    await tx.run(LATE_CONSENTS, now=now)
    return await tx.run(LATE, now=now)
