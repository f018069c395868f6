"""Reminders: batched per player and sent when due, outside quiet hours.

Each player chooses direct messages, channels or none. A turn has one alarm at a time, stored with
its clock. When it has fired, the next one is set. A reminder is an outbox row, and turns that have
ended before delivery are left out of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.service import idempotency
from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import gathered, speakable
from bot.service.errors import NotYourTurn, Stale, TooEarlyToNudge
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle, turn_clock
from bot.service.players import ping_limits, player_settings
from bot.store import Tx, clocks, matches, outbox_rows, player_setting_rows, posts
from bot.store.models import Match, Settings
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Reminder, Turn

GATHERED = frozenset({"half", "most"})
"""Kinds of alarms that are batched and limited in frequency, over all games of a player."""


async def ring(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Send the reminders of up to `limit` players whose alarms are due.

    Returns the number of players.
    """
    people = await clocks.alarming(tx, now, limit)
    for player in people:
        wishes = await player_settings.of(tx, player)
        waiting = await matches.awaiting(tx, player)
        ringing = [await turn_clock.caught_up(tx, one) for one in waiting if _rings(one, now)]
        turns = [one for one in ringing if _rings(one, now)]
        if any(turn_clock.of(one).alarm == "turn" for one in turns):
            # The delay counts from the first new turn. Later new turns are included in the same
            # message.
            told = {one.id for one in ringing}
            new = (one for one in waiting if one.id not in told)
            turns += [one for one in new if turn_clock.of(one).alarm == "turn"]
        if wishes.remind == "channel":
            turns = [match for match in turns if not await _held(tx, match, now)]
        if turns:
            await _tell(tx, wishes, turns, now)
    return len(people)


