"""The channel or thread of a match, and recovery when it is unreachable.

While a board cannot be posted, the turn clock is stopped for at most `GIVE_UP_AFTER` seconds, and
the players are notified by direct message. If a player moves by command in another channel, the
match moves there. Posting is retried when something changes in the guild, on request, and every
`RETRY_AFTER` seconds.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import IGNORED_DOWNTIME
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle, turn_clock
from bot.service.players import player_settings
from bot.setting_definition import ON
from bot.store import Tx
from bot.store.guilds import match_channel_rows, removed_guild_rows
from bot.store.match import match_saver
from bot.store.models import Match, UndeliveredBoard
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import NO_FACTS, BoardPost, Notice, NoticeFacts, ThreadOpening
from bot.store.outbox import outbox_rows

GIVE_UP_AFTER = 30 * DAY
"""Maximum number of seconds that an unreachable channel stops a clock."""
RETRY_AFTER = 6 * HOUR
"""Seconds after which posting a board is retried."""


class PostingPlace(NamedTuple):
    """A channel in which the bot may post.

    `parent` is its parent channel if it is a thread.
    """

    guild: int
    channel: int
    parent: int | None = None


def queue_first_board(
    tx: Tx, match: Match, under: int | None, now: int, *, in_thread: bool = False
) -> None:
    """Queue the first board of a match, or the thread for it.

    `under` is the message under which the thread is opened. Without that message no thread
    is opened, because a retry could then open a second one. With `in_thread`, the thread does not
    depend on the guild's setting.
    """
    if under is None or match.guild is None or not (in_thread or _has_threads(tx, match.guild)):
        lifecycle.queue_board(tx, match, now)
        return
    thread = ThreadOpening(match.id, match.ply, under)
    outbox_rows.queue(tx, thread, channel=match.channel, now=now)


def _has_threads(tx: Tx, guild: int) -> bool:
    """Whether this guild wants a thread for each match."""
    return guild_settings.load_settings(tx, guild)["threads"] == ON


def on_thread_opened(
    tx: Tx, row: OutboxRow, thread: ThreadOpening, message: int | None, now: int
) -> None:
    """Record the thread of a match and queue its first board there."""
    match = lifecycle.load(tx, thread.match)
    if message is not None and match.thread is None and match.channel == row.channel:
        after = replace(match, thread=message)
        match_saver.save(tx, match, after)
        lifecycle.queue_board(tx, after, now)


def on_thread_failed(
    tx: Tx, row: OutboxRow, thread: ThreadOpening, destination_gone: bool, now: int
) -> None:
    """Queue the first board for the channel because its thread could not be opened."""
    lifecycle.queue_board(tx, lifecycle.load(tx, thread.match), now)


def on_board_posted(
    tx: Tx, row: OutboxRow, board: BoardPost, message: int | None, now: int
) -> None:
    """Restart the clock if it was stopped because this board could not be posted."""
    if match_channel_rows.get_undelivered(tx, board.match) is None:
        return
    match_channel_rows.delete_undelivered(tx, board.match)
    match = lifecycle.load(tx, board.match)
    if match.clock is not None:
        after = turn_clock.end_stops(match, match.clock.seat, now, ("unreachable_channel",))
        match_saver.save(tx, match, turn_clock.reschedule(after, now))


def on_board_failed(
    tx: Tx, row: OutboxRow, board: BoardPost, destination_gone: bool, now: int
) -> None:
    """Recover after delivery of a board was given up.

    `destination_gone` is True if its channel or thread was deleted.
    """
    match = lifecycle.load(tx, board.match)
    if row.channel != match.place:
        pass  # the match and its board have moved to another channel
    elif destination_gone and row.channel == match.thread:
        _leave_thread(tx, match, row.created, now)
    elif match.status != "running":
        _queue_dms(tx, match, "lost-result", match.players, now)
    else:
        _mark_unreachable(tx, match, row.created, destination_gone=destination_gone, now=now)


def on_board_delayed(tx: Tx, row: OutboxRow, board: BoardPost | ThreadOpening, now: int) -> None:
    """Stop the clock if a board, or its thread, has been delayed for too long."""
    match = lifecycle.load(tx, board.match)
    late = now - row.created > IGNORED_DOWNTIME
    if late and match.status == "running" and match.ply == board.ply:
        match_saver.save(tx, match, with_stopped_clock(match, row.created, now))
        if match_channel_rows.get_undelivered(tx, match.id) is None:
            match_channel_rows.put_undelivered(tx, UndeliveredBoard(match.id, row.created))


def on_channel_deleted(tx: Tx, channel: int, *, now: int) -> int:
    """Handle a deleted channel or thread.

    Returns the number of running matches that were in it.
    """
    affected = match_channel_rows.running_in_channel(tx, channel)
    for match_id in affected:
        match = lifecycle.load(tx, match_id)
        if match.thread == channel:
            _leave_thread(tx, match, now, now)
        else:
            after = replace(match, thread=None)
            match_saver.save(tx, match, after)
            _mark_unreachable(tx, after, now, destination_gone=True, now=now)
    return len(affected)


def move_to_channel(tx: Tx, match_id: int, *, player: int, place: PostingPlace | None) -> bool:
    """Move a match whose board cannot be posted to the player's channel.

    The player must be to move, and the channel must be in the same guild and allow games. The move
    that the player is making is then posted there. Returns whether the match was moved.
    """
    if place is None:
        return False
    lost = match_channel_rows.get_undelivered(tx, match_id)
    if lost is None or lost.notified_ply is None:
        return False
    match = lifecycle.load(tx, match_id)
    if match.guild != place.guild or match.to_move != player or place.channel == match.place:
        return False
    if not guild_settings.is_channel_allowed(tx, place.guild, place.channel, place.parent):
        return False
    match_saver.save(tx, match, replace(match, channel=place.channel, thread=None))
    return True


def retry_guild(tx: Tx, guild: int, *, thread: int | None = None, now: int) -> int:
    """Retry failed messages in those channels of a guild that have undelivered boards.

    This is called when something has changed in the guild. `thread` limits it to a thread that
    accepts messages again. Returns the number of messages.
    """
    waiting = [
        lifecycle.load(tx, match) for match in match_channel_rows.undelivered_in_guild(tx, guild)
    ]
    places = sorted({match.place for match in waiting if thread in (None, match.place)})
    return sum([outbox_rows.retry_failed(tx, channel=channel, now=now) for channel in places])


def retry_due_boards(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Retry due boards of up to `limit` matches, and return the number of matches."""
    done = 0
    for lost in match_channel_rows.due_retries(tx, now, limit):
        done += 1
        match = lifecycle.load(tx, lost.match)
        again = None if lost.notified_ply is None else now + RETRY_AFTER
        match_channel_rows.put_undelivered(tx, replace(lost, retry_at=again))
        if again is None:  # the bot is back in the guild
            lifecycle.queue_board(tx, match, now)
        else:
            outbox_rows.retry_failed(tx, channel=match.place, now=now)
    return done


