"""Turn clock of a running match: started every turn, charged for every move.

A turn is computed from the time control, the bank and the player's calendar (`calendar`). Each
interval during which the clock is stopped is a row, so a bank is never refilled. Bot downtime stops
all clocks with a single row: the stored deadline of a clock does not include it until `caught_up`
has been called.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from bot.service.clock import reminder_times, time_control
from bot.service.clock.calendar import Calendar, Span, freeze, night, parse_quiet, used
from bot.service.clock.reminder_times import TURNS_GATHERED, speakable
from bot.service.clock.time_control import TimeControl
from bot.service.clock.vacation_budget import allowed
from bot.service.errors import OutOfTime
from bot.service.match import downtime, live_play, vacation_notices
from bot.service.players import player_settings
from bot.store import Tx, clocks, matches, vacation_rows
from bot.store.models import Before, Clock, Match, Outage, Stop, Stopped
from bot.store.models.clocks import ENDLESS
from bot.store.row_mapper import from_json, to_json


async def banks(tx: Tx, players: Sequence[int], control: TimeControl) -> list[int]:
    """Return the initial bank of each seat, doubled in a player's very first game."""
    return [
        time_control.first_bank(control, newcomer=not await clocks.has_played(tx, player))
        for player in players
    ]


def of(match: Match) -> Clock:
    """Return the clock of a running match."""
    assert match.clock is not None
    return match.clock


def calendar(match: Match) -> Calendar:
    """Return the calendar of the current turn, with all intervals that stop its clock."""
    clock, control = of(match), time_control.parse(match.control)
    found = Calendar(clock.zone, parse_quiet(clock.quiet))
    for stop in match.stops_of(clock.seat):
        found = freeze(found, stop.started, stop.until)
    for one in match.outages:
        gone = (one.started, one.until)
        made_good = time_control.absence(control, clock.started, clock.bank, gone, found)
        if made_good is not None:
            found = freeze(found, *made_good)
    return found


async def start(tx: Tx, match: Match, now: int, before: Before | None = None) -> Match:
    """Start the clock of the current turn, unless it has already started.

    Returns the match with its clock. `before` is the state to restore on undo, while the move can
    be undone.
    """
    there, seat = match.clock, match.turn
    assert seat is not None
    if there is not None and (there.ply, there.seat) == (match.ply, seat):
        return match
    undoes = "" if before is None else to_json(before)
    if match.level is not None:
        whole = match.banks[seat]
        waits = Clock(match.id, match.ply, seat, now, whole, "UTC", "", ENDLESS, match.control)
        waits = _informed(replace(waits, undo_state=undoes), match.outages)
        await clocks.put(tx, waits)
        return replace(match, clock=waits)
    player = match.hand(seat)
    wishes = await player_settings.of(tx, player)
    clock = Clock(
        match=match.id,
        ply=match.ply,
        seat=seat,
        started=now,
        bank=match.banks[seat],
        zone=wishes.zone,
        quiet=wishes.quiet,
        deadline=now,
        control=match.control,
        undo_state=undoes,
    )
    choice = match.undecided
    if choice is not None and choice.until is not None:
        # Here the others wait for a choice, not for a move, so quiet hours and vacation do not
        # extend it.
        clock = replace(clock, bank=choice.until - now, quiet="")
    elif (vacation := await vacation_rows.current(tx, player, now)) is not None:
        match = await _rest(tx, match, seat, vacation, now)
    match = replace(match, clock=_informed(clock, match.outages))
    days = calendar(match)
    # A board does not mention a player in quiet hours, so they are notified in the morning.
    asleep = wishes.remind == "channel" and night(now, days) is not None
    told = (asleep or wishes.remind == "dm") and not match.alone
    first = ("turn", speakable(now + TURNS_GATHERED, days)) if told else None
    if wishes.remind == "channel" and not (asleep or match.alone) and live_play.at_table(match):
        first = (
            "table",
            now + live_play.PROMPT,
        )  # their board is edited in place, which sends no mention
    return await _keep(tx, match, days, now, coming=first)


