"""Undo of a move by its player, within a minute and before any answer."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.service.actions import plan_editing, takebacks
from bot.service.clock.time_control import parse
from bot.service.errors import Finished, NotPlaying, TooLateToUndo
from bot.service.match import lifecycle
from bot.service.results import MoveEvent, TakebackEvent
from bot.store.models import Clock, Match
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.transactions import reading, writing

SHORT = parse("24h+12h cap 48h")


async def undo(club: Club, match: Match, player: int = ADA, ply: int | None = None) -> Match:
    now = await club.get(match)
    club_id = club.sent_at(club.now, next(club.ids) & 0xFFFF)
    with writing(club.store) as tx:
        return takebacks.undo_move(
            tx,
            match.id,
            player=player,
            ply=now.ply if ply is None else ply,
            interaction=club_id,
            now=club.now,
        )


async def stops(club: Club, match: Match) -> list[tuple[int, int, str]]:
    with reading(club.store) as tx:
        now = lifecycle.load(tx, match.id)
    return [(stop.started, stop.until, stop.why) for stop in now.stops_of(0)]


def clock(match: Match) -> Clock:
    assert match.clock is not None
    return replace(match.clock, ply=0, undo_state="")


async def test_after_an_undo_the_match_is_as_if_the_move_had_never_been_played(club: Club) -> None:
    match = await club.match(control=SHORT)
    await club.turn(match)
    club.now += 3600
    await club.turn(match)
    before = await club.get(match)
    club.now += 7200
    await club.play(match, ADA, await club.some_move(match))
    assert (await club.get(match)).to_move == BRUNO
    club.now += 59
    after = await undo(club, match)
    assert after == await club.get(match)
    assert (after.to_move, after.position, after.turn_count) == (
        ADA,
        before.position,
        before.turn_count,
    )
    assert (after.banks, after.moved_at) == (before.banks, before.moved_at)
    assert clock(after) == clock(before), "the time that ran is not given back"
    assert after.ply == before.ply + 2, "a board that was seen is an old one"
    assert await club.faults() == []
    view = await club.seen(match)
    assert [type(event) for event in view.events] == [MoveEvent, TakebackEvent]
    assert view.last == (await club.seen(match, before.ply)).last
    await club.turn(match)
    assert await club.faults() == []


async def test_an_undo_restores_the_pause_that_the_move_ended(club: Club) -> None:
    match = await club.match(control=SHORT)
    await club.act("offer_pause", match, ADA)
    paused = await club.act("accept_pause", match, BRUNO)
    before = await stops(club, match)
    club.now += 3600
    await club.turn(match)
    assert await stops(club, match) != before
    after = await undo(club, match)
    assert after.deadline == paused.deadline
    joined = sorted(await stops(club, match))
    assert (joined[0][0], joined[-1][1]) == (before[0][0], before[-1][1])
    assert all(before[1] == two[0] for before, two in pairwise(joined))


async def test_undo_is_refused_after_a_minute_or_after_an_answer(club: Club) -> None:
    match = await club.match()
    with pytest.raises(TooLateToUndo):
        await undo(club, match)
    await club.turn(match)
    with pytest.raises(TooLateToUndo):
        await undo(club, match, BRUNO)
    with pytest.raises(NotPlaying):
        await undo(club, match, CLARA)
    with pytest.raises(TooLateToUndo):
        await undo(club, match, ply=0)
    club.now += takebacks.GRACE + 1
    with pytest.raises(TooLateToUndo):
        await undo(club, match)
    await club.turn(match)
    with pytest.raises(TooLateToUndo):
        await undo(club, match, ADA)


@pytest.mark.usefixtures("early_draws")
async def test_an_offer_by_the_opponent_blocks_undo_and_undo_cancels_the_players_own_offer(
    club: Club,
) -> None:
    match = await club.match()
    await club.turn(match)
    await club.act("offer_draw", match, BRUNO)
    with pytest.raises(TooLateToUndo):
        await undo(club, match)
    other = await club.match()
    await club.turn(other)
    await club.act("offer_draw", other, ADA)
    assert (await undo(club, other)).offer is None


async def test_undo_is_refused_after_the_match_has_ended(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    await club.act("resign", match, BRUNO)
    with pytest.raises(Finished):
        await undo(club, match)


async def test_undo_is_blocked_by_a_conditional_reply_and_reinstates_cancelled_ones(
    club: Club,
) -> None:
    match = await club.match()
    answers = "II,3-III,3, VII,6-VI,6"
    with writing(club.store) as tx:
        plan_editing.save_plan(
            tx, match.id, player=BRUNO, text=answers, ply=0, interaction=7, now=club.now
        )
    await club.play(match, ADA, "I,4-II,4")
    assert (await club.get(match)).planned == ()
    assert (await undo(club, match)).planned == (1,)
    played = await club.play(match, ADA, "II,3-III,3")
    assert [reply.by for reply in played.replies] == ["plan"]
    with pytest.raises(TooLateToUndo):
        await undo(club, match)


async def test_the_same_undo_twice_undoes_once(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    arguments = {
        "player": ADA,
        "ply": 1,
        "interaction": club.sent_at(club.now, 99),
        "now": club.now,
    }
    for _ in range(2):
        with writing(club.store) as tx:
            takebacks.undo_move(tx, match.id, **arguments)
    after = await club.get(match)
    assert (after.ply, after.turn_count) == (2, 0)
    with reading(club.store) as tx:
        assert (lifecycle.waiting_for(tx, ADA))[0].id == match.id


async def test_after_an_undo_the_board_is_edited_in_place_without_a_new_notification(
    club: Club,
) -> None:
    match = await club.match()
    await club.deliver()
    await club.turn(match)
    await club.deliver()
    await undo(club, match)
    rows = await club.rows("SELECT kind, ply, payload FROM outbox WHERE state = 'owed'")
    assert [(row["kind"], row["ply"]) for row in rows] == [("board", 2)]
    assert '"in_place": true' in rows[0]["payload"]
