"""Rows of the offers that are open in matches, one each, and of who agrees to them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select

from bot.store.tables import consents, offers
from bot.store.tx import Tx
from bot.store.values import Offer, OfferKind


async def of(tx: Tx, matches: Sequence[int]) -> dict[int, Offer]:
    """The offers that are open in these matches, by match."""
    agreed: dict[int, tuple[int, ...]] = {}
    seats = select(consents).where(consents.c.match.in_(matches))
    for row in await tx.execute(seats.order_by(consents.c.match, consents.c.seat)):
        agreed[row.match] = (*agreed.get(row.match, ()), row.seat)
    return {
        row.match: Offer(row.kind, row.seat, row.ply, row.expires_at, agreed.get(row.match, ()))
        for row in await tx.execute(select(offers).where(offers.c.match.in_(matches)))
    }


async def put(
    tx: Tx, match_id: int, kind: OfferKind, seat: int, *, ply: int, expires_at: int, now: int
) -> None:
    """This seat asks for that, and agrees to it. A second one in a match is an error."""
    await tx.execute(
        insert(offers).values(
            match=match_id, kind=kind, seat=seat, ply=ply, at=now, expires_at=expires_at
        )
    )
    await consent(tx, match_id, seat)


async def consent(tx: Tx, match_id: int, seat: int) -> None:
    """This seat agrees to what is offered."""
    await tx.execute(insert(consents).values(match=match_id, seat=seat))


async def withdraw(tx: Tx, match_id: int) -> None:
    """Nothing is offered any more."""
    await tx.execute(delete(consents).where(consents.c.match == match_id))
    await tx.execute(delete(offers).where(offers.c.match == match_id))


async def next_expiry(tx: Tx) -> int | None:
    """When the next one runs out."""
    when: int | None = await tx.scalar(select(func.min(offers.c.expires_at)))
    return when


async def run_out(tx: Tx, now: int) -> int:
    """Forget what nobody has agreed to in time; how many."""
    old = select(offers.c.match).where(offers.c.expires_at <= now).scalar_subquery()
    await tx.execute(delete(consents).where(consents.c.match.in_(old)))
    return (await tx.execute(delete(offers).where(offers.c.expires_at <= now))).rowcount
