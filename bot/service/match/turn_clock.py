"""Turn clock of a running match: started for every turn, charged for every move.

The deadline of a turn is computed from the time control, the bank and the player's calendar
(`turn_calendar`). Each interval during which the clock is stopped is stored as a row, so a bank is
never refilled. Bot downtime stops all clocks with a single row. The stored deadline of a clock does
not include that downtime until `credit_downtimes` has been called.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from bot.service.clock import reminder_times, time_control
from bot.service.clock.calendar import (
    Calendar,
    Span,
    parse_quiet,
    quiet_hours_at,
    time_used,
    with_frozen,
)
from bot.service.clock.reminder_times import TURNS_GATHERED, awake_and_present
from bot.service.clock.time_control import TimeControl
from bot.service.clock.vacation_budget import allowed_part
from bot.service.errors import OutOfTime
from bot.service.match import downtime, event_games, live_play, vacation_notices
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.driver.row_mapper import from_json, to_json
from bot.store.match import clocks, match_saver, matches
from bot.store.models import Clock, ClockStop, Downtime, Match, StopReason, UndoState, level_of
from bot.store.models.clocks import NO_DEADLINE
from bot.store.players import vacation_rows


def initial_banks(tx: Tx, players: Sequence[int], control: TimeControl) -> list[int]:
    """Return each seat's initial bank in seconds, doubled in a player's first game."""
    return [
        time_control.first_bank(control, newcomer=not clocks.has_ever_played(tx, player))
        for player in players
    ]


def is_first_turn_ever(tx: Tx, match: Match) -> bool:
    """Whether the current turn is the first turn of a person's first match.

    In a timed match, a doubled initial bank shows that it is the first match.
    """
    assert match.turn is not None
    player, control = match.acting_player(match.turn), time_control.parse(match.control)
    if match.turn_count >= len(match.players) or level_of(player) is not None:
        return False
    if control.is_timed:
        return match.banks[match.turn] == time_control.first_bank(control, newcomer=True)
    return not clocks.has_other_match(tx, player, match.id)


def get_clock(match: Match) -> Clock:
    """Return the clock of a running match."""
    assert match.clock is not None
    return match.clock


def turn_calendar(match: Match) -> Calendar:
    """Return the calendar of the current turn, with all intervals that stop its clock."""
    clock, control = get_clock(match), time_control.parse(match.control)
    frozen_calendar = Calendar(clock.zone, parse_quiet(clock.quiet))
    for stop in match.stops_of(clock.seat):
        frozen_calendar = with_frozen(frozen_calendar, stop.started, stop.until)
    for period in match.downtimes:
        gone = (period.started, period.until)
        made_good = time_control.downtime_credit(
            control, clock.started, clock.bank, gone, frozen_calendar
        )
        if made_good is not None:
            frozen_calendar = with_frozen(frozen_calendar, *made_good)
    return frozen_calendar


def start_turn(tx: Tx, match: Match, now: int, before: UndoState | None = None) -> Match:
    """Start the clock of the current turn, unless it has already started.

    Returns the match with its clock. `before` is the state to restore on undo, or None if the last
    move cannot be undone.
    """
    running_clock, seat = match.clock, match.turn
    assert seat is not None
    if running_clock is not None and (running_clock.ply, running_clock.seat) == (match.ply, seat):
        return match
    undoes = "" if before is None else to_json(before)
    if match.level is not None:
        whole = match.banks[seat]
        waits = Clock(match.id, match.ply, seat, now, whole, "UTC", "", NO_DEADLINE, match.control)
        waits = replace(waits, undo_state=undoes)
        return replace(match, clock=_with_downtimes(waits, match.downtimes))
    player = match.acting_player(seat)
    settings = player_settings.load_settings(tx, player)
    clock = Clock(
        match=match.id,
        ply=match.ply,
        seat=seat,
        started=now,
        bank=match.banks[seat],
        zone=settings.zone,
        quiet=settings.quiet,
        deadline=now,
        control=match.control,
        undo_state=undoes,
    )
    choice = match.deciding_partner
    if choice is not None and choice.until is not None:
        # The match is waiting for a takeover choice rather than a move, so quiet hours and vacation
        # do not extend the time.
        clock = replace(clock, bank=choice.until - now, quiet="")
    elif (
        vacation := vacation_rows.current_vacation(tx, player, now)
    ) is not None and event_games.allows_vacation(tx, match):
        match = _apply_vacation(match, seat, vacation, now)
    match = replace(match, clock=_with_downtimes(clock, match.downtimes))
    days = turn_calendar(match)
    # A board does not mention a player in quiet hours, so they are notified afterwards.
    asleep = settings.remind == "channel" and quiet_hours_at(now, days) is not None
    notified = (asleep or settings.remind == "dm") and not match.is_solo
    first = ("turn", awake_and_present(now + TURNS_GATHERED, days)) if notified else None
    if settings.remind == "channel" and not (asleep or match.is_solo) and live_play.is_live(match):
        first = (
            "table",
            now + live_play.QUICK_SECONDS,
        )  # the board is edited in place, which pings no player
    return _with_deadline(match, days, now, coming=first)


def must_be_in_time(tx: Tx, match: Match, at: int, now: int) -> Match:
    """Return the match, or raise `OutOfTime` if a move sent at `at` was too late.

    Undetected downtime is credited first, and the match is saved with it. A late move in a
    game that does not count is accepted, because no turn is lost there until an opponent claims it.
    """
    if not match.result_counts or match.deadline is None or at <= match.deadline:
        return match
    downtime.detect_downtime(tx, now=now)
    current = matches.get_match(tx, match.id)
    assert current is not None
    credited = credit_downtimes(current)
    if at > get_clock(credited).deadline:
        raise OutOfTime(match, deadline=match.deadline)
    match_saver.save(tx, current, credited)
    return credited


def credit_downtimes(match: Match) -> Match:
    """Apply every missed downtime to the deadline and alarm, and return the match.

    No decision may depend on a deadline before this has been called.
    """
    clock = get_clock(match)
    missed = [period for period in match.downtimes if period.id > clock.applied_downtime_id]
    if not missed:
        return match
    match = replace(match, clock=_with_downtimes(clock, match.downtimes))
    if clock.overdue is not None:
        return match
    # A pending notice or nudge keeps its due time. Later alarms are rescheduled.
    coming = None
    if clock.alarm in {"turn", "table", "nudge"} and clock.alarm_at is not None:
        coming = clock.alarm, clock.alarm_at
    return _with_deadline(match, turn_calendar(match), missed[0].started, coming=coming)


def charge_turn(tx: Tx, match: Match, at: int) -> Match:
    """Charge the player's bank for the turn, and add the increment.

    Stops that extend beyond `at` are cut short, because they apply only to this turn. If a vacation
    continues, it stops the clock again when the player's next turn begins.
    """
    clock, control = get_clock(match), time_control.parse(match.control)
    spent = time_used(clock.started, at, turn_calendar(match), allowed=clock.bank)
    left = time_control.next_bank(control, clock.bank, spent)
    finish_turn(tx, match, at)
    return end_stops(set_bank(match, clock.seat, left), clock.seat, at)


def finish_turn(tx: Tx, match: Match, now: int) -> None:
    """Update the player's vacation notice, if there is one, as the current turn ends."""
    clock = match.clock
    if clock is not None and used_vacation(match, clock):
        vacation_notices.on_vacation_ended(tx, match, match.acting_player(clock.seat), now)


