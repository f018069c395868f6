"""Nobody is woken: the night is looked at when a message is sent, each time that it is tried.

A direct message waits for the morning of its person. A reminder, which may be a mention, would hold up
its channel: it is dropped, and rings again in the morning unless another one has rung by then.
"""

from bot.service import outbox
from bot.service.guilds import guild_settings
from bot.service.notifications import reminders
from bot.store import Tx
from bot.store.models.outbox import OutboxRow


def disturbed(row: OutboxRow) -> int | None:
    """The person whom this message would wake."""
    return row.payload.player if row.kind == "remind" else row.user


async def morning(tx: Tx, row: OutboxRow, now: int) -> int | None:
    """Until when this message waits for the night of its person, or of its server; None: it may go."""
    player = disturbed(row)
    if player is None:
        return None
    at = await reminders.wakes_at(tx, player, now)
    if row.channel is not None:
        at = max(at, await _server_wakes_at(tx, row, now))
    return at if at > now else None


async def _server_wakes_at(tx: Tx, row: OutboxRow, now: int) -> int:
    """When people may be mentioned where this reminder goes; now, if a turn would be lost by then."""
    turns = [match for match, _ in await reminders.still(tx, row.payload)]
    if not turns:
        return now
    at = guild_settings.mention_from(await guild_settings.settings(tx, turns[0].guild), now)
    if at is None or any(match.deadline is None or match.deadline <= at for match in turns):
        return now
    return at


async def put_off(tx: Tx, row: OutboxRow, until: int, now: int) -> None:
    """Discord does not have this message, and its person sleeps."""
    if row.kind != "remind":
        await outbox.put_off(tx, row, until)
        return
    if not await outbox.drop(tx, row.id, now=now):
        return
    for match, ply, kind in row.payload.turns:
        await reminders.later(tx, match, ply=ply, at=until, kind=kind)
