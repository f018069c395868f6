"""Daily digests: their contents and their times over years and time zones."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.extension_points import DigestLine, Extension
from bot.i18n.translator import translator_for
from bot.service.actions import vacations
from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    InvalidTime,
    QuietHours,
    local_date,
    parse_quiet,
    quiet_hours_at,
)
from bot.service.clock.time_control import UNTIMED
from bot.service.notifications import digests, reminders
from bot.service.players import player_settings
from bot.store.models import PlayerSettings
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest
from tests.bot.service.club import ADA, BRUNO, CLARA, START, Club, job_due_at
from tests.bot.service.days import FIRST, ZONES, nights, patient, starts
from tests.bot.service.event_matches import installed
from tests.transactions import reading, writing

BERLIN = ZoneInfo("Europe/Berlin")


async def change_settings(club: Club, player: int = ADA, **wishes: Any) -> PlayerSettings:
    with writing(club.store) as tx:
        return player_settings.change_settings(tx, player, wishes, now=club.now)


async def ring(club: Club, later: int = 0) -> list[OutboxRow]:
    club.now += later
    with writing(club.store) as tx:
        digests.queue_due_digests(tx, now=club.now)
    return [row for row in await club.deliver() if row.kind == "digest"]


async def due(club: Club) -> int:
    with reading(club.store) as tx:
        when = job_due_at(tx, "digests")
    assert when is not None
    return when


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp())


async def test_a_digest_lists_pending_turns_by_deadline_in_a_direct_message(club: Club) -> None:
    slow = await club.match(ADA, BRUNO, control=UNTIMED)
    fast = await club.match(ADA, BRUNO)
    await club.match(BRUNO, ADA)
    await change_settings(club, digest="7")
    [row] = await ring(club, await due(club) - club.now)
    assert (row.user, row.channel) == (ADA, None)
    assert row.payload.turns == ((fast.id, 0, "digest"), (slow.id, 0, "digest"))
    assert await ring(club) == []
    assert await due(club) == club.now + DAY


async def test_no_digest_is_sent_without_pending_turns_or_on_vacation_or_when_switched_off(
    club: Club,
) -> None:
    match = await club.match(BRUNO, ADA)
    await change_settings(club, digest="7")
    assert await ring(club, await due(club) - club.now) == []
    await club.turn(match)
    with writing(club.store) as tx:
        vacations.start_vacation(tx, ADA, days=1, interaction=5, now=club.now)
    assert await ring(club, await due(club) - club.now - 1) == []
    assert len(await ring(club, DAY + 1)) == 1
    await change_settings(club, digest="off")
    with reading(club.store) as tx:
        assert job_due_at(tx, "digests") is None


async def test_a_digest_waits_for_the_morning_and_comes_once_a_day(club: Club) -> None:
    await club.match(ADA, BRUNO, control=UNTIMED)
    club.now = at("2026-10-23 12:00")
    await change_settings(club, zone="Europe/Berlin", quiet="22-8", digest="23:30")
    sent_at = []
    while club.now < at("2026-10-28 12:00"):
        assert len(await ring(club, await due(club) - club.now)) == 1
        sent_at.append(club.now)
    days = (24, 25, 26, 27, 28, 29)
    assert sent_at == [at(f"2026-10-{number} 08:00") for number in days]


async def test_another_hour_on_the_same_day_sends_no_second_digest(club: Club) -> None:
    await club.match(ADA, BRUNO, control=UNTIMED)
    club.now = at("2026-07-01 06:00")
    await change_settings(club, zone="Europe/Berlin", digest="7")
    assert len(await ring(club, HOUR)) == 1
    await change_settings(club, digest="19")
    assert await due(club) == at("2026-07-02 19:00")


async def test_a_digest_delayed_by_downtime_does_not_come_at_night(club: Club) -> None:
    await club.match(ADA, BRUNO, control=UNTIMED)
    club.now = at("2026-07-01 12:00")
    await change_settings(club, zone="Europe/Berlin", quiet="22-8", digest="19")
    assert await ring(club, 14 * HOUR) == []
    assert await due(club) == at("2026-07-02 08:00")
    assert len(await ring(club, 6 * HOUR)) == 1
    assert await due(club) == at("2026-07-03 19:00")


async def test_a_digest_that_cannot_be_delivered_turns_digests_off_with_one_notice(
    club: Club,
) -> None:
    await club.match(ADA, BRUNO)
    await change_settings(club, digest="7")
    [row] = await ring(club, await due(club) - club.now)
    with writing(club.store) as tx:
        digests.on_dm_refused(tx, row, row.payload, False, club.now)
        assert job_due_at(tx, "digests") is None
        assert (player_settings.load_settings(tx, ADA)).remind == "channel"
        assert reminders.has_blocked_dms(tx, ADA)
    assert [row.kind for row in await club.deliver() if row.kind == "reminder"] == []


@pytest.mark.parametrize(
    ("text", "time"),
    [
        *(("7", "07:00"), ("07:30", "07:30"), ("19.05", "19:05"), ("0", "00:00")),
        *(("noon", "12:00"), (" Off ", "off")),
    ],
)
def test_a_time_of_day_is_parsed_in_the_formats_people_use(text: str, time: str) -> None:
    assert player_settings.read_daily_time(text) == time


@pytest.mark.parametrize("text", ["24", "7:60", "soon", "", "-1", "7:5", "٧", "1" * 500])
def test_text_that_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="unreadable-hour"):
        player_settings.read_daily_time(text)


@pytest.mark.check
@patient
@given(
    st.sampled_from(ZONES).flatmap(lambda zone: st.tuples(st.just(zone), starts(zone))),
    st.none() | nights(),
    st.integers(0, 1439),
    st.lists(st.integers(0, 3 * HOUR), min_size=8, max_size=8),
)
def test_no_digest_is_sent_at_night_or_twice_on_one_day(
    where: tuple[str, int], asleep: QuietHours | None, minute: int, lateness: list[int]
) -> None:
    """Covers years, time zones and clock changes, with a bot that is always late."""
    zone, now = where
    quiet = "" if asleep is None else str(asleep)
    days = Calendar(zone, parse_quiet(quiet))
    settings = PlayerSettings(ADA, zone, quiet, digest=minute)
    sent_at: list[int] = []
    for late in lateness:
        due = player_settings.next_digest(settings, now)
        assert due is not None
        assert due > now
        assert due - now <= 3 * DAY
        assert quiet_hours_at(due, days) is None
        now = due + late
        if quiet_hours_at(now, days) is None:
            sent_at.append(now)
            settings = PlayerSettings(ADA, zone, quiet, digest=minute, digested=now)
    dates = [local_date(at, days) for at in sent_at]
    assert len(set(dates)) == len(dates)
    assert not sent_at or sent_at[0] >= FIRST - 4 * DAY


async def test_new_turns_within_five_minutes_come_in_one_message(club: Club) -> None:
    await change_settings(club, remind="dm")
    matched = await club.match(ADA, BRUNO)
    club.now += 200
    two = await club.match(ADA, CLARA)
    await club.deliver()
    club.now += 100
    with writing(club.store) as tx:
        assert reminders.queue_due_reminders(tx, now=club.now) == 1
    [row] = [row for row in await club.deliver() if row.kind == "reminder"]
    assert sorted(turn[0] for turn in row.payload.turns) == [matched.id, two.id]
    assert {turn[2] for turn in row.payload.turns} == {"turn"}
    club.now += 300
    with writing(club.store) as tx:
        assert reminders.queue_due_reminders(tx, now=club.now) == 0


def news(since: int, until: int) -> list[DigestLine]:
    """Return a line if something happened an hour after the start of the test."""
    return [DigestLine("news", None)] if since < START + HOUR <= until else []


async def test_lines_of_extensions_make_a_digest_once(club: Club) -> None:
    await club.match(BRUNO, ADA)
    await change_settings(club, digest="7")
    fake = Extension(digest_lines=lambda tx, player, since, until, t: news(since, until))
    with installed(fake):
        [row] = await ring(club, await due(club) - club.now)
        assert row.payload.turns == ()
        with reading(club.store) as tx:
            lines = digests.news_of(tx, row.payload, translator_for("en"))
        assert [line.text for line in lines] == ["news"]
        assert await ring(club, DAY) == []
        assert digests.news_of(tx, Digest(ADA, ()), translator_for("en")) == []


async def test_a_digest_can_be_turned_on_for_a_player(club: Club) -> None:
    with writing(club.store) as tx:
        assert digests.turn_on(tx, ADA, now=club.now) is True
        assert digests.turn_on(tx, ADA, now=club.now) is False
        assert player_settings.load_settings(tx, ADA).digest == digests.USUAL
    assert await due(club) > club.now
