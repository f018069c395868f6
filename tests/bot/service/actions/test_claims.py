"""Timeouts that do not lose the match immediately.

In a rated match, automatic vacation extends the turn. In an unrated match, an opponent has to
claim the win.
"""

from typing import Any

import pytest

from bot.service.actions import claims, vacations
from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import STANDARD, UNTIMED_LIMIT
from bot.service.errors import Finished, HasLeft, NobodyToGive, NotOpponent, NotOverdue, NotPlaying
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.models import Match
from bot.store.models.payloads import Notice, NoticeFacts
from bot.store.players import vacation_rows
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, Club
from tests.bot.service.row_counts import bank as seat_bank
from tests.transactions import reading, writing

PAIRS = "halma-4-opposite"


async def begun(club: Club, key: str = "", *people: int, rated: bool = False) -> Match:
    """Return a match in which each player has moved once.

    Without `key`, the match is between Ada and Bruno.
    """
    match = await (club.seated(key, *people) if key else club.match())
    for _ in match.players:
        await club.turn(match)
    await club.deliver()
    if rated:
        await club.spoil("UPDATE matches SET rated = 1 WHERE id = :m", m=match.id)
    return await club.get(match)


async def run_out(club: Club, match: Match) -> Match:
    """Advance the clock to the deadline of the current turn, and process the timeout."""
    deadline = (await club.get(match)).deadline
    assert deadline is not None
    club.now = deadline
    await club.sweep(GRACE + 1)
    return await club.get(match)


async def notices(club: Club) -> list[Notice]:
    return [row.payload for row in await club.deliver() if row.kind == "notice"]


async def left(club: Club, player: int) -> int:
    with reading(club.store) as tx:
        return vacations.remaining_budget(tx, player, club.now)


async def do(club: Club, what: Any, match: Match, player: int, **more: Any) -> Any:
    arguments: dict[str, Any] = {"interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        done = what(tx, match.id, player=player, **(arguments | more))
    return await club.answered(done) if isinstance(done, Match) else done


# -- vacation ----------------------------------------------------------------------------------------


async def test_half_a_day_of_vacation_saves_a_rated_turn_and_a_notice_is_posted(club: Club) -> None:
    match = await begun(club, rated=True)
    before = match.deadline
    assert before is not None
    had = await left(club, ADA)
    after = await run_out(club, match)
    assert (after.status, after.deadline, after.overdue) == ("running", before + 12 * HOUR, None)
    assert (await club.pending_kinds()).count("absence") == 1
    assert await notices(club) == []
    assert had - 12 * HOUR <= await left(club, ADA) <= had - 11 * HOUR
    assert await club.sweep() == []
    assert await notices(club) == []
    with reading(club.store) as tx:
        assert vacation_rows.current_vacation(tx, ADA, club.now) is None


@pytest.mark.check
async def test_vacation_saves_a_rated_turn_for_at_most_a_week_in_a_row(club: Club) -> None:
    match = await begun(club, rated=True)
    before = match.deadline
    assert before is not None
    await club.spoil(
        "INSERT INTO vacation_budgets (player, left, at) VALUES (:p, 14 * 86400, :at)",
        p=ADA,
        at=club.now,
    )
    blocks = 0
    while (match := await run_out(club, match)).status == "running":
        blocks += 1
    assert blocks == 14
    assert club.now == before + 7 * DAY + GRACE + 1
    assert match.outcome is not None
    assert match.outcome.reason == "time"


async def test_the_last_hours_of_the_vacation_budget_are_used_before_the_turn_is_lost(
    club: Club,
) -> None:
    match = await begun(club, rated=True)
    end = match.deadline
    assert end is not None
    await club.spoil(
        "INSERT INTO vacation_budgets (player, left, at) VALUES (:p, 11000, :at)", p=ADA, at=end
    )
    after = await run_out(club, match)
    assert after.deadline == end + 3 * HOUR
    assert (await run_out(club, match)).status == "finished"


async def test_no_vacation_is_used_for_a_player_who_has_switched_it_off(club: Club) -> None:
    match = await begun(club, rated=True)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, {"vacation": "off"}, now=club.now)
    had = await left(club, ADA)
    assert (await run_out(club, match)).status == "finished"
    assert await left(club, ADA) >= had


async def test_a_late_sweep_uses_as_many_blocks_as_needed_and_posts_one_notice(club: Club) -> None:
    match = await begun(club, rated=True)
    end = match.deadline
    assert end is not None
    club.now = end + 30 * HOUR
    await club.sweep()
    assert (await club.get(match)).deadline == end + 36 * HOUR
    assert (await club.pending_kinds()).count("absence") == 1


async def test_vacation_that_would_already_be_over_is_not_used(club: Club) -> None:
    match = await begun(club, rated=True)
    had = await left(club, ADA)
    [over] = await club.sweep(60 * DAY)
    assert (over.id, over.status) == (match.id, "finished")
    assert await left(club, ADA) >= had


