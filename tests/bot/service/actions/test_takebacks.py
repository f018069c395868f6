"""Takebacks: if all agree, a player's last move and all later ones are undone."""

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
from bot.service.match import lifecycle
from bot.service.results import MoveEvent, TakebackEvent
from bot.store.match import conditional_moves
from bot.store.models import Match
from engine import record, variant
from tests.bot.service.actions.test_resignations import with_rules
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.plan_transactions import save_plan
from tests.bot.service.row_counts import bank
from tests.transactions import reading, writing

STAR = "chinese-checkers-4"


@pytest.fixture
async def match(club: Club) -> Match:
    """A match after five moves, with all messages delivered. Bruno is to move."""
    await club.act("resign", await club.match(), BRUNO)
    begun = await club.match()
    for _ in range(5):
        club.now += HOUR
        await club.turn(begun)
    await club.deliver()
    return await club.get(begun)


async def taken_back(club: Club, match: Match, player: int, *others: int) -> Match:
    """Offer a takeback, accept it as each of `others`, and return the match."""
    await club.act("offer_takeback", match, player)
    for other in others:
        answer = await club.act("accept_takeback", match, other)
    return answer


async def banks(club: Club, match: Match) -> list[int]:
    with reading(club.store) as tx:
        return [bank(tx, match.id, seat) for seat in range(len(match.players))]


async def texts(club: Club, match: Match) -> list[str]:
    game = variant(match.variant)
    with reading(club.store) as tx:
        game_record = record.read_record(
            game_records.record_text(tx, lifecycle.load(tx, match.id), {})
        )
    return [
        game.format(turn) for turn in game_record.turns if not isinstance(turn, record.PlayerLeft)
    ]


async def test_the_last_move_is_taken_back_when_the_opponent_agrees(
    club: Club, match: Match
) -> None:
    before = await club.seen(match, 4)
    played = await texts(club, match)
    await club.act("offer_takeback", match, ADA)
    assert (await club.get(match)).turn == 1
    after = await club.act("accept_takeback", match, BRUNO)
    assert (after.turn, after.turn_count, after.ply, after.offer) == (0, 4, 6, None)
    now = await club.seen(match)
    assert now.position == before.position
    assert now.last == before.last
    assert now.events == (TakebackEvent(5, 0, 1),)
    assert await texts(club, match) == played[:4]
    assert await club.faults() == []


async def test_the_whole_position_has_the_history_without_the_moves_taken_back(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    await club.turn(match)
    now = await club.get(match)
    with reading(club.store) as tx:
        whole = moves.whole_position(tx, now)
        earlier = moves.whole_position(tx, now, 5)
    assert whole == (await club.seen(match)).position
    assert earlier == (await club.seen(match, 5)).position
    for last, turns in ((whole, 5), (earlier, 5)):
        position, number = last, 0
        while position.before is not None:
            position, number = position.before, number + 1
        assert (number, position) == (turns, variant(match.variant).start())


@pytest.mark.check
async def test_on_turn_a_player_takes_back_their_own_move_and_the_reply_to_it(
    club: Club, match: Match
) -> None:
    after = await taken_back(club, match, BRUNO, ADA)
    assert (after.turn, after.turn_count) == (1, 3)
    assert (await club.seen(match)).events == (TakebackEvent(5, 1, 2),)
    assert await club.faults() == []


async def test_moves_after_a_takeback_can_be_taken_back_too(club: Club, match: Match) -> None:
    await taken_back(club, match, ADA, BRUNO)
    played = await club.turn(match)
    assert (played.match.ply, played.match.turn_count, played.match.turn) == (7, 5, 1)
    (event,) = (await club.seen(match)).events
    assert isinstance(event, MoveEvent)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.ply, after.turn_count, after.turn) == (8, 4, 0)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.ply, after.turn_count, after.turn) == (9, 2, 0)
    assert await club.faults() == []


async def test_moves_taken_back_remain_stored_and_visible_on_old_boards(
    club: Club, match: Match
) -> None:
    old = await club.seen(match, 5)
    await taken_back(club, match, ADA, BRUNO)
    await club.turn(match)
    assert len(await club.rows("SELECT ply FROM moves WHERE match = :m", m=match.id)) == 6
    seen = await club.seen(match, 5)
    assert (seen.position, seen.last, seen.events) == (old.position, old.last, old.events)


