"""Quiet hours, checked on every delivery attempt.

A direct message is postponed to the end of the recipient's quiet hours. A reminder, which may be a
mention, would block its channel in the meantime. It is dropped instead, and its alarm is set to
that time unless an earlier one follows.
"""

from bot.service import outbox
from bot.service.guilds import guild_settings
from bot.service.notifications import reminders
from bot.store import Tx
from bot.store.models.outbox import OutboxRow


def disturbed(row: OutboxRow) -> int | None:
    """Return the player whom this message would disturb, or None."""
    return row.payload.player if row.kind == "reminder" else row.user


async def morning(tx: Tx, row: OutboxRow, now: int) -> int | None:
    """Return until when quiet hours hold this message back, or None if it may be sent.

    The quiet hours are those of the recipient and, in a channel, of the guild.
    """
    player = disturbed(row)
    if player is None:
        return None
    at = await reminders.wakes_at(tx, player, now)
    if row.channel is not None:
        at = max(at, await _server_wakes_at(tx, row, now))
    return at if at > now else None


async def _server_wakes_at(tx: Tx, row: OutboxRow, now: int) -> int:
    """Return when the guild next allows mentions.

    Returns `now` if a turn would be lost by that time.
    """
    turns = [match for match, _ in await reminders.still(tx, row.payload)]
    if not turns:
        return now
    at = guild_settings.mention_from(await guild_settings.settings(tx, turns[0].guild), now)
    if at is None or any(match.deadline is None or match.deadline <= at for match in turns):
        return now
    return at


async def put_off(tx: Tx, row: OutboxRow, until: int, now: int) -> None:
    """Postpone a message that was not sent because of quiet hours."""
    if row.kind != "reminder":
        await outbox.put_off(tx, row, until)
        return
    if not await outbox.drop(tx, row.id, now=now):
        return
    for match, ply, kind in row.payload.turns:
        await reminders.later(tx, match, ply=ply, at=until, kind=kind)
