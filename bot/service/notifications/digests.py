"""Daily digest: one direct message with all turns that await a player.

It is sent at the hour that the player chose, outside quiet hours and at most once per local day.
There is none on a day without such turns or during a vacation.
"""

from dataclasses import replace

from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import speakable
from bot.service.players import player_settings
from bot.store import Tx, matches, outbox_rows, player_setting_rows, vacation_rows
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Reminder


async def ring(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the digests of up to `limit` players that are due.

    Returns how many players were checked.
    """
    due = await player_setting_rows.digesting(tx, now, limit)
    for wishes in due:
        days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
        if (
            morning := speakable(now, days)
        ) > now:  # the digest is late, and quiet hours have started
            await player_setting_rows.put(tx, replace(wishes, digest_at=morning))
            continue
        told = replace(wishes, digested=now)
        await player_setting_rows.put(
            tx, replace(told, digest_at=player_settings.next_digest(told, now))
        )
        turns = await matches.awaiting(tx, wishes.player)
        if not turns or await vacation_rows.current(tx, wishes.player, now):
            continue
        waiting = tuple((match.id, match.ply, "digest") for match in turns)
        digest = Reminder(wishes.player, waiting)
        await outbox_rows.queue(tx, "digest", digest, user=wishes.player, now=now)
    return len(due)


async def refused(tx: Tx, row: OutboxRow, digest: Reminder, gone: bool, now: int) -> None:
    """Turn digests off after the direct message bounced.

    Digests are private, so they cannot go to a channel. They stay off until the player turns them
    on again.
    """
    wishes = await player_settings.of(tx, digest.player)
    await player_setting_rows.put(tx, replace(wishes, digest=None, digest_at=None, dm_blocked=True))
