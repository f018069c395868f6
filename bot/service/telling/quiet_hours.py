"""Nobody is woken: the night is looked at when a message is sent, each time that it is tried.

A direct message waits for the morning of its person. A reminder, which may be a mention, would hold up
its channel: it is dropped, and rings again in the morning unless another one has rung by then.
"""

from __future__ import annotations

from bot.service import outbox
from bot.service.telling import reminders
from bot.service.values import OutboxRow
from bot.store import Tx


def disturbed(row: OutboxRow) -> int | None:
    """The person whom this message would wake."""
    return row.payload.player if row.kind == "remind" else row.user


async def morning(tx: Tx, player: int, now: int) -> int | None:
    """When the night of this person ends; None if it is day."""
    at = await reminders.wakes_at(tx, player, now)
    return at if at > now else None


async def put_off(tx: Tx, row: OutboxRow, until: int, now: int) -> None:
    """Discord does not have this message, and its person sleeps."""
    if row.kind != "remind":
        await outbox.put_off(tx, row, until)
        return
    await outbox.drop(tx, row.id, now=now)
    for match, ply, kind in row.payload.turns:
        await reminders.later(tx, match, ply=ply, at=until, kind=kind)