def undo_state(match: Match, player: int, at: int) -> UndoState:
    """Return the state of the current turn before a move sent at `at`, for undo."""
    clock = replace(get_clock(match), undo_state="")
    stops = tuple(
        (max(stop.started, at), stop.until, stop.why)
        for stop in match.stops_of(clock.seat)
        if stop.until > at
    )
    return UndoState(clock, player, match.ply, at, match.moved_at, match.quick_replies, stops)


def get_undo_state(match: Match) -> UndoState | None:
    """Return the state to restore on undo, or None if the last move cannot be undone."""
    if match.clock is None or not match.clock.undo_state:
        return None
    return from_json(UndoState, match.clock.undo_state)


def restore_turn(match: Match, before: UndoState) -> Match:
    """Restore the turn and its clock as they were before the undone move."""
    clock = replace(before.clock, ply=match.ply)
    for started, until, why in before.stops:
        match = add_stop(match, ClockStop(clock.seat, started, until, why))
    return replace(match, clock=clock)


def used_vacation(match: Match, clock: Clock) -> bool:
    """Whether the clock of this turn has been stopped for vacation."""
    return any(
        stop.why == "vacation" and stop.until > clock.started for stop in match.stops_of(clock.seat)
    )


def add_increment(match: Match, seat: int) -> Match:
    """Add the increment for a conditional move, which uses no time."""
    control = time_control.parse(match.control)
    left = time_control.next_bank(control, match.banks[seat], 0)
    return set_bank(match, seat, left)


def set_bank(match: Match, seat: int, seconds: int) -> Match:
    """Set the bank of this seat, in seconds."""
    return replace(match, banks=(*match.banks[:seat], seconds, *match.banks[seat + 1 :]))


def add_stop(match: Match, stop: ClockStop) -> Match:
    """Stop the clock of a seat for an interval."""
    return replace(match, stops=tuple(sorted((*match.stops, stop), key=lambda each: each.started)))


def end_stops(
    match: Match, seat: int, at: int, why: Sequence[StopReason] = get_args(StopReason)
) -> Match:
    """End the clock stops of a seat that have one of these reasons (default: all).

    They end at `at`; stops that would start later are deleted. Extra time that was to follow them
    begins earlier instead. Returns the match.
    """
    ends = [stop for stop in match.stops_of(seat) if stop.until > at and stop.why in why]
    stops = (stop._replace(until=at) if stop in ends else stop for stop in match.stops)
    match = replace(match, stops=tuple(stop for stop in stops if stop.started < stop.until))
    return match if "gift" in why else _with_gifts_last(match, seat, at)


