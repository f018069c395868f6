"""Tests of database outages during deliveries: no message is lost or repeated."""

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service import outbox
from bot.service.jobs import scheduled_jobs
from bot.service.jobs.scheduler import Scheduler
from bot.service.outbox import DeliveryFailed
from bot.store import Store, Tx
from bot.store.driver import retrying
from bot.store.driver.errors import ConnectionLost
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import (
    BoardPost,
    ButtonRemoval,
    ChallengeEnd,
    ChallengePost,
    ChallengeUpdate,
    Digest,
    DowntimeCredit,
    EndedPlan,
    Notice,
    Reminder,
    ResultPost,
    TableNotice,
    ThreadOpening,
    VacationNoticePost,
    VacationNoticeUpdate,
    Welcome,
)
from bot.store.outbox import message_kinds, outbox_rows
from tests.bot.service.club import ADA, CHANNEL, ELSEWHERE, GUILD, START, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import writing

NEWS = DowntimeCredit(ADA, ())


class Commits:
    """The commits of a store, some of which fail."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lost = 0
        """Number of upcoming commits that fail."""
        self.kept = False
        """Whether these commits succeed in the database, so that only the response is lost."""
        connection = store.threads[0].connection
        commit = connection.commit

        def committed() -> None:
            if not self.lost:
                commit()
                return
            self.lost -= 1
            if self.kept:
                commit()
            raise ConnectionLost("connection was closed in the middle of operation")

        monkeypatch.setattr(connection, "commit", committed)

    def lose(self, count: int, *, kept: bool) -> None:
        """Make the next `count` commits fail."""
        self.lost, self.kept = self.lost + count, kept


@pytest.fixture
def commits(club: Club, monkeypatch: pytest.MonkeyPatch) -> Commits:
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0)
    monkeypatch.setattr(retrying, "LONGEST_PAUSE", 0)
    return Commits(club.store, monkeypatch)


def when_delivered(discord: Discord, commits: Commits, *lost: int, kept: bool) -> None:
    """Make `lost[n]` commits fail after delivery `n`, and none after later deliveries."""
    deliver, counts = discord.deliver, iter(lost)

    async def delivered(row: OutboxRow) -> object:
        answer = await deliver(row)
        commits.lose(next(counts, 0), kept=kept)
        return answer

    discord.deliver = delivered  # type: ignore[assignment, method-assign]


def sleeper_of(club: Club, discord: Discord, **more: object) -> Scheduler:
    return Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: club.now,
        jitter=lambda: 0.0,
        **more,  # type: ignore[arg-type]
    )


async def queue_messages(club: Club, *kinds: str) -> None:
    """Queue messages of these kinds, about a match whose board has been delivered."""
    match = await club.match()
    await club.deliver()
    about: dict[type, Any] = {
        type(each): each
        for each in (
            BoardPost(match.id, 0),
            ResultPost(match.id, 0),
            Notice(match.id, 0, "nudge", 0),
            TableNotice(1, "full", ADA),
            NEWS,
            Reminder(ADA, ()),
            Digest(ADA, ()),
            VacationNoticePost(ADA, 1),
            VacationNoticeUpdate(ADA, 1),
            EndedPlan(match.id, ADA, 0, "done"),
            ChallengePost(1),
            ChallengeUpdate(1),
            ChallengeEnd(1),
            ButtonRemoval(match.id, 0, 900),
            ThreadOpening(match.id, 0, 900),
            Welcome(GUILD),
        )
    }
    with writing(club.store) as tx:
        for kind in kinds:
            made = message_kinds.KINDS[kind].payload
            payload = about.get(made) or made(*(1 for _ in fields(made)))  # an extension's payload
            outbox_rows.queue(tx, payload, channel=CHANNEL, now=club.now)


def replace_callbacks(monkeypatch: pytest.MonkeyPatch, **callbacks: Callable[..., None]) -> None:
    """Replace callbacks of the message kind "notice"."""
    notices = replace(message_kinds.KINDS["notice"], **callbacks)  # type: ignore[arg-type]
    monkeypatch.setitem(message_kinds.KINDS, "notice", notices)


def errors(logs: list[Any]) -> list[Any]:
    return [line for line in logs if line["log_level"] == "error"]


@pytest.mark.parametrize(
    "kept", [False, pytest.param(True, marks=pytest.mark.check)], ids=["undone", "kept"]
)
@pytest.mark.parametrize("kind", message_kinds.KINDS)
async def test_storing_an_outcome_is_retried_until_it_succeeds(
    club: Club, discord: Discord, commits: Commits, kind: str, kept: bool
) -> None:
    await queue_messages(club, kind)
    when_delivered(discord, commits, 5, kept=kept)
    with capture_logs() as logs:
        sleeper = sleeper_of(club, discord)
        await sleeper.run_until_idle()
        assert kind not in await club.pending_kinds()
        # A failed commit may also have hit the claim of a message that follows, which then waits.
        club.now += scheduled_jobs.AWAY
        await sleeper.run_until_idle()
    assert await club.pending_kinds() == []
    assert Counter(row.id for row in discord.tried).most_common(1)[0][1] == 1
    assert [row.kind for row in discord.tried][:1] == [kind]
    assert discord.looked_for == []
    assert errors(logs) == []


@pytest.mark.parametrize("kept", [False, True], ids=["undone", "kept"])
@pytest.mark.parametrize(
    "answer", [None, DeliveryFailed("403", permanent=True)], ids=["sent", "given up"]
)
async def test_delivery_callbacks_take_effect_once_despite_failed_commits(
    club: Club,
    discord: Discord,
    commits: Commits,
    monkeypatch: pytest.MonkeyPatch,
    answer: DeliveryFailed | None,
    kept: bool,
) -> None:
    def follow(tx: Tx, *_: object) -> None:
        outbox_rows.queue(tx, NEWS, channel=ELSEWHERE, now=club.now)

    replace_callbacks(monkeypatch, on_sent=follow, on_failed=follow)
    await queue_messages(club, "notice")
    discord.answer = answer
    when_delivered(discord, commits, 3, kept=kept)
    await sleeper_of(club, discord).run_until_idle()
    assert len(await club.rows("SELECT 1 FROM outbox WHERE kind = 'downtime-credit'")) == 1


@pytest.mark.check
@pytest.mark.parametrize("kept", [False, True], ids=["undone", "kept"])
async def test_a_claim_with_an_unknown_outcome_is_undone(
    club: Club, discord: Discord, commits: Commits, kept: bool
) -> None:
    await queue_messages(club, "notice")
    commits.lose(4, kept=kept)
    sleeper = sleeper_of(club, discord)
    with capture_logs() as logs:
        for _ in range(4):
            await sleeper.run_until_idle()
            club.now += scheduled_jobs.AWAY
    assert commits.lost == 0
    assert [(row.kind, row.attempts) for row in discord.tried] == [("notice", 0)]
    assert (await club.pending_kinds(), discord.looked_for, errors(logs)) == ([], [], [])


@pytest.mark.check
@pytest.mark.parametrize("kept", [False, True], ids=["undone", "kept"])
async def test_claims_made_together_with_a_failed_outcome_are_undone(
    club: Club, discord: Discord, commits: Commits, kept: bool
) -> None:
    await queue_messages(club, "notice", "reminder", "remove-buttons")
    when_delivered(discord, commits, 3, kept=kept)
    sleeper = sleeper_of(club, discord)
    await sleeper.run_until_idle()
    club.now += scheduled_jobs.AWAY
    await sleeper.run_until_idle()
    assert Counter(row.kind for row in discord.tried) == {
        "notice": 1,
        "reminder": 1,
        "remove-buttons": 1,
    }
    assert {row.attempts for row in discord.tried} == {0}
    assert (await club.pending_kinds(), discord.looked_for) == ([], [])


@pytest.mark.check
async def test_a_row_is_not_claimed_again_before_its_outcome_is_stored(
    club: Club, discord: Discord, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, back = asyncio.Event(), asyncio.Event()

    async def away(_: float) -> None:
        gone.set()
        await back.wait()

    monkeypatch.setattr(retrying, "asyncio", SimpleNamespace(sleep=away))
    await queue_messages(club, "notice", "remove-buttons")
    when_delivered(discord, commits, 1, 1, kept=False)
    sleeper = sleeper_of(club, discord)
    settling = asyncio.create_task(sleeper.run_until_idle())
    await gone.wait()
    club.now += outbox.LEASE + 1
    for _ in range(3):
        sleeper._stale = True
        await sleeper._run_due_jobs()
    back.set()
    await settling
    assert Counter(row.kind for row in discord.tried) == {"notice": 1, "remove-buttons": 1}
    assert (await club.pending_kinds(), discord.looked_for) == ([], [])


@pytest.mark.check
async def test_a_failing_delivery_callback_blocks_no_other_messages(
    club: Club, discord: Discord, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("bug")

    replace_callbacks(monkeypatch, on_sent=broken)
    await queue_messages(club, "notice", "reminder")
    sleeper = sleeper_of(club, discord)
    with capture_logs() as logs:
        for _ in range(20):
            await sleeper.run_until_idle()
            club.now += 5
    assert club.now - START < outbox.LEASE
    assert await club.pending_kinds() == ["notice"]
    assert {line["event"] for line in errors(logs)} == {"delivery result not stored"}
    assert len(discord.messages) == 2, "the notice is looked for, and not sent again"


async def test_a_database_failure_before_the_request_costs_one_retry_pause(
    club: Club, discord: Discord, commits: Commits
) -> None:
    await queue_messages(club, "notice")
    discord.answer = ConnectionLost("connection was closed in the middle of operation")
    sleeper = sleeper_of(club, discord)
    with capture_logs() as logs:
        await sleeper.run_until_idle()
        discord.answer = None
        club.now += outbox.FIRST_RETRY
        await sleeper.run_until_idle()
    assert [row.kind for row in discord.messages.values()] == ["notice"]
    assert (await club.pending_kinds(), discord.looked_for, errors(logs)) == ([], [], [])


@pytest.mark.check
async def test_a_long_database_outage_does_not_increase_the_backoff_of_jobs(
    club: Club, discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue_messages(club, "notice")
    sleeper = sleeper_of(club, discord)
    began: list[int] = []

    def away() -> None:
        began.append(club.now)
        raise ConnectionLost("connection refused")

    with monkeypatch.context() as outage, capture_logs() as logs:
        for thread in club.store.threads:
            outage.setattr(thread.connection, "begin", away)
        for _ in range(500):
            await sleeper.run_until_idle()
            club.now += 1
    assert sorted(set(began)) == list(range(START, START + 500))
    assert len(began) < 600, "one question each time, and of a server what others have left"
    assert errors(logs) == []
    assert set(sleeper.failures().values()) == {0}
    club.now += scheduled_jobs.AWAY
    await sleeper.run_until_idle()
    assert [row.kind for row in discord.messages.values()] == ["notice"]


@pytest.mark.check
@pytest.mark.parametrize("kept", [False, True], ids=["undone", "kept"])
@pytest.mark.parametrize("when", ["claimed", "computed"])
async def test_the_computer_moves_once_despite_failed_commits(
    club: Club, discord: Discord, commits: Commits, when: str, kept: bool
) -> None:
    match = await club.against_computer()
    await club.deliver()
    await club.play(match, ADA, await club.some_move(match), answers=False)
    asked: list[SearchRequest] = []

    async def think(question: SearchRequest, owner: Hashable) -> str:
        asked.append(question)
        if when == "computed" and len(asked) == 1:
            commits.lose(5, kept=kept)
        return computer_jobs.choose_move(question)

    if when == "claimed":
        commits.lose(5, kept=kept)
    sleeper = sleeper_of(club, discord, think=think)
    for _ in range(8):
        await sleeper.run_until_idle()
        club.now += scheduled_jobs.AWAY
    assert commits.lost == 0
    assert len(asked) == 1
    assert (await club.get(match)).ply == 2
    assert await club.pending_kinds() == []
    assert await club.faults() == []
