"""What Discord must be told: rows written with the change itself, delivered afterwards, kept until they arrived."""

from __future__ import annotations

from bot.service.values import Kind, OutboxRow
from bot.store import Tx


async def queue(
    tx: Tx,
    kind: Kind,
    *,
    channel: int | None = None,
    user: int | None = None,
    match: int | None = None,
    ply: int | None = None,
    challenge: int | None = None,
    payload: dict[str, object] | None = None,
    now: int,
) -> int:
    """Write a row; its id. Exactly one of `channel` and `user`. A board or result drops the match's unsent older rows."""
    raise NotImplementedError


async def due(tx: Tx, *, now: int, limit: int = 8) -> list[OutboxRow]:
    """What may be sent now: at most one row of each channel, the oldest; never a row whose older sister is still owed."""
    raise NotImplementedError


async def next_due(tx: Tx) -> int | None:
    """When the next row may be sent."""
    raise NotImplementedError


async def claim(tx: Tx, row: OutboxRow, *, now: int) -> bool:
    """Mark that this row is about to be sent; False if somebody else has done so or it is owed no longer."""
    raise NotImplementedError


async def sent(tx: Tx, row_id: int, message: int | None, *, now: int) -> None:
    """It arrived as this message. Remembers the post and queues the stripping of older boards."""
    raise NotImplementedError


async def failed(
    tx: Tx,
    row_id: int,
    error: str,
    *,
    permanent: bool,
    retry_after: int | None = None,
    jitter: float,
    now: int,
) -> None:
    """It did not arrive. Tried again later, or, if `permanent`, recorded and tried again only on demand (`retry`)."""
    raise NotImplementedError


async def retry(tx: Tx, *, match: int | None = None, channel: int | None = None, now: int) -> int:
    """Owe once more what had failed for good in this match or channel (all if neither); how many rows."""
    raise NotImplementedError
