"""The outbox: order, superseded rows, retries, claims and permanent failures."""

from dataclasses import replace
from typing import Any

from bot.service import outbox
from bot.service.outbox import DeliveryFailed
from bot.store import Tx
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import DowntimeCredit
from bot.store.outbox import message_kinds, outbox_rows, posts
from tests.bot.service.club import (
    ADA,
    BRUNO,
    CHANNEL,
    CLARA,
    ELSEWHERE,
    START,
    Club,
    job_due_at,
    run_job,
)
from tests.bot.service.row_counts import failures
from tests.transactions import reading, writing

NEWS = DowntimeCredit(ADA, ())
"""Payload for tests in which the content of the message does not matter."""


async def due(club: Club) -> list[OutboxRow]:
    with reading(club.store) as tx:
        return outbox_rows.due_rows(tx, now=club.now, limit=99)


async def attempt(club: Club) -> list[OutboxRow]:
    """Claim everything that is due and return the claimed rows."""
    with writing(club.store) as tx:
        rows = outbox_rows.due_rows(tx, now=club.now, limit=99)
        return [row for row in rows if outbox.claim_row(tx, row, now=club.now)]


async def fail(
    club: Club, row: OutboxRow, error: str = "down", *, jitter: float = 0.0, **how: Any
) -> None:
    with writing(club.store) as tx:
        outbox.mark_failed(tx, row, DeliveryFailed(error, **how), jitter=jitter, now=club.now)


async def arrive(club: Club, row: OutboxRow, message: int | None) -> None:
    with writing(club.store) as tx:
        outbox.mark_sent(tx, row.id, message, now=club.now)


def notice(tx: Tx, channel: int, now: int) -> int:
    return outbox_rows.queue(tx, NEWS, channel=channel, now=now)


async def test_rows_of_a_channel_are_due_in_the_order_they_were_queued(club: Club) -> None:
    with writing(club.store) as tx:
        ids = [notice(tx, CHANNEL, club.now) for _ in range(3)]
    for expected in ids:
        (row,) = await attempt(club)
        assert row.id == expected
        assert await due(club) == []
        await arrive(club, row, None)
    assert await due(club) == []


async def test_channels_do_not_wait_for_each_other(club: Club) -> None:
    with writing(club.store) as tx:
        first = notice(tx, CHANNEL, club.now)
        notice(tx, CHANNEL, club.now)
        other = notice(tx, ELSEWHERE, club.now)
        private = outbox_rows.queue(tx, NEWS, user=ADA, now=club.now)
    assert [row.id for row in await due(club)] == [first, other, private]


async def test_retries_back_off_exponentially_up_to_an_hour(club: Club) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
    pauses = []
    for _ in range(14):
        (row,) = await attempt(club)
        await fail(club, row)
        with reading(club.store) as tx:
            again = job_due_at(tx, "outbox")
        assert again is not None
        pauses.append(again - club.now)
        club.now = again
    assert pauses[:5] == [5, 10, 20, 40, 80]
    assert pauses[-1] == 3600


async def test_jitter_shortens_a_backoff_by_up_to_half_and_retry_after_can_extend_it(
    club: Club,
) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
    for jitter, retry_after, pause in ((1.0, 0, 2), (0.5, 0, 8), (0.0, 900, 900)):
        (row,) = await attempt(club)
        await fail(club, row, jitter=jitter, retry_after=retry_after)
        with reading(club.store) as tx:
            again = job_due_at(tx, "outbox")
        assert again == club.now + pause
        club.now = again


async def test_a_row_that_may_have_been_delivered_is_recognized_by_its_attempts(club: Club) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
    (first,) = await attempt(club)
    assert (first.attempts, first.was_attempted) == (0, False)
    with writing(club.store) as tx:
        assert outbox_rows.release_claims(tx, now=club.now) == 1
    (again,) = await attempt(club)
    assert (again.attempts, again.was_attempted) == (1, True)
    assert again.nonce == first.nonce


async def test_an_unsettled_row_is_due_again_when_its_lease_expires(club: Club) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
    await attempt(club)
    club.now += outbox.LEASE - 1
    assert await due(club) == []
    club.now += 1
    assert len(await due(club)) == 1


async def test_a_second_claim_of_the_same_row_is_refused(club: Club) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
        (row,) = outbox_rows.due_rows(tx, now=club.now, limit=9)
        assert outbox.claim_row(tx, row, now=club.now)
        assert not outbox.claim_row(tx, row, now=club.now)
        outbox.mark_sent(tx, row.id, None, now=club.now)
        assert not outbox.claim_row(tx, row, now=club.now)


