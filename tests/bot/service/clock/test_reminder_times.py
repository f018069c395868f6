"""Reminder times: at most one per kind, outside quiet hours, before the deadline."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    QuietHours,
    add_time,
    quiet_hours_at,
    running_time,
    with_frozen,
)
from bot.service.clock.reminder_times import (
    alarms,
    awake_and_present,
    gather_until,
    next_digest,
    nudge_allowed_at,
)
from bot.service.clock.time_control import PRESETS, STANDARD, UNTIMED, TimeControl, deadline
from tests.bot.service.days import at, clock, patient, turns

BERLIN = Calendar("Europe/Berlin", QuietHours(22 * 60, 7 * 60))
TIMED = st.sampled_from([control for control in PRESETS.values() if control.is_timed])


def rings(start: str, bank: int, calendar: Calendar, control: TimeControl = STANDARD) -> list[str]:
    """Return the alarms of a turn as text: the kind and the player's local time."""
    times = alarms(control, at(start, calendar.zone), bank, calendar)
    return [f"{kind} {clock(moment, calendar.zone)[5:]}" for kind, moment in times]


@pytest.mark.check
@patient
@given(turns(), TIMED, st.integers(0, 14 * DAY))
def test_alarms_ring_in_order_by_day_within_the_turn_and_while_the_clock_runs(
    turn: tuple[int, Calendar], control: TimeControl, bank: int
) -> None:
    start, calendar = turn
    times = alarms(control, start, bank, calendar)
    moments = [start, *(alarm.at for alarm in times), deadline(control, start, bank, calendar)]
    assert len(moments) == 2 or moments == sorted(set(moments))
    assert [kind for kind in ("half", "last") if kind in dict(times)] == [k for k, _ in times]
    for _, moment in times:
        assert quiet_hours_at(moment, calendar) is None
        assert all(not first <= moment < last for first, last in calendar.frozen)


@pytest.mark.check
@patient
@given(turns(), TIMED, st.integers(2 * HOUR, 14 * DAY))
def test_every_alarm_leaves_an_hour_of_running_time_except_in_short_turns(
    turn: tuple[int, Calendar], control: TimeControl, bank: int
) -> None:
    start, calendar = turn
    end = deadline(control, start, bank, calendar)
    for kind, moment in alarms(control, start, bank, calendar):
        # Unless quiet hours move it, an alarm leaves a half or a twentieth of the time.
        assert running_time(moment, end, calendar) >= HOUR, kind


@pytest.mark.check
@patient
@given(turns(night=True), TIMED, st.integers(2 * DAY, 14 * DAY))
def test_a_player_who_has_days_gets_a_last_reminder_before_losing(
    turn: tuple[int, Calendar], control: TimeControl, bank: int
) -> None:
    start, calendar = turn
    assert "last" in dict(alarms(control, start, bank, replace(calendar, frozen=())))


def test_a_turn_of_three_days_reminds_at_half_and_near_the_end() -> None:
    assert rings("2026-06-08 12:00", 3 * DAY, replace(BERLIN, quiet=None)) == [
        "half 06-10 00:00",
        "last 06-11 08:24",
    ]


def test_alarms_in_the_night_ring_in_the_morning() -> None:
    assert rings("2026-06-08 12:00", 3 * DAY, BERLIN) == [
        "half 06-10 07:00",
        "last 06-11 08:24",
    ]


def test_a_deadline_postponed_to_the_morning_is_announced_in_the_morning() -> None:
    assert rings("2026-06-08 03:00", 2 * DAY, BERLIN)[-1] == "last 06-10 07:00"


def test_an_alarm_rings_an_hour_before_quiet_hours_if_the_morning_is_too_late() -> None:
    daily = PRESETS["daily"]
    assert rings("2026-06-08 07:30", DAY, BERLIN, daily) == [
        "half 06-08 19:30",
        "last 06-08 21:00",
    ]
    short = replace(BERLIN, quiet=QuietHours(21 * 60, 7 * 60))
    assert rings("2026-06-08 03:00", 2 * DAY, short)[-1] == "last 06-09 20:00"


