"""Reminders: rung when they are due, gathered, by the way that each player chose, never at night.

One alarm of a turn is set at a time, with its clock; when it has rung the next one is set. What is said
is a row of the outbox, and the turns that are over by then are left out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.service import idempotency
from bot.service.clock.alarms import gathered, speakable
from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.errors import NotYourTurn, Stale, TooEarlyToNudge
from bot.service.match import state as match_state
from bot.service.match import turn_clock
from bot.service.people import pings, settings
from bot.service.server import servers
from bot.store import Tx, outbox, posts
from bot.store import clocks as rows
from bot.store import matches as match_rows
from bot.store import settings as wishes_rows
from bot.store.messages import OutboxRow
from bot.store.values import Clock, Match, Settings
from bot.store.values.payloads import Reminder, Turn

GATHERED = frozenset({"half", "most"})
"""The kinds of alarms of which a player is told at most once in a while, over all their games."""


async def ring(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Remind everybody of whose turns an alarm is due, or some of them; how many people."""
    people = await rows.alarming(tx, now, limit)
    for player in people:
        wishes = await settings.of(tx, player)
        waiting = await rows.turns_of(tx, player)
        ringing = [await turn_clock.caught_up(tx, one) for one in waiting if _rings(one, now)]
        turns = [one for one in ringing if _rings(one, now)]
        if any(clock.alarm == "turn" for clock in turns):
            # The minutes are counted from the first new turn: those that came since are told with it.
            turns += [one for one in waiting if one.alarm == "turn" and one not in turns]
        if wishes.remind == "channel":
            turns = [clock for clock in turns if not await _held(tx, clock, now)]
        if turns:
            await _tell(tx, wishes, turns, now)
    return len(people)


async def mute(
    tx: Tx, match_id: int, *, player: int, ply: int, interaction: int, now: int
) -> Match:
    """No more reminders of this turn. NotFound, Finished, Stale, NotPlaying, HasLeft, NotYourTurn."""
    match = await match_state.running(tx, match_id)
    if match.ply != ply:
        raise Stale(match, seen=ply)
    match_state.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    clock = await rows.get(tx, match_id)
    assert clock is not None
    await rows.put(tx, replace(clock, muted=True, alarm=None, alarm_at=None))
    await idempotency.done(tx, interaction, "mute", match=match_id, now=now)
    return match