async def test_nonces_are_short_and_unique(club: Club) -> None:
    with writing(club.store) as tx:
        ids = [notice(tx, channel, club.now) for channel in range(100, 120)]
    rows = await due(club)
    assert len({row.nonce for row in rows}) == len(ids)
    with writing(club.store) as tx:
        for row in rows:
            outbox.mark_sent(tx, row.id, None, now=club.now)
        run_job(tx, "sent", club.now + 40 * 86400)
        assert notice(tx, CHANNEL, club.now) > max(ids)
    longest = OutboxRow(
        2**40, "downtime-credit", 1, None, None, None, None, NEWS, 2**34, 0, 0, outdated=False
    )
    assert len(longest.nonce) <= 25


async def test_a_permanent_failure_is_retried_only_on_request(club: Club) -> None:
    match = await club.match()
    rows = await attempt(club)
    for row in rows:
        await fail(club, row, "missing permission", permanent=True)
    (board,) = await attempt(club)
    await fail(club, board, "missing permission", permanent=True)
    club.now += 10 * 86400
    assert await due(club) == []
    with writing(club.store) as tx:
        assert failures(tx, match.id) == ["missing permission"]
        assert outbox_rows.retry_failed(tx, channel=ELSEWHERE, now=club.now) == 0
        assert outbox_rows.retry_failed(tx, channel=CHANNEL, now=club.now) == 2
        assert failures(tx, match.id) == []
    (again,) = await attempt(club)
    assert (again.kind, again.was_attempted) == ("board", True)


async def test_a_superseded_board_is_not_retried(club: Club) -> None:
    match = await club.match()
    for _ in range(2):
        for row in await attempt(club):
            await fail(club, row, "missing permission", permanent=True)
    await club.turn(match)
    for row in await attempt(club):
        await fail(club, row, "missing permission", permanent=True)
    with writing(club.store) as tx:
        outbox_rows.retry_failed(tx, channel=CHANNEL, now=club.now)
    assert [(row.kind, row.ply) for row in await attempt(club) if row.match] == []
    for row in await due(club):
        await arrive(club, row, None)
    rows = await club.rows("SELECT ply FROM outbox WHERE kind = 'board' AND state = 'owed'")
    assert [row["ply"] for row in rows] == [1]


async def test_a_failing_message_does_not_block_its_channel(club: Club) -> None:
    with writing(club.store) as tx:
        bad = notice(tx, CHANNEL, club.now)
        good = notice(tx, CHANNEL, club.now)
    for _ in range(3):
        (row,) = await attempt(club)
        assert row.id == bad
        await fail(club, row)
        club.now += 30
    assert good in [row.id for row in await due(club)]


async def test_a_board_never_overtakes_an_older_one_of_its_match(club: Club) -> None:
    """A newer board waits until the older one has been delivered or dropped."""
    match = await club.match()
    for _ in range(5):
        for row in await attempt(club):
            if row.kind == "board":
                await fail(club, row)
            else:
                await arrive(club, row, None)
        club.now += 200
    await club.turn(match)
    (old,) = await due(club)
    assert (old.ply, old.was_attempted, old.outdated) == (0, True, True)
    with writing(club.store) as tx:
        outbox.drop_superseded(tx, old.id, now=club.now)
    (new,) = await due(club)
    assert (new.ply, new.outdated) == (1, False)


async def test_a_delivery_in_progress_is_not_affected_by_a_newer_board(club: Club) -> None:
    match = await club.match()
    for row in await attempt(club):
        await arrive(club, row, 900)
    sending = await attempt(club)
    await club.turn(match)
    assert [row for row in await due(club) if row.kind == "board"] == []
    for row in sending:
        await arrive(club, row, 901)
    assert "board" in [row.kind for row in await due(club)]


async def test_an_older_board_loses_its_buttons_when_a_newer_one_is_delivered(club: Club) -> None:
    match = await club.match()
    delivered = await club.deliver()
    for before in (900, 901):
        assert "remove-buttons" not in [row.kind for row in delivered]
        await club.turn(match)
        board, removal, *delivered = await club.deliver()
        assert (board.kind, removal.kind, removal.channel) == ("board", "remove-buttons", CHANNEL)
        assert removal.payload.message == before
    live = await club.rows("SELECT message FROM posts WHERE live = 1")
    assert [row["message"] for row in live] == [902]
    await club.act("resign", match, ADA)
    assert [row.kind for row in await club.deliver()] == ["result", "remove-buttons"]
    assert await club.rows("SELECT message FROM posts WHERE live = 1") == []


async def test_edits_of_old_boards_have_their_own_queue(club: Club) -> None:
    match = await club.match()
    await club.deliver()
    await club.turn(match)
    for row in await attempt(club):
        await arrive(club, row, 951)
    with writing(club.store) as tx:
        other = notice(tx, CHANNEL, club.now)
        [removal] = outbox_rows.due_button_removals(tx, now=club.now, limit=9)
        assert outbox.claim_row(tx, removal, now=club.now)
    assert [row.id for row in await due(club)] == [other], "nobody waits for it"
    await fail(club, removal, "too many edits", retry_after=20)
    club.now += 60
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
        [again] = outbox_rows.due_button_removals(tx, now=club.now, limit=9)
    assert again.id == removal.id, "and it waits for nobody"