def test_there_is_no_evening_alarm_during_a_vacation() -> None:
    start = at("2026-06-08 07:30", "Europe/Berlin")
    evening = at("2026-06-08 20:00", "Europe/Berlin")
    away = with_frozen(BERLIN, evening, at("2026-06-08 21:30", "Europe/Berlin"))
    assert "last" not in dict(alarms(PRESETS["daily"], start, 22 * HOUR, away))


def test_a_turn_of_one_hour_has_a_single_reminder() -> None:
    assert rings("2026-06-08 12:00", HOUR, replace(BERLIN, quiet=None)) == ["half 06-08 12:30"]


def test_an_untimed_match_has_no_reminders() -> None:
    assert alarms(UNTIMED, 0, UNTIMED.bank, BERLIN) == ()


def test_a_vacation_postpones_the_alarms_together_with_the_deadline() -> None:
    plain = Calendar("Europe/Berlin")
    start = at("2026-06-08 12:00", "Europe/Berlin")
    away = with_frozen(plain, start + HOUR, start + HOUR + 5 * DAY)
    before, after = (alarms(STANDARD, start, 3 * DAY, days) for days in (plain, away))
    assert [(kind, moment + 5 * DAY) for kind, moment in before] == list(after)


@pytest.mark.check
@patient
@given(turns(), st.integers(0, 10 * DAY))
def test_a_reminder_waits_until_the_player_is_neither_in_quiet_hours_nor_on_vacation(
    turn: tuple[int, Calendar], ahead: int
) -> None:
    start, calendar = turn
    moment = awake_and_present(start + ahead, calendar)
    assert moment >= start + ahead
    assert quiet_hours_at(moment, calendar) is None
    assert running_time(moment, moment + 1, calendar) == 1


def test_half_time_reminders_of_many_matches_come_a_day_apart_and_by_day() -> None:
    noon = at("2026-06-08 12:00", "Europe/Berlin")
    assert gather_until(noon, None, BERLIN) == noon
    assert gather_until(noon, noon - 25 * HOUR, BERLIN) == noon
    assert gather_until(noon, noon - 20 * HOUR, BERLIN) == noon + 4 * HOUR
    assert clock(gather_until(noon, noon - 12 * HOUR, BERLIN), BERLIN.zone) == "2026-06-09 07:00"


@pytest.mark.parametrize(
    ("now", "minute", "then"),
    [
        ("2026-06-08 12:00", 20 * 60, "2026-06-08 20:00"),
        ("2026-06-08 20:00", 20 * 60, "2026-06-09 20:00"),
        ("2026-06-08 12:00", 23 * 60, "2026-06-09 07:00"),
    ],
)
def test_a_daily_digest_comes_at_its_hour_or_in_the_morning(
    now: str, minute: int, then: str
) -> None:
    assert clock(next_digest(at(now, BERLIN.zone), minute, BERLIN), BERLIN.zone) == then


def test_a_nudge_is_allowed_after_a_quarter_of_the_time_or_a_day_and_then_daily() -> None:
    assert nudge_allowed_at(0, 72 * HOUR, None, Calendar()) == 18 * HOUR
    assert nudge_allowed_at(0, 168 * HOUR, None, Calendar()) == DAY
    assert nudge_allowed_at(0, 168 * HOUR, 30 * HOUR, Calendar()) == 54 * HOUR
    assert nudge_allowed_at(0, 168 * HOUR, -DAY, Calendar()) == DAY


def test_a_nudge_waits_during_vacation_and_quiet_hours() -> None:
    away = with_frozen(BERLIN, at("2026-06-08 12:00"), at("2026-06-10 22:00"))
    start = at("2026-06-08 11:00")
    assert nudge_allowed_at(start, 168 * HOUR, None, away) == add_time(start, DAY, away) - 9 * HOUR
    assert clock(awake_and_present(at("2026-06-09 12:00"), away), BERLIN.zone) == "2026-06-11 07:00"