async def test_the_rest_of_a_block_does_not_stop_the_clock_of_later_turns(
    club: Club,
) -> None:
    match = await begun(club, rated=True)
    await run_out(club, match)
    await club.turn(match)
    await club.turn(match)
    with reading(club.store) as tx:
        bank = seat_bank(tx, match.id, 0)
    assert bank == STANDARD.increment
    assert (await club.get(match)).deadline == club.now + bank


async def test_all_matches_share_one_vacation_budget(club: Club) -> None:
    first, two = await begun(club, rated=True), await begun(club, rated=True)
    await club.spoil(
        "INSERT INTO vacation_budgets (player, left, at) VALUES (:p, 12 * 3600, :at)",
        p=ADA,
        at=max(first.deadline or 0, two.deadline or 0),
    )
    club.now = max(first.deadline or 0, two.deadline or 0)
    await club.sweep(GRACE + 1)
    status = [(await club.get(match)).status for match in (first, two)]
    assert sorted(status) == ["finished", "running"]


# -- claims -------------------------------------------------------------------------------------------


async def test_an_expired_unrated_turn_does_not_end_the_match_and_the_opponent_is_asked_once(
    club: Club,
) -> None:
    match = await begun(club)
    after = await run_out(club, match)
    assert (after.status, after.overdue) == ("running", match.deadline)
    assert after.deadline == club.now + UNTIMED_LIMIT
    assert await notices(club) == [
        Notice(match.id, match.ply, "overdue", 0, facts=NoticeFacts(asked=(1,)))
    ]
    assert await club.sweep(DAY) == []
    assert await notices(club) == []
    assert await club.faults() == []


async def test_a_late_move_before_a_claim_stands_and_uses_up_the_bank(club: Club) -> None:
    match = await begun(club)
    await run_out(club, match)
    club.now += 10 * DAY
    await club.turn(match)
    after = await club.get(match)
    assert (after.ply, after.overdue) == (3, None)
    with reading(club.store) as tx:
        assert seat_bank(tx, match.id, 0) == STANDARD.increment
    with pytest.raises(NotOverdue):
        await do(club, claims.claim_turn, match, ADA)


async def test_a_claim_ends_the_match_like_a_timeout_and_only_once(club: Club) -> None:
    match = await begun(club)
    with pytest.raises(NotOverdue):
        await do(club, claims.claim_turn, match, BRUNO)
    await run_out(club, match)
    for player, error in ((EMMA, NotPlaying), (ADA, NotOpponent)):
        with pytest.raises(error):
            await do(club, claims.claim_turn, match, player)
    over = await do(club, claims.claim_turn, match, BRUNO, interaction=5)
    assert (over.status, over.outcome.ranking, over.outcome.reason) == (
        "finished",
        ((1,), (0,)),
        "time",
    )
    assert await do(club, claims.claim_turn, match, BRUNO, interaction=5) == over
    with pytest.raises(Finished):
        await do(club, claims.claim_turn, match, BRUNO)
    assert await club.faults() == []


async def test_a_day_given_counts_from_now_and_the_opponent_is_asked_again_after_it(
    club: Club,
) -> None:
    match = await begun(club)
    await run_out(club, match)
    club.now += 3 * DAY
    until = await do(club, claims.give_day, match, BRUNO, interaction=5)
    assert until == club.now + DAY
    assert await do(club, claims.give_day, match, BRUNO, interaction=5) == until
    with pytest.raises(NotOverdue):
        await do(club, claims.give_day, match, BRUNO)
    with pytest.raises(NotOverdue):
        await do(club, claims.claim_turn, match, BRUNO)
    assert (await club.get(match)).overdue is None
    await club.deliver()
    after = await run_out(club, match)
    assert after.overdue == until
    assert [notice.notice for notice in await notices(club)] == ["overdue"]


async def test_waiting_changes_nothing_and_an_unclaimed_match_is_abandoned_after_thirty_days(
    club: Club,
) -> None:
    match = await begun(club)
    after = await run_out(club, match)
    with writing(club.store) as tx:
        assert claims.keep_waiting(tx, match.id, player=BRUNO) == after
        with pytest.raises(NotOpponent):
            claims.keep_waiting(tx, match.id, player=ADA)
    await club.deliver()
    assert await club.sweep(UNTIMED_LIMIT - GRACE) == []
    [over] = await club.sweep(2 * GRACE + 2)
    assert (over.status, over.outcome) == ("aborted", None)
    [result] = [row for row in await club.deliver() if row.kind in ("result", "notice")]
    assert result.payload.aborted_by == "abandoned"


