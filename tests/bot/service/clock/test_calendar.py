"""Calendar arithmetic over years: time zones, quiet hours and frozen intervals."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.i18n.durations import TIMES
from bot.service.clock.calendar import (
    DAY,
    HOUR,
    LONGEST_QUIET_HOURS,
    Calendar,
    InvalidTime,
    QuietHours,
    add_time,
    awake_at,
    next_local_time,
    parse_quiet,
    quiet_hours_at,
    running_time,
    start_for_elapsed,
    time_used,
    with_frozen,
)
from tests.bot.service.days import allowances, at, clock, nights, offset, patient, turns

BERLIN = "Europe/Berlin"
NIGHT = QuietHours(22 * 60, 7 * 60)


@pytest.mark.check
@patient
@given(turns(), allowances())
def test_allowed_time_is_conserved(turn: tuple[int, Calendar], allowed: int) -> None:
    start, calendar = turn
    end = add_time(start, allowed, calendar)
    assert time_used(start, end, calendar, allowed=allowed) == allowed


@pytest.mark.check
@patient
@given(turns(), allowances())
def test_time_is_left_one_second_before_the_deadline(
    turn: tuple[int, Calendar], allowed: int
) -> None:
    start, calendar = turn
    end = start_for_elapsed(
        add_time(start, allowed + 1, replace(calendar, quiet=None)), 1, calendar
    )
    assert time_used(start, end, calendar, allowed=allowed + 1) == allowed


@pytest.mark.check
@patient
@given(turns(night=False), allowances(), allowances())
def test_time_may_be_added_in_parts(turn: tuple[int, Calendar], first: int, two: int) -> None:
    start, calendar = turn
    parts = add_time(add_time(start, first, calendar), two, calendar)
    assert parts == add_time(start, first + two, calendar)


@pytest.mark.check
@patient
@given(turns(), allowances(), st.integers(0, 3 * DAY), st.integers(0, 3 * DAY))
def test_more_time_or_a_later_start_never_ends_earlier(
    turn: tuple[int, Calendar], allowed: int, more: int, later: int
) -> None:
    start, calendar = turn
    assert add_time(start + later, allowed + more, calendar) >= add_time(start, allowed, calendar)


@pytest.mark.check
@patient
@given(turns(), allowances(), st.integers(-DAY, 20 * DAY), st.integers(1, 8 * DAY))
def test_another_frozen_span_never_ends_a_turn_earlier(
    turn: tuple[int, Calendar], allowed: int, ahead: int, length: int
) -> None:
    start, calendar = turn
    frozen = with_frozen(calendar, start + ahead, start + ahead + length)
    assert add_time(start, allowed, frozen) >= add_time(start, allowed, calendar)


@pytest.mark.check
@patient
@given(turns(night=True), allowances())
def test_no_turn_ends_during_the_night_or_while_the_clock_is_stopped(
    turn: tuple[int, Calendar], allowed: int
) -> None:
    start, calendar = turn
    end = add_time(start, allowed, calendar)
    assert quiet_hours_at(end, calendar) is None
    assert all(not first <= end < last for first, last in calendar.frozen)


@pytest.mark.check
@patient
@given(turns(night=True), allowances())
def test_a_night_adds_at_most_ten_hours_plus_the_daylight_saving_change(
    turn: tuple[int, Calendar], allowed: int
) -> None:
    start, calendar = turn
    calendar = replace(calendar, frozen=())
    end = start + allowed
    change = abs(offset(end - DAY, calendar.zone) - offset(end + DAY, calendar.zone)) % DAY
    assert 0 <= add_time(start, allowed, calendar) - end <= LONGEST_QUIET_HOURS + change


@pytest.mark.check
@patient
@given(turns(night=True), allowances())
def test_a_night_extends_a_turn_only_once_whatever_else_stops_the_clock(
    turn: tuple[int, Calendar], allowed: int
) -> None:
    start, calendar = turn
    end = add_time(start, allowed, calendar)
    assert add_time(end, 0, calendar) == end


@pytest.mark.check
@patient
@given(turns(night=True), st.integers(0, 3 * DAY))
def test_a_time_shown_in_quiet_hours_is_in_the_night(
    turn: tuple[int, Calendar], ahead: int
) -> None:
    start, calendar = turn
    quiet = calendar.quiet
    assert quiet is not None
    moment = start + ahead
    hour, minute = map(int, clock(moment, calendar.zone)[-5:].split(":"))
    shown = (hour * 60 + minute - quiet.start) % 1440 * 60 < quiet.length
    changed = offset(moment - DAY, calendar.zone) != offset(moment + DAY, calendar.zone)
    interval = quiet_hours_at(moment, calendar)
    assert interval is not None if shown else interval is None or changed
    assert quiet_hours_at(awake_at(moment, calendar), calendar) is None
    if interval:
        assert interval[0] <= moment < interval[1] == awake_at(moment, calendar)


@pytest.mark.check
@patient
@given(turns(), st.integers(1, 30 * DAY))
def test_subtracting_running_time_is_the_inverse_of_adding_it(
    turn: tuple[int, Calendar], seconds: int
) -> None:
    end, calendar = turn
    start = start_for_elapsed(end, seconds, calendar)
    assert running_time(start, end, calendar) == seconds
    assert all(not first <= start < last for first, last in calendar.frozen)


@pytest.mark.check
@patient
@given(turns(), st.integers(0, 1439))
def test_the_next_occurrence_of_a_time_of_day_is_within_two_days(
    turn: tuple[int, Calendar], minute: int
) -> None:
    now, calendar = turn
    at = next_local_time(now, minute, calendar)
    changed = offset(at - DAY, calendar.zone) != offset(at, calendar.zone)
    assert now < at <= now + 2 * DAY
    assert changed or clock(at, calendar.zone)[-5:] == f"{minute // 60:02}:{minute % 60:02}"


@pytest.mark.check
@patient
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=8))
def test_frozen_spans_are_joined_where_they_touch(spans: list[tuple[int, int]]) -> None:
    calendar = Calendar()
    for first, last in spans:
        calendar = with_frozen(calendar, first, last)
    seconds = {second for span in spans for second in range(*span)}
    assert {s for span in calendar.frozen for s in range(*span)} == seconds
    assert running_time(0, 60, calendar) == 60 - len(seconds)


def test_72_hours_are_72_hours_across_a_daylight_saving_change() -> None:
    start = at("2026-03-27 12:00", BERLIN)
    end = add_time(start, 72 * HOUR, Calendar(BERLIN))
    assert end == start + 72 * HOUR
    assert clock(end, BERLIN) == "2026-03-30 13:00"


def test_a_deadline_in_the_night_moves_to_one_hour_after_it() -> None:
    calendar = Calendar(BERLIN, NIGHT)
    for shown in ("22:00", "23:59", "00:00", "03:30", "06:59"):
        day = "2026-06-09" if shown > "12" else "2026-06-10"
        end = add_time(at(f"{day} {shown}", BERLIN) - DAY, DAY, calendar)
        assert clock(end, BERLIN) == "2026-06-10 08:00"


def test_a_deadline_in_the_hour_after_the_night_moves_to_the_end_of_that_hour() -> None:
    calendar = Calendar(BERLIN, NIGHT)
    for shown, then in (("07:00", "08:00"), ("07:59", "08:00"), ("08:00", "08:00"), ("08:01",) * 2):
        end = add_time(at(f"2026-06-10 {shown}", BERLIN) - HOUR, HOUR, calendar)
        assert clock(end, BERLIN) == f"2026-06-10 {then}"


def test_even_after_a_night_of_one_minute_the_deadline_moves_by_an_hour() -> None:
    calendar = Calendar("UTC", QuietHours(0, 1))
    start = at("2026-06-10 00:01")
    assert add_time(start, 0, calendar) == add_time(start + HOUR, 0, calendar) == start + HOUR


def test_after_ten_quiet_hours_a_deadline_moves_to_their_end() -> None:
    calendar = Calendar(BERLIN, QuietHours(22 * 60, 8 * 60))
    start = at("2026-06-09 22:00", BERLIN)
    assert add_time(start, 0, calendar) == start + 10 * HOUR


def test_a_night_with_the_end_of_daylight_saving_time_is_an_hour_longer() -> None:
    calendar = Calendar(BERLIN, NIGHT)
    quiet = quiet_hours_at(at("2026-10-25 02:30", BERLIN), calendar)
    assert quiet == quiet_hours_at(at("2026-10-25 02:30", BERLIN, fold=1), calendar)
    assert quiet is not None
    assert quiet[1] - quiet[0] == 10 * HOUR


def test_quiet_hours_that_end_in_a_repeated_hour_end_once() -> None:
    calendar = Calendar("Antarctica/Troll", QuietHours(20 * 60, 2 * 60 + 30))
    # At 3:00 clocks are set back to 1:00, so 2:30 occurs twice.
    end = add_time(at("2025-10-26 02:00", "Antarctica/Troll"), 0, calendar)
    assert clock(end, "Antarctica/Troll") == "2025-10-26 03:30"


def test_a_calendar_day_that_a_country_skipped_has_no_night() -> None:
    calendar = Calendar("Pacific/Apia", NIGHT)
    quiet = quiet_hours_at(at("2011-12-29 23:00", "Pacific/Apia"), calendar)
    assert quiet is not None
    assert quiet[1] - quiet[0] == 9 * HOUR
    assert clock(quiet[1], "Pacific/Apia") == "2011-12-31 07:00"
    # Noon of the skipped day maps to the midnight at which the day was skipped.
    noon = next_local_time(at("2011-12-29 13:00", "Pacific/Apia"), 12 * 60, calendar)
    assert clock(noon, "Pacific/Apia") == "2011-12-31 00:00"


def test_overlapping_vacation_and_rest_days_are_skipped_once() -> None:
    start = at("2026-06-12 12:00")  # a Friday
    vacation = with_frozen(Calendar(), at("2026-06-12 18:00"), at("2026-06-14 12:00"))
    both = with_frozen(vacation, at("2026-06-13 00:00"), at("2026-06-15 00:00"))
    assert both.frozen == ((at("2026-06-12 18:00"), at("2026-06-15 00:00")),)
    assert add_time(start, DAY, both) == at("2026-06-15 18:00")


def test_a_vacation_that_starts_exactly_at_the_deadline_postpones_it() -> None:
    end = at("2026-06-12 12:00")
    calendar = with_frozen(Calendar(), end, end + 12 * HOUR)
    assert add_time(end - DAY, DAY, calendar) == end + 12 * HOUR
    # A turn that ends when the vacation starts has used all of its time.
    assert time_used(end - DAY, end + 12 * HOUR, calendar, allowed=DAY) == DAY


def test_a_vacation_that_starts_in_the_hour_after_a_night_postpones_the_deadline() -> None:
    calendar = Calendar("UTC", NIGHT)
    start = at("2026-06-09 23:00") - DAY
    assert add_time(start, DAY, calendar) == at("2026-06-10 08:00")
    away = with_frozen(calendar, at("2026-06-10 08:00"), at("2026-06-10 23:00"))
    assert add_time(start, DAY, away) == at("2026-06-11 08:00")


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("22:00-08:00", QuietHours(1320, 480)),
        (" 22-8 ", QuietHours(1320, 480)),
        ("23:30 – 6:15", QuietHours(1410, 375)),
        ("0 to 7", QuietHours(0, 420)),
        ("10pm-8am", QuietHours(1320, 480)),
        ("10:30 PM to 6.15", QuietHours(1350, 375)),
        ("midnight – 12am", None),
        ("21:00-24:00", QuietHours(1260, 0)),
        ("24:00-06:00", QuietHours(0, 360)),
        ("", None),
        ("7:00-7:00", None),
    ],
)
def test_quiet_hours_are_parsed_in_the_formats_people_use(
    text: str, quiet: QuietHours | None
) -> None:
    assert parse_quiet(text) == quiet


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("night", "unreadable-quiet"),
        ("22:60-08:00", "unreadable-quiet"),
        ("25-8", "unreadable-quiet"),
        ("13pm-8am", "unreadable-quiet"),
        ("0am-8am", "unreadable-quiet"),
        ("22-8-9", "unreadable-quiet"),
        ("22:00", "unreadable-quiet"),
        ("22:00-08:01", "quiet-too-long"),
        ("8-22", "quiet-too-long"),
        ("00:00-24:00", "quiet-too-long"),
        ("24:00-00:00", "quiet-too-long"),
    ],
)
def test_invalid_quiet_hours_are_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidTime) as refused:
        parse_quiet(text)
    assert refused.value.code == code
    assert code in TIMES


@pytest.mark.check
@patient
@given(nights())
@example(QuietHours(0, 1))
@example(QuietHours(1439, 0))
def test_quiet_hours_are_parsed_as_they_are_printed(quiet: QuietHours) -> None:
    assert parse_quiet(str(quiet)) == quiet


@pytest.mark.parametrize(
    "frozen", [((0, 0),), ((5, 3),), ((5, 8), (0, 3)), ((0, 5), (5, 8)), ((0, 5), (3, 8))]
)
def test_a_calendar_requires_frozen_spans_in_order_and_apart(
    frozen: tuple[tuple[int, int], ...],
) -> None:
    with pytest.raises(ValueError, match="in order and apart"):
        Calendar(frozen=frozen)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (-1, 5), (5, 1440)])
def test_quiet_hours_must_be_distinct_minutes_of_a_day(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not quiet hours"):
        QuietHours(start, end)
