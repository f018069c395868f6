"""What each interaction did: kept for a day, so that the same one a second time does nothing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from bot.store.tables import interactions
from bot.store.tx import Tx


@dataclass(frozen=True, slots=True)
class Interaction:
    """An interaction that did something."""

    action: str
    match: int | None
    challenge: int | None
    ply: int | None
    """The ply of the move that it made."""


async def get(tx: Tx, interaction: int) -> Interaction | None:
    """What it did, if it did anything."""
    query = select(interactions).where(interactions.c.id == interaction)
    row = (await tx.execute(query)).one_or_none()
    if row is None:
        return None
    return Interaction(row.action, row.match, row.challenge, row.ply)


async def add(tx: Tx, interaction: int, did: Interaction, now: int) -> None:
    """Remember what it did."""
    await tx.execute(
        insert(interactions).values(
            id=interaction,
            action=did.action,
            match=did.match,
            challenge=did.challenge,
            ply=did.ply,
            at=now,
        )
    )


async def oldest(tx: Tx) -> int | None:
    """When the oldest one that is kept happened."""
    when: int | None = await tx.scalar(select(func.min(interactions.c.at)))
    return when


async def prune(tx: Tx, before: int) -> int:
    """Forget all that happened before; how many."""
    return (await tx.execute(delete(interactions).where(interactions.c.at < before))).rowcount
