"""Daily digest: one direct message with all turns that await a player.

It is sent at the time of day that the player chose, outside quiet hours and at most once per local
day.
No digest is sent on a day without such turns or during a vacation.
"""

from dataclasses import replace

from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import awake_and_present
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.match import matches
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest
from bot.store.outbox import outbox_rows
from bot.store.players import player_setting_rows, vacation_rows


def queue_due_digests(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the due digests of up to `limit` players.

    Returns the number of players checked.
    """
    done = 0
    for settings in player_setting_rows.due_digests(tx, now, limit):
        done += 1
        days = Calendar(settings.zone, parse_quiet(settings.quiet))
        if (
            morning := awake_and_present(now, days)
        ) > now:  # the digest is late, and quiet hours have started
            player_setting_rows.put_settings(tx, replace(settings, digest_at=morning))
            continue
        updated = replace(settings, digested=now)
        player_setting_rows.put_settings(
            tx, replace(updated, digest_at=player_settings.next_digest(updated, now))
        )
        turns = matches.awaiting_player(tx, settings.player)
        if not turns or vacation_rows.current_vacation(tx, settings.player, now):
            continue
        waiting = tuple((match.id, match.ply, "digest") for match in turns)
        digest = Digest(settings.player, waiting)
        outbox_rows.queue(tx, digest, user=settings.player, now=now)
    return done


def on_dm_refused(tx: Tx, row: OutboxRow, digest: Digest, destination_gone: bool, now: int) -> None:
    """Turn digests off after the direct message bounced.

    Digests are private, so they cannot be posted in a channel. They stay off until the player turns
    them on again.
    """
    settings = player_settings.load_settings(tx, digest.player)
    player_setting_rows.put_settings(
        tx, replace(settings, digest=None, digest_at=None, dm_blocked=True)
    )
