"""The channel or thread of a match, and recovery when it is unreachable.

While a board cannot be posted, the clock of the turn is stopped, for `LOST` at most. The players
are notified by direct message. A move by command in another channel moves the match there. Posting
is retried when something changes in the guild, on request, and every `AGAIN` seconds.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import SHORT_ABSENCE
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle, turn_clock
from bot.service.players import player_settings
from bot.store import Tx, match_channel_rows, outbox_rows, removed_guild_rows
from bot.store.models import Match, Unposted
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import NONE, BoardPost, Facts, Notice, UnderMessage

LOST = 30 * DAY
"""The longest time for which a clock is stopped because of an unreachable channel."""
AGAIN = 6 * HOUR
"""Seconds after which posting a board is retried."""


class Here(NamedTuple):
    """A channel in which the bot may post.

    `parent` is its parent channel if it is a thread.
    """

    guild: int
    channel: int
    parent: int | None = None


async def begin(tx: Tx, match: Match, under: int | None, now: int) -> None:
    """Queue the first board of a match, or the thread for it.

    `under` is the message under which the thread is opened. Without it there is no thread, because
    the message is what keeps a retry from opening a second one.
    """
    if (
        under is None
        or match.guild is None
        or (await guild_settings.settings(tx, match.guild))["threads"] != guild_settings.ON
    ):
        await lifecycle.show(tx, match, now)
        return
    thread = UnderMessage(match.id, match.ply, under)
    await outbox_rows.queue(tx, "thread", thread, channel=match.channel, now=now)


async def opened(
    tx: Tx, row: OutboxRow, thread: UnderMessage, message: int | None, now: int
) -> None:
    """Record the thread of a match and queue its first board there."""
    match = await lifecycle.get(tx, thread.match)
    if message is not None and match.thread is None and match.channel == row.channel:
        await match_channel_rows.set_place(tx, match.id, match.channel, message)
        await lifecycle.show(tx, replace(match, thread=message), now)


async def unopened(tx: Tx, row: OutboxRow, thread: UnderMessage, gone: bool, now: int) -> None:
    """Queue the first board to the channel after its thread could not be opened."""
    await lifecycle.show(tx, await lifecycle.get(tx, thread.match), now)


async def posted(tx: Tx, row: OutboxRow, board: BoardPost, message: int | None, now: int) -> None:
    """Restart the clock if it was stopped until this board could be posted."""
    if await match_channel_rows.get(tx, board.match) is None:
        return
    await match_channel_rows.drop(tx, board.match)
    match = await lifecycle.get(tx, board.match)
    if match.clock is not None:
        match = await turn_clock.cut(tx, match, match.clock.seat, now, ("unreachable_channel",))
        await turn_clock.set_off(tx, match, now)


async def unposted(tx: Tx, row: OutboxRow, board: BoardPost, gone: bool, now: int) -> None:
    """Recover from a board that was given up.

    `gone` means its channel or thread was deleted.
    """
    match = await lifecycle.get(tx, board.match)
    if row.channel != match.place:
        pass  # the match has moved to another channel, and its board with it
    elif gone and row.channel == match.thread:
        await _leave_thread(tx, match, row.created, now)
    elif match.status != "running":
        await _tell(tx, match, "lost-result", match.players, now)
    else:
        await _lose(tx, match, row.created, gone=gone, now=now)


async def delayed(tx: Tx, row: OutboxRow, board: BoardPost | UnderMessage, now: int) -> None:
    """Stop the clock if a board, or the thread for it, has been delayed for long."""
    match = await lifecycle.get(tx, board.match)
    late = now - row.created > SHORT_ABSENCE
    if late and match.status == "running" and match.ply == board.ply:
        await hold(tx, match, row.created, now)
        if await match_channel_rows.get(tx, match.id) is None:
            await match_channel_rows.put(tx, Unposted(match.id, row.created))


async def deleted(tx: Tx, channel: int, *, now: int) -> int:
    """Handle a deleted channel or thread.

    Returns the number of running matches that were in it.
    """
    found = await match_channel_rows.running_at(tx, channel)
    for match_id in found:
        match = await lifecycle.get(tx, match_id)
        if match.thread == channel:
            await _leave_thread(tx, match, now, now)
        else:
            await match_channel_rows.set_place(tx, match_id, match.channel, None)
            await _lose(tx, await lifecycle.get(tx, match_id), now, gone=True, now=now)
    return len(found)


async def adopt(tx: Tx, match_id: int, *, player: int, here: Here | None) -> bool:
    """Move a match whose board cannot be posted to the player's channel.

    This happens only within its guild, for the player to move, and to a channel where games are
    allowed. The move that they are making is then posted there. Returns whether it was moved.
    """
    lost = await match_channel_rows.get(tx, match_id)
    if here is None or lost is None or lost.notified_ply is None:
        return False
    match = await lifecycle.get(tx, match_id)
    if match.guild != here.guild or match.to_move != player or here.channel == match.place:
        return False
    if not await guild_settings.allowed(tx, here.guild, here.channel, here.parent):
        return False
    await match_channel_rows.set_place(tx, match_id, here.channel, None)
    return True


async def retry(tx: Tx, guild: int, *, thread: int | None = None, now: int) -> int:
    """Retry all undelivered messages of a guild's matches, and return their number.

    This is called when something has changed in the guild. `thread` limits it to a thread that
    accepts messages again.
    """
    found = [
        await lifecycle.get(tx, match) for match in await match_channel_rows.waiting_in(tx, guild)
    ]
    places = sorted({match.place for match in found if thread in (None, match.place)})
    return sum([await outbox_rows.retry(tx, channel=place, now=now) for place in places])


async def retry_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Retry boards that are due, up to `limit` matches, and return how many."""
    found = await match_channel_rows.due(tx, now, limit)
    for lost in found:
        match = await lifecycle.get(tx, lost.match)
        again = None if lost.notified_ply is None else now + AGAIN
        await match_channel_rows.put(tx, replace(lost, retry_at=again))
        if again is None:  # the bot is back in the guild
            await lifecycle.show(tx, match, now)
        else:
            await outbox_rows.retry(tx, channel=match.place, now=now)
    return len(found)


