"""The clock of a running match: begun with each turn, charged with each move, stopped meanwhile.

A turn is reckoned by the control, the bank and the player's days (`calendar`); what stops its clock is a
row of its own, so that nothing is ever refilled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from bot.service.clock import time_control
from bot.service.clock.alarms import TURNS_GATHERED, Alarm, alarms, speakable
from bot.service.clock.calendar import Calendar, Span, freeze, night, parse_quiet, used
from bot.service.clock.time_control import TimeControl
from bot.service.clock.vacation import allowed
from bot.service.errors import OutOfTime
from bot.service.people import settings
from bot.service.values import Clock, Match, Stopped
from bot.store import Tx, holidays
from bot.store import clocks as rows


async def banks(tx: Tx, players: Sequence[int], control: TimeControl) -> list[int]:
    """What each seat of a new match begins with: twice as much in a person's first game of all."""
    return [
        time_control.first_bank(control, newcomer=not await rows.has_played(tx, player))
        for player in players
    ]


async def start(tx: Tx, match: Match, now: int) -> None:
    """Begin the turn that the match waits for; nothing if it has begun before."""
    there = await rows.get(tx, match.id)
    assert match.turn is not None
    if there is not None and (there.ply, there.seat) == (match.ply, match.turn):
        return
    player = match.hand(match.turn)
    wishes = await settings.of(tx, player)
    choice = match.undecided
    clock = Clock(
        match=match.id,
        ply=match.ply,
        seat=match.turn,
        started=now,
        bank=await rows.bank(tx, match.id, match.turn),
        zone=wishes.zone,
        quiet=wishes.quiet,
        deadline=now,
        control=match.control,
    )
    if choice is not None and choice.until is not None:
        # The others wait for a choice, not for a move: neither nights nor vacations prolong it.
        clock = replace(clock, bank=choice.until - now, quiet="")
    else:
        await away(tx, clock, await holidays.current(tx, player, now), now)
    days = await calendar(tx, clock)
    # A board mentions nobody who is asleep: he is told in the morning.
    asleep = wishes.remind == "channel" and night(now, days) is not None
    await set_off(tx, clock, days, now, first=asleep or wishes.remind == "dm")


async def must_be_in_time(tx: Tx, match: Match, at: int) -> None:
    """Raises OutOfTime if the turn was lost when the move was sent.

    In an unrated game none is lost before somebody claims it: a late move stands.
    """
    if match.rated and match.deadline is not None and at > match.deadline:
        raise OutOfTime(match, deadline=match.deadline)


async def charge(tx: Tx, match: Match, at: int) -> None:
    """The player of this turn has moved: it is paid for, and its increment is earned.

    What would have stopped his clock longer stops it no more: it was for that turn. (A vacation that
    goes on stops the next one when it begins.)
    """
    clock = await rows.get(tx, match.id)
    assert clock is not None
    spent = used(clock.started, at, await calendar(tx, clock), allowed=clock.bank)
    left = time_control.next_bank(time_control.parse(clock.control), clock.bank, spent)
    await rows.set_bank(tx, match.id, clock.seat, left)
    await cut(tx, match.id, clock.seat, at)


async def earn(tx: Tx, match: Match, seat: int) -> None:
    """This seat has moved without using time, as it had planned: the increment is earned."""
    bank = await rows.bank(tx, match.id, seat)
    left = time_control.next_bank(time_control.parse(match.control), bank, 0)
    await rows.set_bank(tx, match.id, seat, left)


async def cut(tx: Tx, match_id: int, seat: int, at: int) -> None:
    """The turn of this seat is over: what its clock stood still for was for that turn only."""
    await rows.cut_stops(tx, match_id, seat, get_args(Stopped), at)


async def away(tx: Tx, clock: Clock, vacation: Span | None, now: int) -> None:
    """Let the clock of this turn stand still for the vacation, as far as the game allows it."""
    if vacation is None:
        return
    told = await rows.stops_of(tx, clock.match, clock.seat)
    taken = [(first, last) for first, last, why in told if why == "vacation"]
    span = allowed(taken, (max(now, vacation[0]), vacation[1]))
    if span is not None:
        await rows.add_stop(tx, clock.match, clock.seat, span, "vacation")


async def stop(tx: Tx, clock: Clock, span: Span, why: Stopped, *, since: int | None = None) -> int:
    """Let the clock of this turn stand still for so long; when the turn ends now.

    Alarms ring that lie after `since`; None: after the beginning of the span.
    """
    await rows.add_stop(tx, clock.match, clock.seat, span, why)
    after = span[0] if since is None else since
    return await set_off(tx, clock, await calendar(tx, clock), after)


async def set_off(tx: Tx, clock: Clock, days: Calendar, since: int, *, first: bool = False) -> int:
    """Keep this turn with its deadline, which is the answer, and the first alarm after `since`.

    `first`: the turn itself is told to the player as an alarm, gathered with others for some minutes.
    A turn whose time had run out, and to which no time is added, stays as it is.
    """
    control = time_control.parse(clock.control)
    deadline = time_control.deadline(control, clock.started, clock.bank, days)
    if clock.overdue is not None and deadline <= clock.overdue:
        await rows.put(tx, replace(clock, alarm=None, alarm_at=None))
        return clock.deadline
    rings = alarms(control, clock.started, clock.bank, days)
    coming = next((one for one in rings if one.at > since), None)
    if first:
        coming = Alarm("turn", speakable(clock.started + TURNS_GATHERED, days))
    if coming is None or clock.muted:
        clock = replace(clock, alarm=None, alarm_at=None)
    else:
        clock = replace(clock, alarm=coming.kind, alarm_at=coming.at)
    await rows.put(tx, replace(clock, deadline=deadline, overdue=None))
    return deadline


async def deadline_without(tx: Tx, clock: Clock, why: Stopped, now: int) -> int:
    """When this turn would be lost if nothing stopped it for this reason from now on."""
    days = Calendar(clock.zone, parse_quiet(clock.quiet))
    for first, last, other in await rows.stops_of(tx, clock.match, clock.seat):
        days = freeze(days, first, min(last, now) if other == why else last)
    return time_control.deadline(time_control.parse(clock.control), clock.started, clock.bank, days)


async def calendar(tx: Tx, clock: Clock) -> Calendar:
    """What this turn is reckoned by."""
    found = Calendar(clock.zone, parse_quiet(clock.quiet))
    for first, last, _ in await rows.stops_of(tx, clock.match, clock.seat):
        found = freeze(found, first, last)
    return found
