"""Reminders: their times, channels and grouping, and quiet hours."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.i18n.time_zone_input import find_zone
from bot.service.clock.calendar import DAY, HOUR, InvalidTime
from bot.service.clock.time_control import PRESETS, STANDARD, UNTIMED
from bot.service.errors import NotYourTurn, Stale, TooEarlyToNudge
from bot.service.match import lifecycle
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, START, Club, job_due_at
from tests.transactions import reading, writing

BERLIN = "Europe/Berlin"


@pytest.fixture
async def match(club: Club) -> Match:
    """A match whose board is posted. Ada is to move and has her full time bank."""
    await club.act("resign", await club.match(), BRUNO)
    begun = await club.match()
    await club.deliver()
    return begun


async def change_settings(club: Club, player: int, **wishes: Any) -> None:
    with writing(club.store) as tx:
        player_settings.change_settings(tx, player, wishes, now=club.now)


async def ring(club: Club, later: int = 0) -> list[OutboxRow]:
    """Send the reminders due after `later` seconds and return their rows."""
    club.now += later
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
    return [row for row in await club.deliver() if row.kind == "reminder"]


async def due(club: Club) -> int | None:
    with reading(club.store) as tx:
        return job_due_at(tx, "reminders")


async def nudge(club: Club, match: Match, player: int, **more: Any) -> int:
    arguments: dict[str, Any] = {"interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        return reminders.nudge(tx, match.id, player=player, **(arguments | more))


async def test_a_turn_is_reminded_at_half_and_near_its_end(club: Club, match: Match) -> None:
    moments = []
    while (at := await due(club)) is not None:
        [reminder] = await ring(club, at - club.now)
        moments.append((at - START, reminder.payload.turns))
        assert reminder.channel == CHANNEL
    bank = STANDARD.bank
    assert moments == [
        (bank // 2, ((match.id, 0, "half"),)),
        (bank - bank // 20, ((match.id, 0, "last"),)),
    ]


async def test_after_a_move_there_are_no_more_reminders_for_that_turn(
    club: Club, match: Match
) -> None:
    await ring(club, STANDARD.bank // 2)
    await club.turn(match)
    assert await ring(club, 1) == []
    with reading(club.store) as tx:
        clock = lifecycle.load(tx, match.id).clock
    assert clock is not None
    assert clock.seat == 1
    assert clock.alarm == "half"


async def test_a_pending_reminder_for_a_finished_turn_is_superseded(
    club: Club, match: Match
) -> None:
    club.now += STANDARD.bank // 2
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
    await club.turn(match)
    [row] = [row for row in await club.deliver() if row.kind == "reminder"]
    with reading(club.store) as tx:
        assert reminders.still_running(tx, row.payload) == []


async def test_a_reminder_lists_all_games_and_takes_the_ones_that_are_due_soon_with_it(
    club: Club, match: Match
) -> None:
    club.now += HOUR
    second = await club.match(ADA, CLARA)
    club.now += 6 * HOUR
    third = await club.match(ADA, CLARA)
    await club.deliver()
    [reminder] = await ring(club, STANDARD.bank // 2 - 7 * HOUR)
    assert reminder.payload.turns == (
        (match.id, 0, "half"),
        (second.id, 0, "half"),
        (third.id, 0, "waiting"),
    )
    assert await ring(club, 8 * HOUR) == []  # the third game's half is less than a day later
    [reminder] = await ring(club, 16 * HOUR)
    assert reminder.payload.turns[0] == (third.id, 0, "half")


async def test_a_half_time_reminder_that_is_postponed_gives_way_to_the_last_one(
    club: Club, match: Match
) -> None:
    club.now += 31 * HOUR
    daily = await club.match(ADA, CLARA, control=PRESETS["daily"])
    await club.deliver()
    [reminder] = await ring(club, 5 * HOUR)
    assert reminder.payload.turns == ((match.id, 0, "half"), (daily.id, 0, "waiting"))
    assert await ring(club, 7 * HOUR) == []
    assert daily.deadline is not None
    assert await due(club) == daily.deadline - 72 * 60


async def test_games_in_threads_of_one_guild_get_one_reminder_in_their_channel(
    club: Club,
) -> None:
    await club.act("resign", await club.match(), BRUNO)
    games = [await club.match() for _ in range(6)]
    with writing(club.store) as tx:
        for game in games:
            stored = lifecycle.load(tx, game.id)
            match_saver.save(tx, stored, replace(stored, thread=CHANNEL + game.id))
    await club.deliver()
    posts = []
    while (at := await due(club)) is not None and at < START + 6 * DAY:
        posts += await ring(club, max(0, at - club.now))
    assert [(row.channel, len(row.payload.turns)) for row in posts] == [(CHANNEL, 6)] * 2


async def test_a_reminder_whose_reason_has_gone_is_not_sent_for_other_games(
    club: Club, match: Match
) -> None:
    club.now += 20 * HOUR
    await club.match(ADA, CLARA)
    await club.deliver()
    club.now += 16 * HOUR
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
    await club.turn(match)
    [row] = [row for row in await club.deliver() if row.kind == "reminder"]
    with reading(club.store) as tx:
        assert reminders.still_running(tx, row.payload) == []


async def test_with_direct_messages_a_player_is_also_notified_of_each_new_turn(
    club: Club,
) -> None:
    await change_settings(club, ADA, remind="dm")
    match = await club.match()
    await club.deliver()
    assert await due(club) == START + 300
    [reminder] = await ring(club, 300)
    assert (reminder.user, reminder.channel) == (ADA, None)
    assert reminder.payload.turns == ((match.id, 0, "turn"),)
    [reminder] = await ring(club, STANDARD.bank)
    assert reminder.payload.turns == ((match.id, 0, "half"),)


async def test_reminders_can_be_switched_off(club: Club, match: Match) -> None:
    await change_settings(club, ADA, remind="none")
    assert await ring(club, STANDARD.bank // 2) == []
    assert await due(club) == START + STANDARD.bank * 19 // 20
    with reading(club.store) as tx:
        assert reminders.upcoming_reminders(tx, ADA) == []
        assert (
            player_settings.preview_reminders(player_settings.load_settings(tx, ADA), START) == ()
        )


@pytest.mark.check
async def test_a_muted_turn_has_no_more_reminders_but_the_next_one_does(
    club: Club, match: Match
) -> None:
    more: dict[str, Any] = {"interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        with pytest.raises(NotYourTurn):
            reminders.mute_turn(tx, match.id, player=BRUNO, ply=0, **more)
        with pytest.raises(Stale):
            reminders.mute_turn(tx, match.id, player=ADA, ply=3, **more)
        reminders.mute_turn(tx, match.id, player=ADA, ply=0, **more)
    assert await due(club) is None
    await club.resume(DAY)
    assert await due(club) is None
    await club.turn(match)
    await club.turn(match)
    assert await due(club) is not None


async def test_one_interaction_mutes_once_and_its_answer_stays_the_same(
    club: Club, match: Match
) -> None:
    more: dict[str, Any] = {"player": ADA, "ply": 0, "interaction": next(club.ids), "now": club.now}
    answers = []
    for _ in range(2):
        with writing(club.store) as tx:
            answers.append(reminders.mute_turn(tx, match.id, **more))
    assert answers[0].id == answers[1].id == match.id
    assert answers[0].ply == answers[1].ply
    await club.turn(match)
    with writing(club.store) as tx:
        assert (reminders.mute_turn(tx, match.id, **more)).ply == 1


async def test_a_refused_direct_message_becomes_a_mention_and_is_reported_once(
    club: Club,
) -> None:
    await change_settings(club, ADA, remind="dm")
    match = await club.match()
    await club.deliver()
    [row] = await ring(club, 300)
    with writing(club.store) as tx:
        reminders.on_dm_refused(tx, row, row.payload, False, club.now)
    [reminder] = [row for row in await club.deliver() if row.kind == "reminder"]
    assert reminder.channel == CHANNEL
    assert reminder.payload.turns == ((match.id, 0, "turn"),)
    with writing(club.store) as tx:
        assert reminders.has_blocked_dms(tx, ADA)
        reminders.clear_blocked_dms(tx, ADA)
        assert not reminders.has_blocked_dms(tx, ADA)
        reminders.on_dm_refused(tx, replace(row, user=None), row.payload, False, club.now)
        assert (player_settings.load_settings(tx, ADA)).remind == "channel"


async def test_an_opponent_may_nudge_after_a_day_or_a_quarter_of_the_time_and_once_a_day(
    club: Club, match: Match
) -> None:
    with pytest.raises(TooEarlyToNudge) as early:
        await nudge(club, match, BRUNO)
    assert early.value.facts["deadline"] == START + 18 * HOUR
    assert early.value.facts["why"] is None
    club.now += 18 * HOUR
    with pytest.raises(TooEarlyToNudge) as own:
        await nudge(club, match, ADA)
    assert own.value.facts["why"] == "own-turn"
    assert await nudge(club, match, BRUNO, interaction=7) == club.now
    assert await nudge(club, match, BRUNO, interaction=7) == club.now
    [reminder] = await ring(club)
    assert reminder.payload.turns == ((match.id, 0, "nudge"),)
    assert await due(club) == START + STANDARD.bank // 2
    with pytest.raises(TooEarlyToNudge) as again:
        await nudge(club, match, BRUNO)
    assert again.value.facts["why"] == "lately"


@pytest.mark.check
async def test_no_reminder_and_no_deadline_is_at_night(club: Club) -> None:
    """Edge cases 9 and 10: quiet hours over midnight; a turn across a clock change."""
    await change_settings(club, ADA, zone="berlin", quiet="22-8")
    zone = ZoneInfo(BERLIN)
    club.now = int(
        datetime(2026, 10, 22, 20, 30, tzinfo=zone).timestamp()
    )  # clocks change on the 25th
    for _ in range(2):
        match = await club.match()
        await club.deliver()
        assert match.deadline is not None
        assert 8 <= datetime.fromtimestamp(match.deadline, zone).hour < 22
        while (at := await due(club)) is not None and at < match.deadline:
            rung = await ring(club, max(0, at - club.now))
            assert not rung or 8 <= datetime.fromtimestamp(club.now, zone).hour < 22
        club.now += 5 * HOUR
        await club.act("abort", match, ADA)


async def test_a_turn_that_starts_at_night_is_notified_in_the_morning(club: Club) -> None:
    await change_settings(club, ADA, zone="berlin", quiet="22-8")
    zone = ZoneInfo(BERLIN)
    club.now = int(datetime(2026, 11, 3, 23, 0, tzinfo=zone).timestamp())
    await club.match()
    await club.deliver()
    with reading(club.store) as tx:
        assert reminders.awake_players(tx, [ADA, BRUNO], club.now) == [BRUNO]
    [reminder] = await ring(club, (await due(club) or 0) - club.now)
    assert datetime.fromtimestamp(club.now, zone).hour == 8
    assert (reminder.channel, reminder.payload.turns[0][2]) == (CHANNEL, "turn")
    with reading(club.store) as tx:
        assert reminders.awake_players(tx, [ADA, BRUNO], club.now) == [ADA, BRUNO]


async def test_edge_10_equal_quiet_hours_mean_none_and_a_whole_day_is_refused(club: Club) -> None:
    await change_settings(club, ADA, quiet="8-8")
    with reading(club.store) as tx:
        assert (player_settings.load_settings(tx, ADA)).quiet == ""
    with pytest.raises(InvalidTime, match="quiet-too-long"):
        await change_settings(club, ADA, quiet="0-24")


async def test_edge_11_a_new_time_zone_applies_from_the_next_turn(club: Club, match: Match) -> None:
    await change_settings(club, ADA, zone="Asia/Tokyo", quiet="20-6")
    assert (await club.get(match)).deadline == match.deadline
    await club.turn(match)
    await club.turn(match)
    with reading(club.store) as tx:
        clock = lifecycle.load(tx, match.id).clock
    assert clock is not None
    assert (clock.zone, clock.quiet) == (find_zone("tokyo"), "20:00-06:00")


async def test_edge_24_there_are_no_reminders_for_finished_or_untimed_matches(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, BRUNO)
    assert await due(club) is None
    await club.match(CLARA, ADA, control=UNTIMED)
    assert await due(club) is None


async def test_the_preview_lists_the_reminder_times_of_a_turn_that_starts_now(club: Club) -> None:
    with reading(club.store) as tx:
        settings = player_settings.load_settings(tx, ADA)
    assert [ring.kind for ring in player_settings.preview_reminders(settings, START)] == [
        "half",
        "last",
    ]
    match = await club.match()
    with reading(club.store) as tx:
        assert reminders.upcoming_reminders(tx, ADA) == [(match, START + STANDARD.bank)]
        assert reminders.upcoming_reminders(tx, BRUNO) == []
