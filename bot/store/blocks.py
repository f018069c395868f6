"""Rows of who will not sit at a table with whom."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, or_, select

from bot.store.tables import blocks
from bot.store.tx import Tx


async def add(tx: Tx, player: int, blocked: int, now: int) -> None:
    """This person will not play that one, who has a row; known already: nothing."""
    if blocked not in await of(tx, player):
        await tx.execute(insert(blocks).values(player=player, blocked=blocked, at=now))


async def remove(tx: Tx, player: int, blocked: int) -> bool:
    """They will again; False if they always would."""
    gone = await tx.execute(
        delete(blocks).where(blocks.c.player == player, blocks.c.blocked == blocked)
    )
    return gone.rowcount == 1


async def of(tx: Tx, player: int) -> list[int]:
    """Whom this person has blocked, the latest first."""
    query = (
        select(blocks.c.blocked)
        .where(blocks.c.player == player)
        .order_by(blocks.c.at.desc(), blocks.c.blocked)
    )
    return list(await tx.scalars(query))


async def between(tx: Tx, player: int, others: Collection[int]) -> int | None:
    """One of the others who has blocked this person or is blocked by them; None if there is none."""
    query = select(blocks.c.player, blocks.c.blocked).where(
        or_(
            (blocks.c.player == player) & blocks.c.blocked.in_(others),
            (blocks.c.blocked == player) & blocks.c.player.in_(others),
        )
    )
    row = (await tx.execute(query.limit(1))).one_or_none()
    if row is None:
        return None
    return int(row.blocked if row.player == player else row.player)
