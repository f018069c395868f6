"""Match channels: threads, boards that cannot be posted, deleted channels."""

from dataclasses import replace

import pytest

from bot.service import outbox
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import STANDARD
from bot.service.guilds import guild_settings, match_channels
from bot.service.guilds.match_channels import PostingPlace
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import lifecycle
from bot.service.notifications import departed_members
from bot.service.outbox import DeliveryFailed
from bot.store.guilds import match_channel_rows
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from tests.bot.service.club import (
    ADA,
    BRUNO,
    CHANNEL,
    CLARA,
    ELSEWHERE,
    GUILD,
    START,
    Club,
    job_due_at,
)
from tests.bot.service.fake_discord import Discord
from tests.bot.service.guilds.lost_channels import (
    BACK,
    NO_CHANNEL,
    NO_PERMISSION,
    OWNER,
    Lost,
    attempted_notices,
    deadline,
    scheduler,
    threads_on,
)
from tests.transactions import reading, writing


@pytest.mark.check
async def test_edge_16_without_permission_the_clock_stops_and_both_players_are_notified_once(
    club: Club, match: Match
) -> None:
    lost = Lost(NO_PERMISSION)
    sleeper = scheduler(club, lost)
    await club.turn(match)
    await sleeper.run_until_idle()
    assert sorted(attempted_notices(lost), key=str) == [("lost", ADA), ("lost-turn", BRUNO)]
    before = await deadline(club, match)
    assert before == START + BACK + match_channels.GIVE_UP_AFTER
    for _ in range(8):
        club.now += 6 * HOUR
        await sleeper.run_until_idle()
    assert len(attempted_notices(lost)) == 2
    lost.refusal = None
    club.now += 6 * HOUR
    await sleeper.run_until_idle()
    assert lost.shown()[-1] == ("board", 1)
    assert await deadline(club, match) == club.now + BACK
    assert await club.faults() == []


@pytest.mark.check
async def test_a_board_that_is_posted_again_shows_the_deadline_that_will_then_apply(
    club: Club, match: Match
) -> None:
    sleeper = scheduler(club, Lost(NO_PERMISSION))
    await club.turn(match)
    await sleeper.run_until_idle()
    club.now += 3 * DAY
    with reading(club.store) as tx:
        shown = match_channels.with_running_clock(tx, lifecycle.load(tx, match.id), club.now)
    assert shown.deadline == club.now + BACK


@pytest.mark.check
async def test_a_move_made_without_a_posted_board_is_not_charged_for_that_time(
    club: Club, match: Match
) -> None:
    lost = Lost(NO_PERMISSION)
    sleeper = scheduler(club, lost)
    await club.turn(match)
    await sleeper.run_until_idle()
    club.now += 5 * DAY
    await club.turn(match)
    await sleeper.run_until_idle()
    assert attempted_notices(lost)[-1] == ("lost-turn", ADA)
    assert len(attempted_notices(lost)) == 3
    lost.refusal = None
    with writing(club.store) as tx:
        assert match_channels.retry_guild(tx, GUILD, now=club.now) == 1
    await sleeper.run_until_idle()
    assert lost.shown()[-1] == ("board", 2)
    await club.turn(match)
    await sleeper.run_until_idle()
    # It is Bruno's turn again. The clock stop of the previous turn no longer applies.
    assert await deadline(club, match) == club.now + STANDARD.cap


@pytest.mark.check
async def test_a_move_in_another_allowed_channel_moves_the_match_there(
    club: Club, match: Match
) -> None:
    sleeper = scheduler(club, Lost(NO_PERMISSION))
    elsewhere = PostingPlace(GUILD, ELSEWHERE)

    async def adopt(player: int, place: PostingPlace | None) -> bool:
        with writing(club.store) as tx:
            return match_channels.move_to_channel(tx, match.id, player=player, place=place)

    assert not await adopt(ADA, elsewhere)
    await club.turn(match)
    await sleeper.run_until_idle()
    assert not await adopt(BRUNO, None)
    assert not await adopt(ADA, elsewhere)
    assert not await adopt(BRUNO, PostingPlace(GUILD, CHANNEL))
    assert not await adopt(BRUNO, PostingPlace(GUILD + 1, ELSEWHERE))
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "channels", str(CHANNEL), by=OWNER, now=club.now)
    assert not await adopt(BRUNO, elsewhere)
    assert await adopt(BRUNO, PostingPlace(GUILD, ELSEWHERE, parent=CHANNEL))
    await club.turn(match)
    assert (await club.get(match)).place == ELSEWHERE
    assert {row.channel for row in await club.deliver() if row.kind == "board"} == {ELSEWHERE}


