"""Automatic vacation notices: one per channel, for all matches and 12-hour blocks."""

import pytest

from bot.service.clock.calendar import DAY
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import vacation_notices
from bot.service.match.vacation_notices import notice_content
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club, job_due_at, run_job
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing


@pytest.fixture
def bot(sleeper: Scheduler) -> Scheduler:
    return sleeper


async def rated(club: Club, *, channel: int = 600, others: tuple[int, ...]) -> list[Match]:
    """Start a rated match between Ada, who is to move, and each of `others`."""
    texts = []
    for other in others:
        match = await club.match(ADA, other, channel=channel)
        await club.spoil("UPDATE matches SET rated = 1 WHERE id = :m", m=match.id)
        texts.append(match)
    return texts


async def live(club: Club, bot: Scheduler, days: int) -> None:
    for _ in range(4 * days):
        club.now += DAY // 4
        await bot.run_until_idle()


async def matches_listed(club: Club, row: OutboxRow) -> list[int]:
    """Return the ids of the matches that the notice now lists."""
    with reading(club.store) as tx:
        content = notice_content(tx, row.payload)
    assert content is not None
    return [match.id for match in content[1]]


def posts(discord: Discord, kind: str) -> list[OutboxRow]:
    return [row for row in discord.tried if row.kind == kind]


@pytest.mark.check
async def test_automatic_vacation_in_several_matches_is_one_message(
    club: Club, discord: Discord, bot: Scheduler
) -> None:
    games = await rated(club, others=(BRUNO, CLARA, DAVID))
    await live(club, bot, 5)  # the first match of a new player has double time
    (post,) = posts(discord, "absence")
    assert await matches_listed(club, post) == [match.id for match in games[1:]]
    assert posts(discord, "absence-changed")
    assert not [row for row in posts(discord, "notice") if row.payload.notice == "vacation"]
    (row,) = await club.rows("SELECT message, until FROM vacation_notices")
    assert discord.messages[row["message"]].kind == "absence"
    assert row["until"] is None


@pytest.mark.check
async def test_each_channel_gets_one_notice(club: Club, discord: Discord, bot: Scheduler) -> None:
    await rated(club, others=(BRUNO, CLARA))
    await rated(club, others=(DAVID,), channel=700)
    await live(club, bot, 8)
    assert sorted(row.channel or 0 for row in posts(discord, "absence")) == [600, 700]


@pytest.mark.check
async def test_the_vacation_is_over_when_the_player_has_moved_in_the_last_of_the_matches(
    club: Club, discord: Discord, bot: Scheduler
) -> None:
    first, other = await rated(club, others=(BRUNO, CLARA))
    await live(club, bot, 8)
    (post,) = posts(discord, "absence")
    await club.turn(first)
    assert await matches_listed(club, post) == [other.id]
    await club.turn(other)
    await bot.run_until_idle()
    assert await matches_listed(club, post) == []
    (row,) = await club.rows("SELECT until FROM vacation_notices")
    assert row["until"] == club.now
    assert discord.tried[-1].kind in {"absence-changed", "board", "remove-buttons"}


@pytest.mark.check
async def test_another_vacation_gets_another_message(
    club: Club, discord: Discord, bot: Scheduler
) -> None:
    (match,) = await rated(club, others=(BRUNO,))
    await live(club, bot, 7)
    await club.turn(match)
    await club.turn(match)
    await live(club, bot, 9)
    assert len(posts(discord, "absence")) == 2


@pytest.mark.check
async def test_an_ordinary_move_posts_no_notice(
    club: Club, discord: Discord, bot: Scheduler
) -> None:
    (match,) = await rated(club, others=(BRUNO,))
    await club.turn(match)
    await bot.run_until_idle()
    assert await club.rows("SELECT * FROM vacation_notices") == []


async def test_edits_that_are_not_yet_sent_are_merged(club: Club) -> None:
    first, other = await rated(club, others=(BRUNO, CLARA))
    with writing(club.store) as tx:
        vacation_notices.on_vacation_started(tx, first, ADA, first=True, now=club.now)
        for match in (first, first, other):
            vacation_notices.on_vacation_started(tx, match, ADA, first=False, now=club.now)
    pending = await club.pending_kinds()
    assert pending.count("absence") == 1
    assert pending.count("absence-changed") == 1


@pytest.mark.check
@pytest.mark.parametrize("how", ["resign", "win"])
async def test_a_match_that_ends_is_removed_from_the_notice(
    club: Club, discord: Discord, bot: Scheduler, how: str
) -> None:
    first, other = await rated(club, others=(BRUNO, CLARA))
    await live(club, bot, 8)
    (post,) = posts(discord, "absence")
    changed = len(posts(discord, "absence-changed"))
    await club.act("resign", first, ADA if how == "resign" else BRUNO)
    await bot.run_until_idle()
    assert len(posts(discord, "absence-changed")) == changed + 1
    assert await matches_listed(club, post) == [other.id]
    await club.act("resign", other, CLARA)
    assert await matches_listed(club, post) == []
    (row,) = await club.rows("SELECT until FROM vacation_notices")
    assert row["until"] == club.now


@pytest.mark.check
async def test_an_old_finished_notice_is_deleted_and_an_active_one_is_kept(
    club: Club, discord: Discord, bot: Scheduler
) -> None:
    first, _ = await rated(club, others=(BRUNO, CLARA))
    (third,) = await rated(club, others=(DAVID,), channel=700)
    await live(club, bot, 5)
    await club.turn(third)
    club.now += vacation_notices.RETENTION + 86400
    with reading(club.store) as tx:
        assert job_due_at(tx, "vacation notices") == club.now
    with writing(club.store) as tx:
        assert run_job(tx, "vacation notices", club.now) == 1
        assert run_job(tx, "vacation notices", club.now) == 0
    (row,) = await club.rows("SELECT channel FROM vacation_notices")
    assert row["channel"] == first.channel