async def must_be_in_time(tx: Tx, match: Match, at: int, now: int) -> Match:
    """Return the caught-up match. Raises `OutOfTime` if the move was sent too late.

    Downtime that has not been noticed yet is credited first. In an unrated game no turn is lost
    until an opponent claims it, so a late move stands.
    """
    if not match.rated or match.deadline is None or at <= match.deadline:
        return match
    await downtime.notice(tx, now=now)
    found = await matches.get(tx, match.id)
    assert found is not None
    found = await caught_up(tx, found)
    if at > of(found).deadline:
        raise OutOfTime(match, deadline=match.deadline)
    return found


async def caught_up(tx: Tx, match: Match) -> Match:
    """Apply every missed downtime to the deadline and alarm, and return the match.

    No decision may depend on a deadline before this has been called.
    """
    clock = of(match)
    missed = [one for one in match.outages if one.id > clock.applied_downtime_id]
    if not missed:
        return match
    match = replace(match, clock=_informed(clock, match.outages))
    if clock.overdue is not None:
        await clocks.put(tx, of(match))
        return match
    # A pending notice or nudge keeps its time, and the other alarms follow it.
    coming = None
    if clock.alarm in {"turn", "table", "nudge"} and clock.alarm_at is not None:
        coming = clock.alarm, clock.alarm_at
    return await _keep(tx, match, calendar(match), missed[0].started, coming=coming)


async def charge(tx: Tx, match: Match, at: int) -> Match:
    """Charge the player's bank for the turn and add the increment.

    Stops that would have continued are cut, because they applied to this turn. A vacation that
    continues stops the next turn when that begins.
    """
    clock, control = of(match), time_control.parse(match.control)
    spent = used(clock.started, at, calendar(match), allowed=clock.bank)
    left = time_control.next_bank(control, clock.bank, spent)
    await over(tx, match, at)
    return await cut(tx, await set_bank(tx, match, clock.seat, left), clock.seat, at)


async def over(tx: Tx, match: Match, now: int) -> None:
    """Update the vacation notice when the current turn ends, if there is one."""
    clock = match.clock
    if clock is not None and rested(match, clock):
        await vacation_notices.ended(tx, match, match.hand(clock.seat), now)


def just_before(match: Match, player: int, at: int) -> Before:
    """Return the state of the current turn before a move sent at `at`, for undo."""
    clock = replace(of(match), undo_state="")
    stops = tuple(
        (max(stop.started, at), stop.until, stop.why)
        for stop in match.stops_of(clock.seat)
        if stop.until > at
    )
    return Before(clock, player, match.ply, at, match.moved_at, match.quick_replies, stops)


def undoable(match: Match) -> Before | None:
    """Return the state to restore on undo, or None if the last move cannot be undone."""
    if match.clock is None or not match.clock.undo_state:
        return None
    return from_json(Before, match.clock.undo_state)


async def restore(tx: Tx, match: Match, before: Before) -> Match:
    """Restore the turn and its clock as they were before the undone move."""
    clock = replace(before.clock, ply=match.ply)
    for started, until, why in before.stops:
        match = await add_stop(tx, match, Stop(clock.seat, started, until, why))
    await clocks.put(tx, clock)
    return replace(match, clock=clock)


def rested(match: Match, clock: Clock) -> bool:
    """Whether the clock of this turn has been stopped for vacation."""
    return any(
        stop.why == "vacation" and stop.until > clock.started for stop in match.stops_of(clock.seat)
    )


async def earn(tx: Tx, match: Match, seat: int) -> Match:
    """Add the increment for a conditional move, which uses no time."""
    control = time_control.parse(match.control)
    left = time_control.next_bank(control, match.banks[seat], 0)
    return await set_bank(tx, match, seat, left)


async def set_bank(tx: Tx, match: Match, seat: int, seconds: int) -> Match:
    """Set the bank of this seat, in seconds."""
    await clocks.set_bank(tx, match.id, seat, seconds)
    return replace(match, banks=(*match.banks[:seat], seconds, *match.banks[seat + 1 :]))


async def add_stop(tx: Tx, match: Match, stop: Stop) -> Match:
    """Stop the clock of a seat for an interval."""
    await clocks.add_stop(tx, match.id, stop)
    return replace(match, stops=tuple(sorted((*match.stops, stop), key=lambda one: one.started)))