@pytest.mark.check
async def test_time_until_a_late_board_is_posted_is_not_charged(club: Club, match: Match) -> None:
    lost = Lost(DeliveryFailed("503"))
    sleeper = scheduler(club, lost)
    await club.turn(match)
    for _ in range(14):
        await sleeper.run_until_idle()
        club.now += HOUR
    lost.refusal = None
    await sleeper.run_until_idle()
    assert lost.shown()[-1] == ("board", 1)
    assert attempted_notices(lost) == []
    assert await deadline(club, match) == club.now + BACK


@pytest.mark.check
async def test_edge_16_a_deleted_channel_is_not_retried_automatically(
    club: Club, match: Match
) -> None:
    lost = Lost(NO_CHANNEL)
    sleeper = scheduler(club, lost)
    club.now += HOUR
    with writing(club.store) as tx:
        assert match_channels.on_channel_deleted(tx, CHANNEL, now=club.now) == 1
        assert match_channels.on_channel_deleted(tx, CHANNEL + 1, now=club.now) == 0
    await sleeper.run_until_idle()
    assert sorted(attempted_notices(lost), key=str) == [("lost", BRUNO), ("lost-turn", ADA)]
    assert await deadline(club, match) == START + BACK + match_channels.GIVE_UP_AFTER
    with reading(club.store) as tx:
        assert job_due_at(tx, "undelivered boards") is None
    await club.turn(match)
    await sleeper.run_until_idle()
    assert attempted_notices(lost)[-1] == ("lost-turn", BRUNO)


@pytest.mark.check
async def test_if_a_result_cannot_be_posted_both_players_are_notified(
    club: Club, match: Match
) -> None:
    lost = Lost(NO_PERMISSION)
    await club.turn(match)
    await club.turn(match)
    await club.act("resign", match, ADA)
    await scheduler(club, lost).run_until_idle()
    assert sorted(
        attempted_notice
        for attempted_notice in attempted_notices(lost)
        if attempted_notice[0] == "lost-result"
    ) == [
        ("lost-result", ADA),
        ("lost-result", BRUNO),
    ]


async def in_thread(club: Club, sleeper: Scheduler) -> Match:
    """Return a match in its own thread."""
    await threads_on(club)
    challenge = await club.challenge()
    await sleeper.run_until_idle()
    begun = await club.accept(challenge)
    await sleeper.run_until_idle()
    return await club.get(begun)


@pytest.mark.check
async def test_each_match_has_its_thread_and_is_posted_only_there(
    club: Club, sleeper: Scheduler, discord: Discord
) -> None:
    answer = discord.deliver

    async def deliver(row: OutboxRow):  # type: ignore[no-untyped-def]
        if row.kind == "thread":
            discord.tried.append(row)
            return type(await answer(row))(row.payload.message)
        return await answer(row)

    sleeper._sender.deliver = deliver
    match = await in_thread(club, sleeper)
    assert match.thread == 900  # the message of the challenge
    assert match.channel == CHANNEL
    await club.turn(match)
    await sleeper.run_until_idle()
    boards = [row for row in discord.messages.values() if row.kind == "board"]
    assert [(row.channel, row.ply) for row in boards] == [(900, 0), (900, 1)]
    # Edge case 15: the thread is deleted, so the match returns to the channel. Its clock is stopped
    # until the board is posted.
    club.now += HOUR
    with writing(club.store) as tx:
        assert match_channels.on_channel_deleted(tx, 900, now=club.now) == 1
    assert await deadline(club, match) == START + BACK + match_channels.GIVE_UP_AFTER
    club.now += HOUR
    await sleeper.run_until_idle()
    assert (await club.get(match)).place == CHANNEL
    assert [row.channel for row in discord.messages.values() if row.kind == "board"][-1] == CHANNEL
    assert await deadline(club, match) == START + BACK + HOUR
    assert attempted_notices(discord) == []