async def nudge(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int:
    """Remind the player whose turn it is; when they will be: not in their night.

    Nor within an hour after the same person last called them. Raises NotFound, Finished, NotPlaying,
    HasLeft, TooEarlyToNudge.
    """
    match = await match_state.running(tx, match_id)
    match_state.seat_of(match, player)
    clock = await rows.get(tx, match_id)
    assert clock is not None
    if await idempotency.earlier(tx, interaction, "nudge", match=match_id):
        return clock.alarm_at or now
    if match.level is not None:
        raise TooEarlyToNudge(match, why="computer")
    first = await turn_clock.nudge_from(tx, clock)
    if match.to_move == player or now < first:
        why = "own-turn" if match.to_move == player else "lately" if clock.nudged else None
        raise TooEarlyToNudge(match, deadline=first, why=why)
    at = now
    if not clock.muted and match.to_move is not None:
        at = await pings.nudged(tx, match.to_move, player, now=now)
    at = speakable(at, await turn_clock.calendar(tx, clock))
    kept = replace(clock, nudged=now)
    await rows.put(tx, kept if clock.muted else replace(kept, alarm="nudge", alarm_at=at))
    await idempotency.done(tx, interaction, "nudge", match=match_id, now=now)
    return at


async def later(tx: Tx, match_id: int, *, ply: int, at: int, kind: str = "turn") -> bool:
    """At night a board called nobody, or a reminder was held back: it rings in the morning, at `at`.

    False if another reminder comes before that, or they want none of this turn.
    """
    clock = await rows.get(tx, match_id)
    if clock is None or clock.ply != ply or clock.muted or clock.deadline <= at:
        return False
    if clock.alarm_at is not None and clock.alarm_at <= at:
        return False
    await rows.put(tx, replace(clock, alarm=kind, alarm_at=at))
    return True


async def refused(tx: Tx, row: OutboxRow, reminder: Reminder, gone: bool, now: int) -> None:
    """A direct message came back: tell it where the games are, and the person when they come."""
    if row.user is None:
        return
    wishes = await settings.of(tx, row.user)
    await wishes_rows.put(tx, replace(wishes, remind="channel", refused=True))
    await _in_channels(tx, row.user, reminder.turns, now)


async def news(tx: Tx, player: int) -> bool:
    """Whether this person is to be told that their direct messages came back."""
    return (await settings.of(tx, player)).refused


async def heard(tx: Tx, player: int) -> None:
    """They have been told so."""
    await wishes_rows.put(tx, replace(await settings.of(tx, player), refused=False))


async def upcoming(tx: Tx, player: int) -> list[tuple[Match, int]]:
    """The turns that wait for this person and of which they will be reminded, with when."""
    found = []
    for match in await match_rows.running_of(tx, player):
        clock = await rows.get(tx, match.id)
        if match.to_move == player and clock is not None and clock.alarm_at is not None:
            found.append((match, clock.alarm_at))
    return found if (await settings.of(tx, player)).remind != "none" else []


async def still(tx: Tx, reminder: Reminder) -> list[tuple[Match, str]]:
    """The turns of a reminder that run still, with the kind of alarm."""
    found = []
    for match_id, ply, kind in reminder.turns:
        match = await match_state.get(tx, match_id)
        if match.status == "running" and match.ply == ply:
            found.append((match, kind))
    return found


async def awake(tx: Tx, people: Iterable[int], now: int) -> list[int]:
    """Those of these people whom a mention would not disturb in their quiet hours."""
    return [player for player in people if await wakes_at(tx, player, now) == now]


async def wakes_at(tx: Tx, player: int, now: int) -> int:
    """When the quiet hours of this person end; now, if it is day."""
    wishes = await settings.of(tx, player)
    return speakable(now, Calendar(wishes.zone, parse_quiet(wishes.quiet)))


def _rings(clock: Clock, now: int) -> bool:
    return clock.alarm_at is not None and clock.alarm_at <= now


async def _held(tx: Tx, clock: Clock, now: int) -> bool:
    """Whether the server's night holds this reminder back; it is set to the morning then."""
    morning = await servers.mention_from(tx, (await match_state.get(tx, clock.match)).guild, now)
    if morning is None or not now < morning < clock.deadline:
        return False
    await rows.put(tx, replace(clock, alarm_at=morning))
    return True


async def _tell(tx: Tx, wishes: Settings, due: Sequence[Clock], now: int) -> None:
    """Remind one person of these turns, or later, and set the next alarm of each."""
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    patient = {clock.alarm for clock in due} <= GATHERED
    when = gathered(now, wishes.reminded, days) if patient else speakable(now, days)
    if when > now:
        for clock in due:
            await rows.put(tx, replace(clock, alarm_at=when))
        return
    for clock in due:
        await turn_clock.set_off(tx, clock, now)
    if wishes.remind == "none":
        return
    await _show_anew(tx, [clock for clock in due if clock.alarm == "table"], now)
    turns = [(one.match, one.ply, str(one.alarm)) for one in due if one.alarm != "table"]
    if not turns:
        return
    if any(clock.alarm in GATHERED for clock in due):
        await wishes_rows.put(tx, replace(wishes, reminded=now))
    if wishes.remind == "dm":
        reminder = Reminder(wishes.player, tuple(turns))
        await outbox.queue(tx, "remind", reminder, user=wishes.player, now=now)
    else:
        await _in_channels(tx, wishes.player, turns, now)


async def _show_anew(tx: Tx, unanswered: Iterable[Clock], now: int) -> None:
    """Whoever was at the table has not answered for a while: a board that was changed in place calls
    nobody, so it is posted anew."""
    for clock in unanswered:
        shown = await posts.live(tx, clock.match)
        if shown is None or shown.at < clock.started:
            await match_state.show(tx, await match_state.get(tx, clock.match), now)


async def _in_channels(tx: Tx, player: int, turns: Iterable[Turn], now: int) -> None:
    """One message in each channel where some of these games are."""
    places: dict[int, list[Turn]] = {}
    for turn in turns:
        places.setdefault((await match_state.get(tx, turn[0])).place, []).append(turn)
    for channel, here in places.items():
        await outbox.queue(tx, "remind", Reminder(player, tuple(here)), channel=channel, now=now)