async def test_neither_vacation_nor_downtime_revives_an_expired_turn(
    club: Club,
) -> None:
    match = await begun(club)
    after = await run_out(club, match)
    assert after.deadline is not None
    with writing(club.store) as tx:
        vacations.start_vacation(tx, ADA, days=3, interaction=5, now=club.now)
    assert (await club.get(match)).overdue == after.overdue
    with writing(club.store) as tx:
        vacations.end_now(tx, ADA, now=club.now)
    await club.resume(DAY)
    now = await club.get(match)
    assert (now.overdue, now.deadline) == (after.overdue, after.deadline + DAY)


async def test_with_four_players_one_opponent_may_claim_and_the_match_continues(club: Club) -> None:
    match = await begun(club, "halma-4", ADA, BRUNO, CLARA, DAVID)
    await run_out(club, match)
    after = await do(club, claims.claim_turn, match, DAVID)
    assert (after.status, after.departed_seats, after.overdue) == ("running", (0,), None)
    assert after.to_move == BRUNO
    with pytest.raises(HasLeft):
        await do(club, claims.claim_turn, match, ADA)
    assert await club.faults() == []


async def test_a_partner_may_neither_claim_nor_give_time(club: Club) -> None:
    match = await begun(club, PAIRS, ADA, BRUNO, CLARA, DAVID)
    await run_out(club, match)
    assert (await notices(club))[0].facts.asked == (1, 3)
    with pytest.raises(NotOpponent):
        await do(club, claims.claim_turn, match, CLARA)
    with pytest.raises(NobodyToGive):
        await do(club, vacations.give_time, match, CLARA)
    await do(club, claims.give_day, match, DAVID)
    assert (await club.get(match)).overdue is None


async def test_a_pause_by_consent_saves_an_expired_turn(club: Club) -> None:
    match = await begun(club)
    await run_out(club, match)
    await club.act("offer_pause", match, ADA)
    assert (await club.act("offer_pause", match, BRUNO)).offer is None
    after = await club.get(match)
    assert (after.overdue, after.deadline) == (None, club.now + 14 * DAY)


async def test_a_nudge_for_an_expired_turn_is_sent_once(club: Club) -> None:
    match = await begun(club)
    after = await run_out(club, match)
    club.now += DAY
    await do(club, reminders.nudge, match, BRUNO)
    for delivered in (1, 0):
        with writing(club.store) as tx:
            assert reminders.queue_due_reminders(tx, now=club.now) == delivered
    assert (await club.get(match)).overdue == after.overdue


@pytest.mark.check
async def test_a_damaged_match_whose_time_runs_out_does_not_block_others(club: Club) -> None:
    hurt = await begun(club, "halma-4", ADA, BRUNO, CLARA, DAVID)
    match = await begun(club)
    await club.spoil("UPDATE matches SET position = 'x' WHERE id = :m", m=hurt.id)
    club.now = max(hurt.deadline or 0, match.deadline or 0)
    await club.sweep(GRACE + 1)
    assert (await club.get(match)).overdue is not None
    assert (await club.get(hurt)).deadline == club.now + DAY


# -- extra time -----------------------------------------------------------------------------------


@pytest.mark.check
async def test_with_four_players_all_opponents_must_agree_to_extra_time_and_a_move_cancels_it(
    club: Club,
) -> None:
    match = await begun(club, "halma-4", ADA, BRUNO, CLARA, DAVID, rated=True)
    assert await do(club, vacations.give_time, match, BRUNO) is None
    assert await do(club, vacations.give_time, match, BRUNO) is None
    with pytest.raises(NobodyToGive):  # Ada would receive the time
        await club.act("accept_gift", match, ADA)
    assert await do(club, vacations.give_time, match, CLARA) is None
    asked = [(notice.notice, notice.facts.asked) for notice in await notices(club)]
    assert asked == [("gift-offered", (2, 3)), ("gift-agreed", (3,))]
    assert await do(club, vacations.give_time, match, DAVID) == (match.deadline or 0) + DAY
    await club.turn(match)
    assert await do(club, vacations.give_time, match, CLARA) is None
    await club.turn(match)
    assert await do(club, vacations.give_time, match, DAVID) is None


async def test_in_a_rated_match_of_two_the_opponent_alone_gives_extra_time(club: Club) -> None:
    match = await begun(club, rated=True)
    assert await do(club, vacations.give_time, match, BRUNO) == (match.deadline or 0) + DAY


async def test_unused_extra_time_or_pause_does_not_stop_the_clock_of_later_turns(
    club: Club,
) -> None:
    match = await begun(club)
    await do(club, vacations.give_time, match, BRUNO)
    await club.act("offer_pause", match, ADA)
    await club.act("offer_pause", match, BRUNO)
    for _ in range(2):
        club.now += HOUR
        await club.turn(match)
    with reading(club.store) as tx:
        bank = seat_bank(tx, match.id, 0)
    assert (await club.get(match)).deadline == club.now + bank