async def as_posted(tx: Tx, match: Match, now: int) -> Match:
    """Return the match as it will be once its board is posted now.

    A clock that was stopped for this reason is shown as running.
    """
    if match.clock is None or await match_channel_rows.get(tx, match.id) is None:
        return match
    deadline = turn_clock.deadline_without(match, "unreachable_channel", now)
    return replace(match, clock=replace(match.clock, deadline=deadline))


async def hold(tx: Tx, match: Match, since: int, now: int) -> None:
    """Stop the clock of the current turn from `since`, unless it is already stopped."""
    if match.clock is None:
        return
    start = max(since, match.clock.started)
    if not any(
        stop.why == "unreachable_channel" and stop.started <= start and stop.until > now
        for stop in match.stops_of(match.clock.seat)
    ):
        await turn_clock.stop(tx, match, (start, now + LOST), "unreachable_channel")


async def _leave_thread(tx: Tx, match: Match, since: int, now: int) -> None:
    """Return a match to its parent channel after its thread was deleted.

    The clock stays stopped until the board has been posted there.
    """
    await match_channel_rows.set_place(tx, match.id, match.channel, None)
    if match.status == "running":
        await hold(tx, match, since, now)
        known = await match_channel_rows.get(tx, match.id)
        await match_channel_rows.put(tx, known or Unposted(match.id, since))
    await lifecycle.show(tx, await lifecycle.get(tx, match.id), now)


async def _lose(tx: Tx, match: Match, since: int, *, gone: bool, now: int) -> None:
    """Stop the clock and notify the players, because the board cannot be posted."""
    await hold(tx, match, since, now)
    known = await match_channel_rows.get(tx, match.id) or Unposted(match.id, since)
    removed = (
        match.guild is not None and await removed_guild_rows.removed_at(tx, match.guild) is not None
    )
    again = None if gone or removed else now + AGAIN
    await match_channel_rows.put(tx, replace(known, notified_ply=match.ply, retry_at=again))
    assert match.to_move is not None
    wishes = await player_settings.of(tx, match.to_move)
    if known.notified_ply is None:
        staying = (who for seat, who in enumerate(match.players) if seat not in match.gone)
        others = [player for player in staying if player != match.to_move]
        await _tell(tx, match, "lost", others, now)
    if known.notified_ply is None or (known.notified_ply != match.ply and wishes.remind != "none"):
        await _tell(tx, match, "lost-turn", [match.to_move], now)


async def _tell(
    tx: Tx, match: Match, what: str, people: list[int] | tuple[int, ...], now: int
) -> None:
    """Queue a notice to each of these players by direct message."""
    for player in people:
        if player > 0:  # negative ids are computer players and pseudonyms
            await tell(tx, match, what, player, now)


async def tell(tx: Tx, match: Match, what: str, player: int, now: int, facts: Facts = NONE) -> None:
    """Queue a notice about a match to one player by direct message."""
    seat = match.players.index(player)
    notice = Notice(match.id, match.ply, what, seat, player, facts)
    await outbox_rows.queue(tx, "notice", notice, user=player, now=now)