async def test_the_new_board_is_posted_once_with_its_own_nonce(club: Club, match: Match) -> None:
    await taken_back(club, match, ADA, BRUNO)
    delivered = await club.deliver()
    assert [(row.kind, row.ply) for row in delivered if row.kind == "board"] == [("board", 6)]
    assert [(row.kind, row.ply) for row in delivered if row.kind == "remove-buttons"] == [
        ("remove-buttons", 5)
    ]
    assert len({row.nonce for row in delivered}) == len(delivered)
    assert await club.deliver() == []


async def test_edge_6_an_old_board_stays_stale_even_after_as_many_new_moves(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    for seen in (4, 5):
        with pytest.raises(Stale):
            await club.play(match, ADA, await club.some_move(await club.get(match)), ply=seen)
    now = (await club.turn(match)).match
    with pytest.raises(Stale):
        await club.play(match, BRUNO, await club.some_move(now), ply=5)


async def test_edge_5_accepting_twice_takes_back_only_once(club: Club, match: Match) -> None:
    await club.act("offer_takeback", match, ADA, interaction=1)
    await club.act("offer_takeback", match, ADA, interaction=1)
    first = await club.act("accept_takeback", match, BRUNO, interaction=2)
    assert await club.act("accept_takeback", match, BRUNO, interaction=2) == first
    assert (await club.get(match)).turn_count == 4


async def test_a_repeated_request_for_a_move_taken_back_changes_nothing(
    club: Club, match: Match
) -> None:
    text = await club.some_move(match)
    played = await club.play(match, BRUNO, text, interaction=7)
    after = await taken_back(club, match, BRUNO, ADA)
    again = await club.play(match, BRUNO, text, interaction=7)
    assert (again.repeated, again.move, again.position) == (True, played.move, played.position)
    assert (await club.get(match)) == after


async def test_edge_7_conditional_moves_are_not_played_after_a_takeback(club: Club) -> None:
    match = await club.match()
    await club.play(match, ADA, "II,3-III,3")
    await save_plan(club, match, ADA, "VII,6-VI,6, III,3-IV,3")
    await taken_back(club, match, ADA, BRUNO)
    with writing(club.store) as tx:
        assert [plan.ended for plan in conditional_moves.ended_plans(tx, ADA)] == ["takeback"]
    await club.play(match, ADA, "II,3-III,3")
    after = (await club.play(match, BRUNO, "VII,6-VI,6")).match
    assert (after.to_move, after.turn_count) == (ADA, 2)
    assert await club.faults() == []


async def test_conditional_moves_work_after_a_takeback_and_can_be_taken_back(
    club: Club,
) -> None:
    match = await club.match()
    await club.play(match, ADA, "II,3-III,3")
    await taken_back(club, match, ADA, BRUNO)
    await club.play(match, ADA, "II,3-III,3")
    before = await banks(club, match)
    await save_plan(club, match, ADA, "VII,6-VI,6, III,3-IV,3")
    club.now += HOUR
    played = await club.play(match, BRUNO, "VII,6-VI,6")
    assert [event.by for event in played.replies] == ["plan"]
    assert (played.match.turn_count, played.match.turn) == (3, 1)
    assert await club.faults() == []
    after = await taken_back(club, match, BRUNO, ADA)
    assert (after.turn_count, after.turn) == (1, 1)
    assert await banks(club, match) == before
    assert await club.faults() == []


async def test_boards_pending_in_the_outbox_are_dropped_by_a_takeback(
    club: Club, match: Match
) -> None:
    await club.turn(match)
    assert "board" in await club.pending_kinds()
    await taken_back(club, match, BRUNO, ADA)
    assert (await club.pending_kinds()).count("board") == 1


async def test_a_takeback_restores_the_clocks(club: Club, match: Match) -> None:
    before = await banks(club, match)
    club.now += 5 * HOUR
    await club.turn(match)  # Bruno moves after five hours.
    club.now += 20 * HOUR
    await club.turn(match)  # Ada moves after twenty.
    club.now += HOUR
    after = await taken_back(club, match, BRUNO, ADA)
    assert await banks(club, match) == before
    assert after.deadline == club.now + before[1]
    await club.turn(match)
    assert (await club.get(match)).deadline == club.now + before[0]


@pytest.mark.check
async def test_a_pause_ends_with_the_turn_that_is_taken_back(club: Club, match: Match) -> None:
    await club.act("offer_pause", match, ADA)
    await club.act("accept_pause", match, BRUNO)
    club.now += DAY
    after = await taken_back(club, match, ADA, BRUNO)
    ada, bruno = await banks(club, match)
    assert after.deadline == club.now + ada
    await club.turn(match)
    assert (await club.get(match)).deadline == club.now + bruno
    assert bruno <= STANDARD.bank + 2 * STANDARD.increment


async def test_a_player_who_has_not_moved_has_nothing_to_take_back(club: Club) -> None:
    match = await club.match()
    for player in (ADA, BRUNO):
        with pytest.raises(NothingToTakeBack):
            await club.act("offer_takeback", match, player)
    await club.turn(match)
    with pytest.raises(NothingToTakeBack):
        await club.act("offer_takeback", match, BRUNO)
    after = await taken_back(club, match, ADA, BRUNO)
    assert (after.turn_count, after.turn) == (0, 0)
    assert (await club.act("abort", match, BRUNO)).status == "aborted"
    with pytest.raises(Finished):
        await club.act("offer_takeback", match, ADA)
    assert await club.faults() == []


async def test_a_match_cannot_be_aborted_after_a_takeback_of_later_moves(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    with pytest.raises(TooLateToAbort):
        await club.act("abort", match, ADA)


async def test_the_opponent_may_not_request_a_takeback_at_the_same_time(
    club: Club, match: Match
) -> None:
    await club.act("offer_takeback", match, ADA)
    with pytest.raises(AnotherOffer):
        await club.act("offer_takeback", match, BRUNO)
    with pytest.raises(AnotherOffer):
        await club.act("offer_pause", match, BRUNO)


async def test_with_four_players_all_must_agree_and_all_later_moves_are_taken_back(
    club: Club,
) -> None:
    match = await club.seated(STAR, ADA, BRUNO, CLARA, DAVID)
    for _ in range(7):
        await club.turn(match)
    await club.act("offer_takeback", match, DAVID)
    for player in (ADA, BRUNO):
        assert (await club.act("accept_takeback", match, player)).turn_count == 7
    after = await club.act("accept_takeback", match, CLARA)
    assert (after.turn, after.turn_count) == (3, 3)
    assert await club.faults() == []


@pytest.mark.check
async def test_a_move_from_before_a_departure_cannot_be_taken_back(club: Club) -> None:
    match = await club.seated(STAR, ADA, BRUNO, CLARA, DAVID)
    await club.turn(match)
    await club.act("resign", match, BRUNO)  # the computer moves for Bruno at once
    with pytest.raises(NothingToTakeBack):
        await club.act("offer_takeback", match, ADA)
    for _ in range(3):
        await club.turn(match)
    # Clara, David, Ada and the computer have moved. Clara's move is taken back with all later ones.
    assert (await club.get(match)).turn_count == 6
    after = await taken_back(club, match, CLARA, ADA, DAVID)
    assert (after.turn, after.turn_count, after.departed_seats) == (2, 2, (1,))
    await club.act("resign", match, DAVID)
    for _ in range(2):
        await club.turn(match)
    assert await club.faults() == []


@pytest.mark.check
async def test_of_finished_players_only_those_who_finished_since_the_move_must_agree(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 1)
    await club.turn(match)
    played = await club.turn(match)
    assert played.position.done == (1,)
    await club.act("offer_takeback", match, ADA)
    await club.act("accept_takeback", match, CLARA)
    await club.act("accept_takeback", match, DAVID)
    assert (await club.get(match)).turn_count == 2  # Bruno must agree, because his rank is at stake
    after = await club.act("accept_takeback", match, BRUNO)
    assert (after.turn_count, after.turn) == (0, 0)
    for _ in range(3):
        await club.turn(match)
    await club.act("offer_takeback", match, CLARA)
    with pytest.raises(PlaceCertain):
        await club.act("accept_takeback", match, BRUNO)
    await club.act("accept_takeback", match, ADA)
    after = await club.act("accept_takeback", match, DAVID)
    assert (after.turn_count, after.turn) == (2, 2)
    assert await club.faults() == []


@pytest.mark.check
async def test_a_position_is_found_by_its_number_of_moves_despite_takebacks(
    club: Club, match: Match
) -> None:
    await taken_back(club, match, ADA, BRUNO)
    await club.turn(match)
    await club.turn(match)
    made = await texts(club, match)
    game = variant(match.variant)
    with reading(club.store) as tx:
        for turns in (0, 3, 4, 5, 6, 99):
            view = moves.view_at(tx, match.id, turns=turns)
            assert view.position.ply == min(turns, 6)
            assert view.is_current == (turns >= 6)
            if view.last is not None:
                assert game.format(view.last) == made[min(turns, 6) - 1]
