"""Takebacks: by everybody's consent a player's last move, and what followed, counts no more."""

import pytest

from bot.service.actions import game_records, moves
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import STANDARD
from bot.service.errors import (
    AnotherOffer,
    Finished,
    NothingToTakeBack,
    PlaceCertain,
    Stale,
    TooLateToAbort,
)
from bot.service.results import Made, TakenBack
from bot.store import conditional_moves
from bot.store.models import Match
from engine import record
from engine import variant as game_of
from tests.bot.service.actions.test_resignations import with_rules
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.plan_givers import leave
from tests.bot.service.row_counts import bank as seat_bank

STAR = "chinese-checkers-4"


@pytest.fixture
async def match(club: Club) -> Match:
    """A match after five moves, which are told; Bruno is to move."""
    await club.act("resign", await club.match(), BRUNO)
    begun = await club.match()
    for _ in range(5):
        club.now += HOUR
        await club.turn(begun)
    await club.tell()
    return await club.get(begun)


async def taken_back(club: Club, match: Match, player: int, *others: int) -> Match:
    """All agree."""
    await club.act("offer_takeback", match, player)
    for other in others:
        answer = await club.act("accept_takeback", match, other)
    return answer


async def banks(club: Club, match: Match) -> list[int]:
    async with club.store.read() as tx:
        return [await seat_bank(tx, match.id, seat) for seat in range(len(match.players))]


async def texts(club: Club, match: Match) -> list[str]:
    game = game_of(match.variant)
    async with club.store.read() as tx:
        told = record.read(await game_records.text(tx, match.id, {}))
    return [game.format(turn) for turn in told.turns if not isinstance(turn, record.Leaves)]


async def test_the_last_move_is_taken_back_when_the_other_agrees(club: Club, match: Match) -> None:
    before = await club.seen(match, 4)
    played = await texts(club, match)
    await club.act("offer_takeback", match, ADA)
    assert (await club.get(match)).turn == 1
    after = await club.act("accept_takeback", match, BRUNO)
    assert (after.turn, after.turns, after.ply, after.offer) == (0, 4, 6, None)
    now = await club.seen(match)
    assert now.position == before.position
    assert now.last == before.last
    assert now.events == (TakenBack(5, 0, 1),)
    assert await texts(club, match) == played[:4]
    assert await club.faults() == []


async def test_the_asker_on_turn_takes_back_his_move_and_the_answer_to_it(
    club: Club, match: Match
) -> None:
    after = await taken_back(club, match, BRUNO, ADA)
    assert (after.turn, after.turns) == (1, 3)
    assert (await club.seen(match)).events == (TakenBack(5, 1, 2),)
    assert await club.faults() == []


async def test_another_move_is_played_and_taken_back_in_turn(club: Club, match: Match) -> None:
    await taken_back(club, match, ADA, BRUNO)
    played = await club.turn(match)
    assert (played.match.ply, played.match.turns, played.match.turn) == (7, 5, 1)
    (event,) = (await club.seen(match)).events
    assert isinstance(event, Made)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.ply, after.turns, after.turn) == (8, 4, 0)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.ply, after.turns, after.turn) == (9, 2, 0)
    assert await club.faults() == []


async def test_what_was_taken_back_stays_in_the_books_and_on_old_boards(
    club: Club, match: Match
) -> None:
    old = await club.seen(match, 5)
    await taken_back(club, match, ADA, BRUNO)
    await club.turn(match)
    assert len(await club.rows("SELECT ply FROM moves WHERE match = :m", m=match.id)) == 6
    seen = await club.seen(match, 5)
    assert (seen.position, seen.last, seen.events) == (old.position, old.last, old.events)