def stop_for_vacation(match: Match, vacation: Span, now: int) -> Match:
    """Stop the clock of this turn for a vacation, within the limits of the game.

    If the time has already run out, the vacation counts from then.
    """
    seat, begins = get_clock(match).seat, min(now, time_runs_out(match))
    match = _with_gifts_last(_apply_vacation(match, seat, vacation, begins), seat, now)
    return reschedule(match, now)


def vacations_of_seat(match: Match, seat: int) -> list[Span]:
    """Return the past and planned vacations of this seat as intervals, in order."""
    return [
        (stop_row.started, stop_row.until)
        for stop_row in match.stops_of(seat)
        if stop_row.why == "vacation"
    ]


def stop_clock(match: Match, span: Span, why: StopReason, *, since: int | None = None) -> Match:
    """Stop the clock of this turn for an interval.

    If the time runs out before the interval, the stop begins then, because time that has run out
    cannot be stopped later. Only alarms after `since` will fire; `since` defaults to the start of
    the interval.
    """
    seat, begins = get_clock(match).seat, min(span[0], time_runs_out(match))
    match = add_stop(match, ClockStop(seat, begins, span[1], why))
    if why != "gift":
        match = _with_gifts_last(match, seat, span[0])
    return reschedule(match, span[0] if since is None else since)


def time_runs_out(match: Match) -> int:
    """Return when the time of this turn runs out or has run out.

    The turn is only lost, or open to a claim, at the next run of the timeout job. What stops the
    clock in between must count from this time.
    """
    clock = get_clock(credit_downtimes(match))
    return clock.deadline if clock.overdue is None else clock.overdue


def reschedule(match: Match, since: int) -> Match:
    """Compute the deadline of this turn and its first alarm after `since`.

    A turn whose time has run out stays overdue unless time has been added.
    """
    match = replace(match, clock=_with_downtimes(get_clock(match), match.downtimes))
    return _with_deadline(match, turn_calendar(match), since)


def deadline_without(match: Match, why: StopReason, now: int) -> int:
    """Return the deadline of this turn as if stops for this reason ended now."""
    clock, control = get_clock(match), time_control.parse(match.control)
    days = turn_calendar(end_stops(match, clock.seat, now, (why,)))
    return time_control.deadline(control, clock.started, clock.bank, days)


def nudge_allowed_at(match: Match) -> int:
    """Return the earliest time at which an opponent may nudge the player to move."""
    clock = get_clock(match)
    return reminder_times.nudge_allowed_at(
        clock.started, clock.bank, clock.nudged, turn_calendar(match)
    )


def _apply_vacation(match: Match, seat: int, vacation: Span, now: int) -> Match:
    """Stop the clock of a seat from `now` on, for as much of a vacation as is allowed."""
    span = allowed_part(vacations_of_seat(match, seat), (now, vacation[1]))
    return match if span is None else add_stop(match, ClockStop(seat, *span, "vacation"))


def _with_gifts_last(match: Match, seat: int, at: int) -> Match:
    """Move extra time that is left at `at` after all other stops of a clock.

    Time during which the clock is stopped for two reasons would be lost.
    """
    gifts = [stop for stop in match.stops_of(seat) if stop.why == "gift" and stop.until > at]
    if not gifts:
        return match
    used = (stop._replace(until=at) for stop in gifts if stop.started < at)
    match = replace(match, stops=tuple(stop for stop in match.stops if stop not in gifts))
    for stop in used:
        match = add_stop(match, stop)
    start = max([at, *(last for _, last in turn_calendar(match).frozen)])
    for stop in gifts:
        end = start + stop.until - max(stop.started, at)
        match, start = add_stop(match, ClockStop(seat, start, end, "gift")), end
    return match


def _with_deadline(
    match: Match, days: Calendar, since: int, *, coming: tuple[str, int] | None = None
) -> Match:
    """Return the match with the deadline and next alarm of this turn.

    Both are computed from `days`. `coming` is the next alarm. If it is None, the first reminder
    after `since` is used.
    """
    kept = clock = get_clock(match)
    if not clock.is_endless:
        kept = replace(clock, alarm=None, alarm_at=None)
        control = time_control.parse(match.control)
        deadline = time_control.deadline(control, clock.started, clock.bank, days)
        if clock.overdue is None or deadline > clock.overdue:
            if coming is None:
                rings = reminder_times.alarms(control, clock.started, clock.bank, days)
                coming = next(((alarm.kind, alarm.at) for alarm in rings if alarm.at > since), None)
            if coming is not None and not clock.muted:
                kept = replace(clock, alarm=coming[0], alarm_at=coming[1])
            kept = replace(kept, deadline=deadline, overdue=None)
    return replace(match, clock=kept)


def _with_downtimes(clock: Clock, downtimes: Sequence[Downtime]) -> Clock:
    """Return the clock with these downtimes applied.

    The stored deadline changes only if the turn is overdue: its claim period is extended.
    """
    missed = [period for period in downtimes if period.id > clock.applied_downtime_id]
    if not missed:
        return clock
    clock = replace(clock, applied_downtime_id=missed[-1].id)
    if clock.overdue is None:
        return clock
    longer = sum(period.until - max(period.started, clock.started) for period in missed)
    return replace(clock, deadline=clock.deadline + longer)
