"""Vacation notices: one message per player and channel, kept up to date by edits.

A notice is about vacation that the bot takes automatically. It names all games in the channel whose
clocks are stopped for that vacation. The notice is closed when the player's turns in all of these
games are over.
"""

from bot.store import Tx
from bot.store.match import matches
from bot.store.models import Match, VacationNotice
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import VacationNoticePost, VacationNoticeUpdate
from bot.store.outbox import outbox_rows
from bot.store.players import vacation_rows

RETENTION = 30 * 86400
"""Seconds for which the message id of an ended notice is kept."""


def on_vacation_started(tx: Tx, match: Match, player: int, *, first: bool, now: int) -> None:
    """Post or update the notice of automatic vacation for this turn.

    `first` is True if no vacation was taken for this turn before.
    """
    notice = vacation_rows.get_open(tx, player, match.channel)
    if notice is not None and (not first or _other_games(tx, notice, match)):
        _queue_update(tx, notice, now)
        return
    if notice is not None:  # the old notice no longer covers another game
        vacation_rows.end_notice(tx, notice.id, now)
    number = vacation_rows.add_notice(tx, player, match.guild, match.channel, now)
    outbox_rows.queue(tx, VacationNoticePost(player, number), channel=match.channel, now=now)


def on_vacation_ended(tx: Tx, match: Match, player: int, now: int) -> None:
    """Update the notice when a turn for which vacation was taken ends."""
    notice = vacation_rows.get_open(tx, player, match.channel)
    if notice is None:
        return
    if not _other_games(tx, notice, match):
        vacation_rows.end_notice(tx, notice.id, now)
    _queue_update(tx, notice, now)


def on_posted(
    tx: Tx, row: OutboxRow, post: VacationNoticePost, message: int | None, now: int
) -> None:
    """Record the message id of a notice. No-op if the notice was no longer needed."""
    if message is not None:
        vacation_rows.set_message(tx, post.absence, message)


def notice_content(tx: Tx, post: VacationNoticePost) -> tuple[VacationNotice, list[Match]] | None:
    """Return the notice and the games that it names, or None if it has been deleted."""
    notice = vacation_rows.get_notice(tx, post.absence)
    if notice is None:
        return None
    games = [] if notice.until is not None else vacation_rows.matches_on_vacation(tx, notice)
    loaded = [matches.get_match(tx, game) for game in games]
    return notice, [match for match in loaded if match is not None]


def _other_games(tx: Tx, notice: VacationNotice, match: Match) -> bool:
    return any(game != match.id for game in vacation_rows.matches_on_vacation(tx, notice))


def _queue_update(tx: Tx, notice: VacationNotice, now: int) -> None:
    if not vacation_rows.has_queued_update(tx, notice):
        post = VacationNoticeUpdate(notice.player, notice.id)
        outbox_rows.queue(tx, post, channel=notice.channel, now=now)