async def test_old_boards_are_collapsed_with_a_link_to_the_next_unless_edits_were_given_up(
    club: Club,
) -> None:
    match = await club.match()
    await club.deliver()
    for message in (951, 952):
        await club.turn(match)
        for row in await attempt(club):
            await arrive(club, row, message)
    with reading(club.store) as tx:
        removals = outbox_rows.due_button_removals(tx, now=club.now, limit=9)
    assert [(row.payload.message, row.payload.then) for row in removals] == [(900, 951), (951, 952)]
    for _ in range(message_kinds.KINDS["remove-buttons"].attempts or 0):
        with writing(club.store) as tx:
            for removal in outbox_rows.due_button_removals(tx, now=club.now, limit=9):
                outbox.claim_row(tx, removal, now=club.now)
        for removal in removals:
            await fail(club, removal, "too many edits")
        removals = [replace(removal, attempts=removal.attempts + 1) for removal in removals]
        club.now += 7200
    with reading(club.store) as tx:
        assert outbox_rows.due_button_removals(tx, now=club.now, limit=9) == []


async def test_a_lookup_starts_at_the_first_attempt_with_an_unknown_outcome(
    club: Club,
) -> None:
    with writing(club.store) as tx:
        notice(tx, CHANNEL, club.now)
    club.now += 900
    first = club.now
    (row,) = await attempt(club)
    assert row.tried_at is None
    await fail(club, row, "nobody knows")
    for wait in (60, 600):
        club.now += wait
        (row,) = await attempt(club)
        assert row.tried_at == first
        await fail(club, row, "nobody knows")
    club.now += 600
    (row,) = await attempt(club)
    await fail(club, row, "403", refused=True)
    club.now += 3600
    (row,) = await attempt(club)
    assert (row.tried_at, row.was_attempted) == (None, False)


async def test_each_message_has_its_own_mark_in_the_range_of_component_ids(club: Club) -> None:
    with writing(club.store) as tx:
        for channel in range(200):
            notice(tx, channel, club.now)
        marks = [row.marker for row in outbox_rows.due_rows(tx, now=club.now, limit=200)]
    assert len(set(marks)) == 200
    assert all(2**30 <= mark < 2**31 for mark in marks)


async def test_a_row_delivered_twice_is_stored_once(club: Club) -> None:
    await club.match(ADA, CLARA)
    (board,) = await attempt(club)
    await arrive(club, board, 900)
    await arrive(club, board, 901)
    assert [row["message"] for row in await club.rows("SELECT message FROM posts")] == [900]


async def test_a_message_edited_to_show_a_newer_board_is_stored_with_that_board(
    club: Club,
) -> None:
    match = await club.match()
    (board,) = await attempt(club)
    await arrive(club, board, 900)
    club.now += 60
    await club.turn(match)
    while rows := await attempt(club):
        for row in rows:
            await arrive(club, row, 900)
    posts = await club.rows("SELECT ply, live, at FROM posts")
    assert [(post["ply"], post["live"], post["at"]) for post in posts] == [(1, 1, START)]


async def test_the_message_of_a_challenge_is_recorded(club: Club) -> None:
    made = await club.challenge(ADA, BRUNO)
    (row,) = await attempt(club)
    assert (row.kind, row.challenge, row.channel) == ("challenge", made.id, CHANNEL)
    await arrive(club, row, 900)
    assert (await club.challenge(interaction=77)).post is None
    declined = await club.decline(made)
    assert declined.post == 900
    with reading(club.store) as tx:
        assert (posts.get_post(tx, 900)) == Post(900, CHANNEL, None, None, made.id)


async def test_a_challenge_post_that_may_have_been_delivered_is_looked_up_before_it_is_dropped(
    club: Club,
) -> None:
    made = await club.challenge(ADA, BRUNO)
    (row,) = await attempt(club)
    await fail(club, row)
    await club.cancel(made)
    (again,) = await due(club)
    assert (again.kind, again.was_attempted, again.outdated) == ("challenge", True, True)


async def test_delivered_rows_are_deleted_after_a_month_and_failed_rows_are_kept(
    club: Club,
) -> None:
    with writing(club.store) as tx:
        for channel in (1, 2, 3):
            notice(tx, channel, club.now)
        sent, dropped, failed = outbox_rows.due_rows(tx, now=club.now, limit=9)
        outbox.mark_sent(tx, sent.id, None, now=club.now)
        outbox.drop_superseded(tx, dropped.id, now=club.now)
        outbox.mark_failed(
            tx, failed, DeliveryFailed("gone", permanent=True), jitter=0, now=club.now
        )
        assert job_due_at(tx, "sent") == START + 31 * 86400
        assert run_job(tx, "sent", START + 30 * 86400) == 0
        assert run_job(tx, "sent", START + 31 * 86400) == 2
        assert job_due_at(tx, "sent") is None
    (row,) = await club.rows("SELECT state FROM outbox")
    assert row["state"] == "failed"
