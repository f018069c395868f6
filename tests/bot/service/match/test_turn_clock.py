"""Time controls: presets, parsing, limits, the next bank, credit for downtime."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.durations import TIMES
from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    InvalidTime,
    QuietHours,
    time_used,
    with_frozen,
)
from bot.service.clock.time_control import (
    GIFT,
    GRACE,
    PRESETS,
    STANDARD,
    UNTIMED,
    UNTIMED_LIMIT,
    TimeControl,
    deadline,
    downtime_credit,
    first_bank,
    longest_time,
    next_bank,
    parse,
)
from tests.bot.service.days import at, patient, turns


def hours(bank: int, increment: int, cap: int) -> TimeControl:
    return TimeControl(bank * HOUR, increment * HOUR, cap * HOUR)


@st.composite
def controls(draw: st.DrawFn, *, rated: bool = False) -> TimeControl:
    """Strategy for a time control that is allowed for a new match."""
    if draw(st.booleans()):
        return draw(st.sampled_from([c for c in PRESETS.values() if c.is_timed or not rated]))
    bank = draw(st.integers(12 if rated else 1, 14 * 24))
    cap = draw(st.integers(bank, (14 if rated else 21) * 24))
    return hours(bank, draw(st.integers(0 if bank >= 168 else 1, min(72, cap))), cap)


@pytest.mark.parametrize(
    ("name", "figures", "text"),
    [
        ("daily", (24, 8, 48), "24h+8h cap 48h"),
        ("standard", (72, 12, 120), "72h+12h cap 120h"),
        ("relaxed", (168, 24, 240), "168h+24h cap 240h"),
        ("simple-1", (24, 24, 24), "1d/move"),
        ("simple-2", (48, 48, 48), "2d/move"),
        ("simple-3", (72, 72, 72), "3d/move"),
        ("simple-5", (120, 120, 120), "5d/move"),
        ("simple-7", (168, 168, 168), "7d/move"),
        ("untimed", (720, 720, 720), "untimed"),
    ],
)
def test_each_preset_has_the_documented_times_and_notation(
    name: str, figures: tuple[int, int, int], text: str
) -> None:
    assert PRESETS[name] == hours(*figures) == parse(name) == parse(text)
    assert str(PRESETS[name]) == text


def test_there_are_nine_presets_and_all_are_allowed() -> None:
    assert len(PRESETS) == 9
    for name, control in PRESETS.items():
        control.validate(rated=name != "untimed")


@pytest.mark.check
@patient
@given(controls())
def test_a_time_control_is_parsed_as_it_is_printed(control: TimeControl) -> None:
    control.validate(rated=False)
    assert parse(str(control)) == control
    assert len(str(control)) <= 20


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("3d + 12h, cap 5d", STANDARD),
        ("  Standard ", STANDARD),
        ("72H+12H CAP 120H", STANDARD),
        ("3d+12h", hours(72, 12, 72)),
        ("7d+0h", hours(168, 0, 168)),
        ("36h/turn", hours(36, 36, 36)),
        ("72h+72h cap 72h", PRESETS["simple-3"]),
        ("1d", PRESETS["simple-1"]),
        ("3 days", PRESETS["simple-3"]),
        ("3 days per move", PRESETS["simple-3"]),
        ("1 day a turn", PRESETS["simple-1"]),
        ("3 days + 12 hours cap 5 days", STANDARD),
    ],
)
def test_a_time_control_is_parsed_in_the_formats_people_use(
    text: str, control: TimeControl
) -> None:
    assert parse(text) == control


def test_a_fixed_time_per_move_that_is_not_in_whole_days_is_printed_in_hours() -> None:
    assert str(hours(36, 36, 36)) == "36h/move"


@pytest.mark.parametrize(
    "text", ["", "soon", "72", "72+12", "-3d/move", "1.5d/move", "9999d/move", "0h+8h", "0d/move"]
)
def test_text_that_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="unreadable-clock"):
        parse(text)


@pytest.mark.parametrize(
    ("figures", "rated", "code"),
    [
        ((14 * 24 + 1, 12, 21 * 24), False, "bank-too-long"),
        ((72, 73, 120), False, "increment-too-long"),
        ((1, 3, 2), False, "increment-too-long"),
        ((72, 12, 71), False, "cap-below-bank"),
        ((72, 12, 21 * 24 + 1), False, "cap-too-long"),
        ((167, 0, 168), False, "no-increment"),
        ((11, 8, 48), True, "rated-bank-too-short"),
        ((72, 12, 14 * 24 + 1), True, "rated-cap-too-long"),
        ((720, 720, 720), True, "rated-untimed"),
        ((15 * 24,) * 3, False, "bank-too-long"),
    ],
)
def test_a_time_control_beyond_the_limits_is_refused_with_its_reason(
    figures: tuple[int, int, int], rated: bool, code: str
) -> None:
    with pytest.raises(InvalidTime) as refused:
        hours(*figures).validate(rated=rated)
    assert refused.value.code == code
    assert code in TIMES
    if rated:
        hours(*figures).validate(rated=False)


@pytest.mark.parametrize("figures", [(1, 0, 14 * 24), (0, 5, 5), (-1, 5, 5)])
def test_a_time_control_has_whole_hours_and_a_positive_bank(figures: tuple[int, int, int]) -> None:
    bank, increment, cap = figures
    with pytest.raises(ValueError, match="not whole hours"):
        TimeControl(bank if bank < 1 else 90, increment * HOUR, cap * HOUR)


def test_the_shortest_possible_bank_is_one_hour() -> None:
    hours(1, 1, 1).validate(rated=False)
    hours(12, 1, 12).validate(rated=True)


def test_a_move_earns_the_increment_up_to_the_cap() -> None:
    assert next_bank(STANDARD, 72 * HOUR, 10 * HOUR) == 74 * HOUR
    assert next_bank(STANDARD, 115 * HOUR, HOUR) == 120 * HOUR
    assert next_bank(STANDARD, 72 * HOUR, 72 * HOUR) == 12 * HOUR


def test_a_conditional_move_takes_no_time_and_earns_the_increment() -> None:
    assert next_bank(STANDARD, 72 * HOUR, 0) == 84 * HOUR


def test_a_fixed_time_per_move_is_the_same_at_every_move() -> None:
    simple = PRESETS["simple-3"]
    assert next_bank(simple, simple.bank, 2 * DAY) == next_bank(simple, simple.bank, 0) == 3 * DAY


def test_a_first_match_starts_with_double_the_bank_and_is_capped_after_the_first_move() -> None:
    assert first_bank(STANDARD, newcomer=True) == 144 * HOUR
    assert first_bank(STANDARD, newcomer=False) == 72 * HOUR
    assert next_bank(STANDARD, 144 * HOUR, 0) == STANDARD.cap
    assert first_bank(UNTIMED, newcomer=True) == UNTIMED_LIMIT


def test_extra_time_is_for_the_current_turn() -> None:
    calendar = Calendar()
    bank = STANDARD.cap
    assert deadline(STANDARD, 0, bank + GIFT, calendar) == bank + GIFT
    assert next_bank(STANDARD, bank + GIFT, 0) == bank


@pytest.mark.check
@patient
@given(turns(), controls(), st.lists(st.integers(0, 30 * DAY), max_size=6))
def test_the_bank_is_never_negative_nor_above_the_cap(
    turn: tuple[int, Calendar], control: TimeControl, pauses: list[int]
) -> None:
    now, calendar = turn
    bank = control.bank
    for pause in pauses:
        end = deadline(control, now, bank, calendar)
        moved = min(end, now + pause)
        spent = time_used(now, moved, calendar, allowed=bank)
        assert 0 <= spent <= moved - now
        bank = next_bank(control, bank, spent)
        assert control.increment <= bank <= control.cap
        now = moved


def test_a_deadline_waits_for_the_morning_but_not_in_a_daily_match() -> None:
    calendar = Calendar("UTC", QuietHours(22 * 60, 7 * 60))
    start = at("2026-06-10 23:00")
    assert deadline(STANDARD, start, DAY, calendar) == at("2026-06-12 08:00")
    assert deadline(PRESETS["daily"], start, DAY, calendar) == start + DAY
    assert deadline(PRESETS["simple-1"], start, DAY, calendar) == start + DAY


def test_a_change_of_time_zone_applies_from_the_next_turn() -> None:
    before = Calendar("Europe/Berlin", QuietHours(22 * 60, 7 * 60))
    after = replace(before, zone="America/New_York")
    start = at("2026-06-10 21:00")
    # The turn keeps the calendar with which it started. With the new calendar, its deadline would
    # be different.
    assert deadline(STANDARD, start, DAY, before) == at("2026-06-12 06:00")
    assert deadline(STANDARD, start, DAY, after) == at("2026-06-11 21:00")


MINUTE = 60
DOWN_AT = at("2026-06-10 12:00")


def after_downtime(control: TimeControl, start: int, bank: int, length: int) -> int:
    """Return the deadline after downtime of `length` seconds that started at DOWN_AT."""
    span = downtime_credit(control, start, bank, (DOWN_AT, DOWN_AT + length), Calendar())
    calendar = with_frozen(Calendar(), *span) if span else Calendar()
    return deadline(control, start, bank, calendar)


def test_five_minutes_of_downtime_change_nothing() -> None:
    assert (
        downtime_credit(STANDARD, DOWN_AT - HOUR, DAY, (DOWN_AT, DOWN_AT + 5 * MINUTE), Calendar())
        is None
    )


def test_longer_downtime_is_added_to_every_running_turn() -> None:
    start = DOWN_AT - HOUR
    assert after_downtime(STANDARD, start, 3 * DAY, 40 * MINUTE) == start + 3 * DAY + 40 * MINUTE


def test_a_player_about_to_lose_on_time_when_the_bot_returns_gets_an_hour() -> None:
    for left in (0, MINUTE, 30 * MINUTE, 2 * HOUR):
        clock = after_downtime(STANDARD, DOWN_AT - DAY, DAY + left, 40 * MINUTE)
        assert clock == DOWN_AT + 40 * MINUTE + max(HOUR, left)


def test_a_turn_that_expired_before_the_downtime_stays_lost() -> None:
    assert (
        downtime_credit(STANDARD, DOWN_AT - DAY, DAY - 1, (DOWN_AT, DOWN_AT + DAY), Calendar())
        is None
    )


def test_a_turn_that_starts_when_the_bot_is_back_gets_no_credit() -> None:
    assert (
        downtime_credit(STANDARD, DOWN_AT + DAY, DAY, (DOWN_AT, DOWN_AT + DAY), Calendar()) is None
    )


@pytest.mark.check
@patient
@given(
    turns(),
    controls(),
    st.integers(0, 14 * DAY),
    st.integers(-14 * DAY, 14 * DAY),
    st.integers(0, 3 * DAY),
)
def test_downtime_neither_takes_nor_adds_thinking_time(
    turn: tuple[int, Calendar], control: TimeControl, bank: int, ahead: int, length: int
) -> None:
    start, calendar = turn
    gone = start + ahead
    span = downtime_credit(control, start, bank, (gone, gone + length), calendar)
    before = deadline(control, start, bank, calendar)
    if span is None:
        assert length <= 300 or before < gone or start >= gone + length
        return
    given = with_frozen(calendar, *span)
    after = deadline(control, start, bank, given)
    assert after >= max(before, gone + length + GRACE)
    assert time_used(start, after, given, allowed=bank) == bank
    assert length <= span[1] - max(span[0], gone) + max(0, start - gone) <= length + GRACE


def test_the_presets_keep_the_documented_maximum_duration_of_a_match() -> None:
    # The maximum number of days that a player can use for the 23 and 88 moves of a typical game
    # on 8x8 and 16x16 boards. The documented figures include the unusable increment of the last
    # move.
    for name, short, long in (("daily", 9, 30), ("standard", 15, 47), ("relaxed", 30, 95)):
        for moves, days in ((23, short), (88, long)):
            control = PRESETS[name]
            assert round((longest_time(control, moves) + control.increment) / DAY + 0.01) == days
    assert longest_time(PRESETS["simple-3"], 10) == 30 * DAY


def test_the_expected_duration_of_a_match_does_not_exceed_what_its_clock_allows() -> None:
    assert STANDARD.expected_duration(46) == (46 * 6 * HOUR, 2 * longest_time(STANDARD, 23))
    assert PRESETS["simple-7"].expected_duration(46) == (46 * 6 * HOUR, 46 * DAY)
    assert UNTIMED.expected_duration(46) == (46 * 6 * HOUR, 46 * DAY)
    assert hours(24, 1, 24).expected_duration(200)[0] == hours(24, 1, 24).expected_duration(200)[1]
    assert PRESETS["simple-1"].expected_duration(3, seats=4) == (18 * HOUR, 3 * DAY)