def with_running_clock(tx: Tx, match: Match, now: int) -> Match:
    """Return the match as it will be after its board has been posted.

    If the clock was stopped because the board could not be posted, it runs again in the result.
    """
    stopped = any(stop.why == "unreachable_channel" for stop in match.stops)
    if match.clock is None or not stopped:
        return match
    if match_channel_rows.get_undelivered(tx, match.id) is None:
        return match
    deadline = turn_clock.deadline_without(match, "unreachable_channel", now)
    return replace(match, clock=replace(match.clock, deadline=deadline))


def with_stopped_clock(match: Match, since: int, now: int) -> Match:
    """Stop the clock of the current turn from `since`, unless it is already stopped."""
    if match.clock is None:
        return match
    start = max(since, match.clock.started)
    if any(
        stop.why == "unreachable_channel" and stop.started <= start and stop.until > now
        for stop in match.stops_of(match.clock.seat)
    ):
        return match
    return turn_clock.stop_clock(match, (start, now + GIVE_UP_AFTER), "unreachable_channel")


def _leave_thread(tx: Tx, match: Match, since: int, now: int) -> None:
    """Return a match to its parent channel after its thread was deleted.

    The clock stays stopped until the board has been posted there.
    """
    after = replace(match, thread=None)
    if match.status == "running":
        after = with_stopped_clock(after, since, now)
        undelivered = match_channel_rows.get_undelivered(tx, match.id)
        match_channel_rows.put_undelivered(tx, undelivered or UndeliveredBoard(match.id, since))
    match_saver.save(tx, match, after)
    lifecycle.queue_board(tx, after, now)


def _mark_unreachable(
    tx: Tx, match: Match, since: int, *, destination_gone: bool, now: int
) -> None:
    """Stop the clock and notify the players, because the board cannot be posted."""
    match_saver.save(tx, match, with_stopped_clock(match, since, now))
    undelivered = match_channel_rows.get_undelivered(tx, match.id) or UndeliveredBoard(
        match.id, since
    )
    removed = (
        match.guild is not None and removed_guild_rows.get_removed_at(tx, match.guild) is not None
    )
    again = None if destination_gone or removed else now + RETRY_AFTER
    match_channel_rows.put_undelivered(
        tx, replace(undelivered, notified_ply=match.ply, retry_at=again)
    )
    assert match.to_move is not None
    settings = player_settings.load_settings(tx, match.to_move)
    if undelivered.notified_ply is None:
        staying = (
            who for seat, who in enumerate(match.players) if seat not in match.departed_seats
        )
        others = [player for player in staying if player != match.to_move]
        _queue_dms(tx, match, "lost", others, now)
    if undelivered.notified_ply is None or (
        undelivered.notified_ply != match.ply and settings.remind != "none"
    ):
        _queue_dms(tx, match, "lost-turn", [match.to_move], now)


def _queue_dms(
    tx: Tx, match: Match, what: str, people: list[int] | tuple[int, ...], now: int
) -> None:
    """Queue a notice to each of these players by direct message."""
    for player in people:
        if player > 0:  # negative ids are computer players and pseudonyms
            queue_dm(tx, match, what, player, now)


def queue_dm(
    tx: Tx, match: Match, what: str, player: int, now: int, facts: NoticeFacts = NO_FACTS
) -> None:
    """Queue a notice about a match to one player by direct message."""
    seat = match.players.index(player)
    notice = Notice(match.id, match.ply, what, seat, player, facts)
    outbox_rows.queue(tx, notice, user=player, now=now)