async def mute(
    tx: Tx, match_id: int, *, player: int, ply: int, interaction: int, now: int
) -> Match:
    """Turn off reminders of this turn.

    Raises `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`, `NotYourTurn`.
    """
    if await idempotency.earlier(tx, interaction, "mute", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await lifecycle.running(tx, match_id)
    if match.ply != ply:
        raise Stale(match, seen=ply)
    lifecycle.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    clock = turn_clock.of(match)
    await clocks.put(tx, replace(clock, muted=True, alarm=None, alarm_at=None))
    await idempotency.done(tx, interaction, "mute", match=match_id, now=now)
    return match


async def nudge(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int:
    """Remind the player to move, and return when the reminder will be sent.

    It is not sent in their quiet hours, nor within an hour after the same player last pinged them.
    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `TooEarlyToNudge`.
    """
    match = await lifecycle.running(tx, match_id)
    lifecycle.seat_of(match, player)
    clock = turn_clock.of(match)
    if await idempotency.earlier(tx, interaction, "nudge", match=match_id):
        return clock.alarm_at or now
    if match.level is not None:
        raise TooEarlyToNudge(match, why="computer")
    first = turn_clock.nudge_from(match)
    if match.to_move == player or now < first:
        why = "own-turn" if match.to_move == player else "lately" if clock.nudged else None
        raise TooEarlyToNudge(match, deadline=first, why=why)
    at = now
    if not clock.muted and match.to_move is not None:
        at = await ping_limits.nudged(tx, match.to_move, player, now=now)
    at = speakable(at, turn_clock.calendar(match))
    kept = replace(clock, nudged=now)
    await clocks.put(tx, kept if clock.muted else replace(kept, alarm="nudge", alarm_at=at))
    await idempotency.done(tx, interaction, "nudge", match=match_id, now=now)
    return at


async def later(tx: Tx, match_id: int, *, ply: int, at: int, kind: str = "turn") -> bool:
    """Set the alarm of a turn to `at`, because quiet hours held its notice back.

    Returns False if an earlier alarm is set, the turn is muted or it will be over by that time.
    """
    clock = await clocks.get(tx, match_id)
    if clock is None or clock.ply != ply or clock.muted or clock.deadline <= at:
        return False
    if clock.alarm_at is not None and clock.alarm_at <= at:
        return False
    await clocks.put(tx, replace(clock, alarm=kind, alarm_at=at))
    return True


async def refused(tx: Tx, row: OutboxRow, reminder: Reminder, gone: bool, now: int) -> None:
    """Switch a player to reminders in channels after a direct message bounced.

    The reminder is repeated in the channels of its games, and the player learns of the change when
    they next use the bot.
    """
    if row.user is None:
        return
    wishes = await player_settings.of(tx, row.user)
    await player_setting_rows.put(tx, replace(wishes, remind="channel", dm_blocked=True))
    await _in_channels(tx, row.user, reminder.turns, now)


async def news(tx: Tx, player: int) -> bool:
    """Whether this player must still be notified that their direct messages bounced."""
    return (await player_settings.of(tx, player)).dm_blocked


async def heard(tx: Tx, player: int) -> None:
    """Record that the player has been notified of it."""
    await player_setting_rows.put(
        tx, replace(await player_settings.of(tx, player), dm_blocked=False)
    )


async def upcoming(tx: Tx, player: int) -> list[tuple[Match, int]]:
    """Return the turns of which this player will be reminded, with the times."""
    waiting = await lifecycle.awaiting(tx, player)
    found = [(match, at) for match in waiting if (at := turn_clock.of(match).alarm_at) is not None]
    return found if (await player_settings.of(tx, player)).remind != "none" else []


async def still(tx: Tx, reminder: Reminder) -> list[tuple[Match, str]]:
    """Return the turns of a reminder that are not over, with the kind of alarm."""
    found = []
    for match_id, ply, kind in reminder.turns:
        match = await lifecycle.get(tx, match_id)
        if match.status == "running" and match.ply == ply:
            found.append((match, kind))
    return found


async def awake(tx: Tx, people: Iterable[int], now: int) -> list[int]:
    """Return the players whom a mention would not disturb in their quiet hours."""
    return [player for player in people if await wakes_at(tx, player, now) == now]


async def wakes_at(tx: Tx, player: int, now: int) -> int:
    """Return when this player's quiet hours end, or `now` outside quiet hours."""
    wishes = await player_settings.of(tx, player)
    return speakable(now, Calendar(wishes.zone, parse_quiet(wishes.quiet)))


def _rings(match: Match, now: int) -> bool:
    at = turn_clock.of(match).alarm_at
    return at is not None and at <= now


async def _held(tx: Tx, match: Match, now: int) -> bool:
    """Whether the guild's quiet hours hold this reminder back.

    If so, postpone its alarm.
    """
    clock = turn_clock.of(match)
    morning = guild_settings.mention_from(await guild_settings.settings(tx, match.guild), now)
    if morning is None or not now < morning < clock.deadline:
        return False
    await clocks.put(tx, replace(clock, alarm_at=morning))
    return True


async def _tell(tx: Tx, wishes: Settings, due: Sequence[Match], now: int) -> None:
    """Remind one player of these turns, now or later, and set the next alarm of each."""
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    kinds = [str(turn_clock.of(match).alarm) for match in due]
    when = (
        gathered(now, wishes.reminded, days) if GATHERED.issuperset(kinds) else speakable(now, days)
    )
    if when > now:
        for match in due:
            await clocks.put(tx, replace(turn_clock.of(match), alarm_at=when))
        return
    for match in due:
        await turn_clock.set_off(tx, match, now)
    if wishes.remind == "none":
        return
    turns: list[Turn] = []
    for match, kind in zip(due, kinds, strict=True):
        if kind == "table":
            await _show_anew(tx, match, now)
        else:
            turns.append((match.id, match.ply, kind))
    if not turns:
        return
    if not GATHERED.isdisjoint(kinds):
        await player_setting_rows.put(tx, replace(wishes, reminded=now))
    if wishes.remind == "dm":
        reminder = Reminder(wishes.player, tuple(turns))
        await outbox_rows.queue(tx, "reminder", reminder, user=wishes.player, now=now)
    else:
        await _in_channels(tx, wishes.player, turns, now)


async def _show_anew(tx: Tx, match: Match, now: int) -> None:
    """Post the board again for a player who has stopped replying quickly.

    The board was edited in place, which sends no mention.
    """
    shown = await posts.live(tx, match.id)
    if shown is None or shown.at < turn_clock.of(match).started:
        await lifecycle.show(tx, match, now)


async def _in_channels(tx: Tx, player: int, turns: Iterable[Turn], now: int) -> None:
    """Queue one reminder for each channel in which some of these games are played."""
    places: dict[int, list[Turn]] = {}
    for turn in turns:
        places.setdefault((await lifecycle.get(tx, turn[0])).place, []).append(turn)
    for channel, here in places.items():
        await outbox_rows.queue(
            tx, "reminder", Reminder(player, tuple(here)), channel=channel, now=now
        )