async def test_the_new_board_is_posted_once_and_told_apart_from_the_one_before(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    told = await club.tell()
    assert [(row.kind, row.ply) for row in told if row.kind == "board"] == [("board", 6)]
    assert [(row.kind, row.ply) for row in told if row.kind == "strip"] == [("strip", 5)]
    assert len({row.nonce for row in told}) == len(told)
    assert await club.tell() == []


async def test_edge_case_6_a_board_of_before_is_stale_also_when_as_many_moves_are_made_again(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    for seen in (4, 5):
        with pytest.raises(Stale):
            await club.play(match, ADA, await club.some_move(await club.get(match)), ply=seen)
    now = (await club.turn(match)).match
    with pytest.raises(Stale):
        await club.play(match, BRUNO, await club.some_move(now), ply=5)


async def test_edge_case_5_a_second_press_takes_nothing_more_back(club: Club, match: Match) -> None:
    await club.act("offer_takeback", match, ADA, interaction=1)
    await club.act("offer_takeback", match, ADA, interaction=1)
    first = await club.act("accept_takeback", match, BRUNO, interaction=2)
    assert await club.act("accept_takeback", match, BRUNO, interaction=2) == first
    assert (await club.get(match)).turns == 4


async def test_a_move_that_arrives_again_after_it_was_taken_back_changes_nothing(
    club: Club, match: Match
) -> None:
    text = await club.some_move(match)
    played = await club.play(match, BRUNO, text, interaction=7)
    after = await taken_back(club, match, BRUNO, ADA)
    again = await club.play(match, BRUNO, text, interaction=7)
    assert (again.repeated, again.move, again.position) == (True, played.move, played.position)
    assert (await club.get(match)) == after


async def test_edge_case_7_a_plan_does_not_fire_after_a_takeback(club: Club) -> None:
    match = await club.match()
    await club.play(match, ADA, "II,3-III,3")
    await leave(club, match, ADA, "if VII,6-VI,6 then III,3-IV,3")
    await taken_back(club, match, ADA, BRUNO)
    async with club.store.write() as tx:
        assert [plan.ended for plan in await conditional_moves.ended(tx, ADA)] == ["takeback"]
    await club.play(match, ADA, "II,3-III,3")
    after = (await club.play(match, BRUNO, "VII,6-VI,6")).match
    assert (after.to_move, after.turns) == (ADA, 2)
    assert await club.faults() == []


async def test_a_plan_works_after_a_takeback_and_what_it_played_can_be_taken_back(
    club: Club,
) -> None:
    match = await club.match()
    await club.play(match, ADA, "II,3-III,3")
    await taken_back(club, match, ADA, BRUNO)
    await club.play(match, ADA, "II,3-III,3")
    before = await banks(club, match)
    await leave(club, match, ADA, "if VII,6-VI,6 then III,3-IV,3")
    club.now += HOUR
    played = await club.play(match, BRUNO, "VII,6-VI,6")
    assert [event.by for event in played.replies] == ["plan"]
    assert (played.match.turns, played.match.turn) == (3, 1)
    assert await club.faults() == []
    after = await taken_back(club, match, BRUNO, ADA)
    assert (after.turns, after.turn) == (1, 1)
    assert await banks(club, match) == before
    assert await club.faults() == []


async def test_what_waits_in_the_outbox_for_the_old_board_is_dropped(
    club: Club, match: Match
) -> None:
    await club.turn(match)
    assert "board" in await club.owed()
    await taken_back(club, match, BRUNO, ADA)
    assert (await club.owed()).count("board") == 1


async def test_on_the_clocks_the_turns_never_happened(club: Club, match: Match) -> None:
    before = await banks(club, match)
    club.now += 5 * HOUR
    await club.turn(match)  # Bruno, in five hours
    club.now += 20 * HOUR
    await club.turn(match)  # Ada, in twenty
    club.now += HOUR
    after = await taken_back(club, match, BRUNO, ADA)
    assert await banks(club, match) == before
    assert after.deadline == club.now + before[1]
    await club.turn(match)
    assert (await club.get(match)).deadline == club.now + before[0]


async def test_a_pause_and_a_gift_end_with_the_turn_that_is_taken_back(
    club: Club, match: Match
) -> None:
    await club.act("offer_pause", match, ADA)
    await club.act("accept_pause", match, BRUNO)
    club.now += DAY
    after = await taken_back(club, match, ADA, BRUNO)
    ada, bruno = await banks(club, match)
    assert after.deadline == club.now + ada
    await club.turn(match)
    assert (await club.get(match)).deadline == club.now + bruno
    assert bruno <= STANDARD.bank + 2 * STANDARD.increment


async def test_who_has_not_moved_has_nothing_to_take_back(club: Club) -> None:
    match = await club.match()
    for player in (ADA, BRUNO):
        with pytest.raises(NothingToTakeBack):
            await club.act("offer_takeback", match, player)
    await club.turn(match)
    with pytest.raises(NothingToTakeBack):
        await club.act("offer_takeback", match, BRUNO)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.turns, after.turn) == (0, 0)
    assert (await club.act("abort", match, BRUNO)).status == "aborted"
    with pytest.raises(Finished):
        await club.act("offer_takeback", match, ADA)
    assert await club.faults() == []


async def test_after_a_takeback_of_later_moves_a_game_has_still_begun(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    with pytest.raises(TooLateToAbort):
        await club.act("abort", match, ADA)


async def test_the_other_may_not_ask_for_his_own_move_at_the_same_time(
    club: Club, match: Match
) -> None:
    await club.act("offer_takeback", match, ADA)
    with pytest.raises(AnotherOffer):
        await club.act("offer_takeback", match, BRUNO)
    with pytest.raises(AnotherOffer):
        await club.act("offer_pause", match, BRUNO)


async def test_of_four_all_must_agree_and_all_turns_since_go_back(club: Club) -> None:
    match = await club.seated(STAR, ADA, BRUNO, CLARA, DAVID)
    for _ in range(7):
        await club.turn(match)
    await club.act("offer_takeback", match, DAVID)
    for player in (ADA, BRUNO):
        assert (await club.act("accept_takeback", match, player)).turns == 7
    after = await club.act("accept_takeback", match, CLARA)
    assert (after.turn, after.turns) == (3, 3)
    assert await club.faults() == []


async def test_nobody_takes_back_a_move_from_before_somebody_left(club: Club) -> None:
    match = await club.seated(STAR, ADA, BRUNO, CLARA, DAVID)
    await club.turn(match)
    await club.act("resign", match, BRUNO)  # the computer plays for him at once
    with pytest.raises(NothingToTakeBack):
        await club.act("offer_takeback", match, ADA)
    for _ in range(3):
        await club.turn(match)
    # Clara, David, Ada and the computer have moved: Clara's goes back with all that followed.
    assert (await club.get(match)).turns == 6
    after = await taken_back(club, match, CLARA, ADA, DAVID)
    assert (after.turn, after.turns, after.gone) == (2, 2, (1,))
    await club.act("resign", match, DAVID)
    for _ in range(2):
        await club.turn(match)
    assert await club.faults() == []


async def test_who_had_finished_before_the_move_is_not_asked_who_finished_since_is(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 1)
    await club.turn(match)
    played = await club.turn(match)
    assert played.position.done == (1,)
    await club.act("offer_takeback", match, ADA)
    await club.act("accept_takeback", match, CLARA)
    await club.act("accept_takeback", match, DAVID)
    assert (await club.get(match)).turns == 2  # it is Bruno's place that is at stake
    after = await club.act("accept_takeback", match, BRUNO)
    assert (after.turns, after.turn) == (0, 0)
    for _ in range(3):
        await club.turn(match)
    await club.act("offer_takeback", match, CLARA)
    with pytest.raises(PlaceCertain):
        await club.act("accept_takeback", match, BRUNO)
    await club.act("accept_takeback", match, ADA)
    after = await club.act("accept_takeback", match, DAVID)
    assert (after.turns, after.turn) == (2, 2)
    assert await club.faults() == []


async def test_a_moment_is_found_by_the_turns_that_stand_whatever_was_taken_back(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    await club.turn(match)
    await club.turn(match)
    made = await texts(club, match)
    game = game_of(match.variant)
    async with club.store.read() as tx:
        for turns in (0, 3, 4, 5, 6, 99):
            view = await moves.view_after(tx, match.id, turns)
            assert view.position.ply == min(turns, 6)
            assert view.newest == (turns >= 6)
            if view.last is not None:
                assert game.format(view.last) == made[min(turns, 6) - 1]