async def cut(
    tx: Tx, match: Match, seat: int, at: int, why: Sequence[Stopped] = get_args(Stopped)
) -> Match:
    """End the stops of a seat at `at`, for the given reasons (default: all)."""
    ends = [stop for stop in match.stops_of(seat) if stop.until > at and stop.why in why]
    if not ends:
        return match
    await clocks.cut_stops(tx, match.id, seat, why, at)
    stops = (stop._replace(until=at) if stop in ends else stop for stop in match.stops)
    return replace(match, stops=tuple(stop for stop in stops if stop.started < stop.until))


async def away(tx: Tx, match: Match, vacation: Span, now: int) -> Match:
    """Stop the clock of this turn for a vacation, within the limits of the game."""
    return await set_off(tx, await _rest(tx, match, of(match).seat, vacation, now), now)


def vacations_of(match: Match, seat: int) -> list[Span]:
    """Return the vacation intervals of this seat, past and planned, in order."""
    return [(one.started, one.until) for one in match.stops_of(seat) if one.why == "vacation"]


async def stop(
    tx: Tx, match: Match, span: Span, why: Stopped, *, since: int | None = None
) -> Match:
    """Stop the clock of this turn for an interval.

    Alarms after `since` will fire. None means after the start of the interval.
    """
    match = await add_stop(tx, match, Stop(of(match).seat, *span, why))
    return await set_off(tx, match, span[0] if since is None else since)


async def set_off(tx: Tx, match: Match, since: int) -> Match:
    """Store this turn with its deadline and its first alarm after `since`.

    A turn whose time has run out stays overdue unless time has been added.
    """
    match = replace(match, clock=_informed(of(match), match.outages))
    return await _keep(tx, match, calendar(match), since)


def deadline_without(match: Match, why: Stopped, now: int) -> int:
    """Return the deadline of this turn if stops for this reason ended now."""
    stops = tuple(
        one._replace(until=min(one.until, now)) if one.why == why else one for one in match.stops
    )
    clock, control = of(match), time_control.parse(match.control)
    days = calendar(replace(match, stops=stops))
    return time_control.deadline(control, clock.started, clock.bank, days)


def nudge_from(match: Match) -> int:
    """Return from when an opponent may nudge the player of this turn."""
    clock = of(match)
    return reminder_times.nudge_from(clock.started, clock.bank, clock.nudged, calendar(match))


async def _rest(tx: Tx, match: Match, seat: int, vacation: Span, now: int) -> Match:
    """Stop the clock of a seat for as much of a vacation as the game allows."""
    span = allowed(vacations_of(match, seat), (max(now, vacation[0]), vacation[1]))
    return match if span is None else await add_stop(tx, match, Stop(seat, *span, "vacation"))


async def _keep(
    tx: Tx, match: Match, days: Calendar, since: int, *, coming: tuple[str, int] | None = None
) -> Match:
    """Store this turn with this calendar.

    `coming` is the next alarm. If it is None, the first reminder after `since` is used.
    """
    kept = clock = of(match)
    if not clock.endless:
        kept = replace(clock, alarm=None, alarm_at=None)
        control = time_control.parse(match.control)
        deadline = time_control.deadline(control, clock.started, clock.bank, days)
        if clock.overdue is None or deadline > clock.overdue:
            if coming is None:
                rings = reminder_times.alarms(control, clock.started, clock.bank, days)
                coming = next(((one.kind, one.at) for one in rings if one.at > since), None)
            if coming is not None and not clock.muted:
                kept = replace(clock, alarm=coming[0], alarm_at=coming[1])
            kept = replace(kept, deadline=deadline, overdue=None)
    await clocks.put(tx, kept)
    return replace(match, clock=kept)


def _informed(clock: Clock, outages: Sequence[Outage]) -> Clock:
    """Return the clock with these downtimes applied.

    Only the claim period of an overdue turn is extended here.
    """
    missed = [one for one in outages if one.id > clock.applied_downtime_id]
    if not missed:
        return clock
    clock = replace(clock, applied_downtime_id=missed[-1].id)
    if clock.overdue is None:
        return clock
    longer = sum(one.until - max(one.started, clock.started) for one in missed)
    return replace(clock, deadline=clock.deadline + longer)
