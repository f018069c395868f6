"""Quiet hours, checked on every delivery attempt.

A direct message is postponed to the end of the recipient's quiet hours. A reminder is dropped
instead, because it could block its channel until then. Its alarm is set to the end of the quiet
hours, unless an earlier alarm is already set.
"""

from bot.service import outbox
from bot.service.guilds import guild_settings
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models.outbox import OutboxRow


def recipient_to_wake(row: OutboxRow) -> int | None:
    """Return the player whose quiet hours this message must respect, or None."""
    return row.payload.player if row.kind == "reminder" else row.user


def deferred_until(tx: Tx, row: OutboxRow, now: int) -> int | None:
    """Return the time until which this message is deferred, or None if it may be sent.

    The quiet hours are those of the recipient and, in a channel, of the guild.
    """
    player = recipient_to_wake(row)
    if player is None:
        return None
    at = reminders.quiet_hours_end(player_settings.load_settings(tx, player), now)
    if row.channel is not None:
        at = max(at, _guild_mentions_at(tx, row, now))
    return at if at > now else None


def _guild_mentions_at(tx: Tx, row: OutboxRow, now: int) -> int:
    """Return when the guild next allows mentions.

    Returns `now` if a turn would be lost before that time.
    """
    turns = [match for match, _ in reminders.still_running(tx, row.payload)]
    if not turns:
        return now
    at = guild_settings.mentions_allowed_at(guild_settings.load_settings(tx, turns[0].guild), now)
    if at is None or any(match.deadline is None or match.deadline <= at for match in turns):
        return now
    return at


def defer_message(tx: Tx, row: OutboxRow, until: int, now: int) -> None:
    """Postpone a message that was not sent because of quiet hours."""
    if row.kind != "reminder":
        outbox.postpone_claimed(tx, row, until)
        return
    if not outbox.drop_superseded(tx, row.id, now=now):
        return
    for match, ply, kind in row.payload.turns:
        if kind == reminders.WAITING:
            continue
        reminders.reschedule_reminder(tx, match, ply=ply, at=until, kind=kind)