@pytest.mark.check
async def test_edge_15_after_its_thread_was_deleted_a_match_moves_to_the_parent_channel(
    club: Club, match: Match
) -> None:
    await club.spoil("UPDATE matches SET thread = 777")
    lost = Lost(NO_CHANNEL)
    sleeper = scheduler(club, lost)
    await club.turn(match)

    async def deliver(row: OutboxRow):  # type: ignore[no-untyped-def]
        lost.refusal = NO_CHANNEL if row.channel == 777 else None
        return await Lost.deliver(lost, row)

    sleeper._sender.deliver = deliver
    await sleeper.run_until_idle()
    assert (await club.get(match)).thread is None
    assert lost.shown()[-1] == ("board", 1)
    assert attempted_notices(lost) == []
    assert await deadline(club, match) == club.now + BACK


async def test_if_no_thread_can_be_opened_the_match_is_posted_in_the_channel(club: Club) -> None:
    await threads_on(club)
    challenge = await club.challenge()
    await club.deliver()
    match = await club.accept(challenge)
    assert "board" not in await club.pending_kinds()
    with writing(club.store) as tx:
        rows = outbox_rows.due_rows(tx, now=club.now, limit=9)
        [row] = [row for row in rows if row.kind == "thread"]
        outbox.mark_failed(tx, row, DeliveryFailed("403", permanent=True), jitter=0, now=club.now)
        match_channels.on_thread_failed(tx, row, row.payload, False, club.now)
    assert "board" in await club.pending_kinds()
    assert (await club.get(match)).place == CHANNEL


async def test_a_player_who_has_left_the_guild_may_still_move_and_can_lose_on_time(
    club: Club,
) -> None:
    match = await club.match(rated=True)
    await club.deliver()
    with writing(club.store) as tx:
        assert departed_members.mark_left(tx, GUILD, ADA, now=club.now) == 1
        assert departed_members.mark_left(tx, GUILD, ADA, now=club.now) == 0
    notices = [
        (row.payload.notice, row.user) for row in await club.deliver() if row.kind == "notice"
    ]
    assert sorted(notices, key=str) == [("absent", None), ("absent-you", ADA)]
    await club.turn(match)
    await club.turn(match)
    with writing(club.store) as tx:
        departed_members.mark_back(tx, GUILD, ADA)
        assert departed_members.mark_left(tx, GUILD, ADA, now=club.now) == 1
    [over] = await club.sweep(30 * DAY)
    assert over.outcome is not None
    assert (over.outcome.ranking, over.outcome.reason) == (((1,), (0,)), "time")


async def test_a_return_to_the_guild_is_recorded_in_one_statement(club: Club) -> None:
    here = [await club.match(), await club.match(CLARA, ADA)]
    elsewhere, bruno_left = await club.match(), await club.match(BRUNO, CLARA)
    with writing(club.store) as tx:
        match_saver.save(tx, elsewhere, replace(elsewhere, guild=GUILD + 1))
        departed_members.mark_left(tx, GUILD, ADA, now=club.now)
        departed_members.mark_left(tx, GUILD + 1, ADA, now=club.now)
        departed_members.mark_left(tx, GUILD, BRUNO, now=club.now)
        before = club.store.counts.statements
        departed_members.mark_back(tx, GUILD, ADA)
        assert club.store.counts.statements == before + 1
        left = match_channel_rows.has_left_guild
        assert [left(tx, match.id, ADA) for match in (*here, elsewhere)] == [False, False, True]
        assert left(tx, bruno_left.id, BRUNO)
