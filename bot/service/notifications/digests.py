"""Daily digest: one direct message with a player's pending turns and news.

The news are lines of extensions. The digest is sent at the time of day that the player chose,
outside quiet hours and at most once per local day.
No digest is sent on a day without such turns and news, or during a vacation.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot import extension_points
from bot.extension_points import DigestLine
from bot.i18n.translator import Translator, translator_for
from bot.service.clock.calendar import DAY, Calendar, parse_quiet
from bot.service.clock.reminder_times import awake_and_present
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.match import matches
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest
from bot.store.outbox import outbox_rows
from bot.store.players import player_rows, player_setting_rows, vacation_rows

USUAL = 9 * 60
"""Minute of the day of a digest that the player has not chosen."""
OLDEST = 2 * DAY
"""Maximum age of news, in seconds. Digests may have been off for a long time."""


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
        if vacation_rows.current_vacation(tx, settings.player, now):
            continue
        turns = matches.awaiting_player(tx, settings.player)
        waiting = tuple((match.id, match.ply, "digest") for match in turns)
        since = max(settings.digested or 0, now - OLDEST)
        digest = Digest(settings.player, waiting, since, now)
        if turns or news_of(tx, digest, translator_for(None)):
            outbox_rows.queue(tx, digest, user=settings.player, now=now)
    return done


def news_of(tx: Tx, digest: Digest, t: Translator) -> Sequence[DigestLine]:
    """Return the lines of extensions in a digest."""
    if not digest.until:
        return []
    return [
        line
        for extension in extension_points.installed()
        if extension.digest_lines is not None
        for line in extension.digest_lines(tx, digest.player, digest.since, digest.until, t)
    ]


def turn_on(tx: Tx, player: int, *, now: int) -> bool:
    """Turn a player's daily digest on. Returns False if it is on already."""
    settings = player_settings.load_settings(tx, player)
    if settings.digest is not None:
        return False
    settings = replace(settings, digest=USUAL)
    settings = replace(settings, digest_at=player_settings.next_digest(settings, now))
    player_rows.ensure_players(tx, [player], now)
    player_setting_rows.put_settings(tx, settings)
    return True


def on_dm_refused(tx: Tx, row: OutboxRow, digest: Digest, destination_gone: bool, now: int) -> None:
    """Turn digests off after the direct message bounced.

    Digests are private, so they cannot be posted in a channel. They stay off until the player turns
    them on again.
    """
    settings = player_settings.load_settings(tx, digest.player)
    player_setting_rows.put_settings(
        tx, replace(settings, digest=None, digest_at=None, dm_blocked=True)
    )
