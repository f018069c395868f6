"""Departures from multiplayer matches: the computer takes over the seat."""

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import pytest

from bot.service import position_cache
from bot.service.actions import game_records, partner_takeover, resignations
from bot.service.errors import Finished, HasLeft, PlaceCertain, Stale, TooLateToAbort
from bot.service.match import lifecycle
from bot.service.results import MoveEvent
from bot.store.match import match_saver, matches
from bot.store.models import Departure, Match
from engine import Outcome, record, variant
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, Club
from tests.bot.service.rebuilt_match import rebuilt
from tests.transactions import reading, writing

pytestmark = pytest.mark.usefixtures("early_draws")

STAR = "chinese-checkers-4"
PARTNERS = "halma-4-opposite"
PEOPLE = (ADA, BRUNO, CLARA, DAVID)


async def notices(club: Club) -> list[tuple[str, int]]:
    rows = await club.rows(
        "SELECT json_extract(payload, '$.notice') AS what, json_extract(payload, '$.seat') AS seat "
        "FROM outbox WHERE kind = 'notice' AND state = 'owed' ORDER BY id"
    )
    return [(row["what"], row["seat"]) for row in rows]


async def sweep(club: Club, match: Match, *seats: int) -> Match:
    """Remove the players of these seats together, as if they had timed out."""
    with writing(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        after = resignations.remove_players(tx, now, seats, why="time", now=club.now)
        match_saver.save(tx, now, after)
        return after


async def with_rules(
    club: Club, monkeypatch: pytest.MonkeyPatch, key: str = f"{STAR}+places", **changed: Any
) -> Match:
    """Return a four-player match whose rules are replaced after it has started."""
    match = await club.seated(key, *PEOPLE)
    game = replace(variant(key), **changed)
    monkeypatch.setattr(position_cache, "find", {key: game}.__getitem__)
    # an empty cache, so that positions are computed with the replaced rules
    monkeypatch.setattr(position_cache, "_games", OrderedDict())
    return match


async def makers(club: Club, match: Match) -> list[str]:
    rows = await club.rows("SELECT by FROM moves WHERE match = :id ORDER BY ply", id=match.id)
    return [row["by"] for row in rows]


async def test_after_a_departure_the_match_continues_and_a_notice_is_posted(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    left = await club.act("resign", match, BRUNO)
    assert (left.status, left.departed_seats, left.ply, left.to_move) == ("running", (1,), 0, ADA)
    assert await notices(club) == [("left", 1)]
    assert await club.pending_kinds() == ["notice"], "nobody has moved, so there is no new board"
    assert await club.faults() == []


async def test_the_computer_moves_for_a_departed_player_right_after_the_previous_player(
    club: Club,
) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, BRUNO)
    await club.deliver()
    played = await club.turn(match)
    assert (played.match.ply, played.match.to_move) == (2, CLARA)
    (reply,) = played.replies
    assert (reply.ply, reply.seat, reply.player, reply.by) == (1, 1, None, "computer")
    assert played.position == (await club.seen(match)).position
    assert await makers(club, match) == ["player", "computer"]
    assert [row.kind for row in await club.deliver()] == ["board", "remove-buttons"]
    assert await club.faults() == []


async def test_the_computer_moves_at_once_for_a_player_who_leaves_on_their_turn(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    left = await club.act("resign", match, ADA)
    assert (left.ply, left.to_move, left.departed_seats) == (1, BRUNO, (0,))
    assert await club.pending_kinds() == ["board"]
    seen = await club.seen(match)
    gone, made = seen.events
    assert gone == Departure(match.id, 0, ADA, 0, club.now, "resigned", 0)
    assert isinstance(made, MoveEvent)
    assert (made.by, made.move) == ("computer", seen.last)


@pytest.mark.check
async def test_one_board_shows_everything_played_since_the_last_player_moved(club: Club) -> None:
    match = await club.seated("chinese-checkers-6", *PEOPLE, EMMA, FRANZ)
    for player in (BRUNO, CLARA, EMMA):
        await club.act("resign", match, player)
    await club.deliver()
    played = await club.turn(match)
    assert (played.match.ply, played.match.to_move) == (3, DAVID)
    events = (await club.seen(match)).events
    assert [type(event) for event in events] == [Departure] * 3 + [MoveEvent] * 3
    boards = [row for row in await club.deliver() if row.kind == "board"]
    assert [row.ply for row in boards] == [3]
    later = await club.turn(match)
    assert [(event.ply, event.seat) for event in (await club.seen(match)).events] == [
        (3, 3),
        (4, 4),
    ]
    assert later.match.to_move == FRANZ


async def test_older_boards_stay_as_they_were(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.turn(match)
    before = await club.seen(match, 1)
    await club.act("resign", match, CLARA)
    await club.turn(match)
    after = await club.seen(match, 1)
    assert (after.last, after.position.cells) == (before.last, before.position.cells)
    assert (await club.seen(match, 0)).events == ()


async def test_a_repeated_move_returns_the_computer_moves_that_followed_it(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, BRUNO)
    text = await club.some_move(match)
    first = await club.play(match, ADA, text, interaction=7)
    again = await club.play(match, ADA, text, interaction=7)
    assert again.repeated
    assert (again.move, again.replies, again.position) == (
        first.move,
        first.replies,
        first.position,
    )
    assert (await club.get(match)).ply == 2


async def test_a_board_from_before_a_computer_move_is_stale(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    text = await club.some_move(match)
    await club.act("resign", match, ADA)
    with pytest.raises(Stale):
        await club.play(match, BRUNO, text, ply=0)


async def test_a_player_who_has_left_can_do_nothing_more(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, ADA, interaction=7)
    assert (await club.act("resign", match, ADA, interaction=7)).departed_seats == (0,)
    for what in ("resign", "abort", "offer_draw", "accept_draw", "decline_draw"):
        with pytest.raises(HasLeft):
            await club.act(what, match, ADA)
    with pytest.raises(HasLeft):
        await club.play(match, ADA, "I,1-II,1")
    with reading(club.store) as tx:
        assert lifecycle.running_of(tx, ADA) == []
        assert [match.id for match in lifecycle.waiting_for(tx, BRUNO)] == [match.id]


async def test_the_first_to_leave_is_ranked_last_and_the_last_remaining_player_wins(
    club: Club,
) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, CLARA)
    await club.act("resign", match, ADA)
    ended = await club.act("resign", match, DAVID)
    assert ended.outcome == Outcome(((1,), (3,), (0,), (2,)), "left")
    assert (ended.status, ended.turn) == ("finished", None)
    assert (await club.pending_kinds())[-1] == "result"
    assert await club.faults() == []
    with reading(club.store) as tx:
        (over,) = matches.finished_of(tx, CLARA)
    assert over.id == match.id, "it is one of his matches all the same"


async def test_players_who_time_out_together_share_a_rank(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await sweep(club, match, 1, 3)
    assert await notices(club) == [("left", 1), ("left", 3)]
    ended = await club.act("resign", match, CLARA)
    assert ended.outcome == Outcome(((0,), (2,), (1, 3)), "left")
    assert await club.faults() == []


async def test_three_time_out_at_once_and_the_fourth_wins(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    ended = await sweep(club, match, 3, 0, 1)
    assert ended.outcome == Outcome(((2,), (0, 1, 3)), "left")
    assert await club.faults() == []


async def test_if_all_time_out_at_once_nobody_wins(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, BRUNO)
    ended = await sweep(club, match, 0, 2, 3)
    assert ended.outcome == Outcome(((0, 2, 3), (1,)), "time")
    assert await club.faults() == []
    with pytest.raises(Finished):
        await club.act("resign", match, ADA)


async def test_of_two_the_other_wins_and_if_both_time_out_at_once_nobody_does(club: Club) -> None:
    assert (await sweep(club, await club.match(), 1)).outcome == Outcome(((0,), (1,)), "time")
    assert (await sweep(club, await club.match(), 1, 0)).outcome == Outcome(((0, 1),), "time")
    assert await club.faults() == []


async def test_a_partner_may_leave_and_the_other_continues(club: Club) -> None:
    match = await club.seated(PARTNERS, *PEOPLE)
    await club.act("resign", match, CLARA)
    left = await club.act("resign", match, BRUNO)
    assert (left.status, left.departed_seats) == ("running", (2, 1))
    ended = await club.act("resign", match, DAVID)
    assert ended.outcome == Outcome(((0, 2), (1, 3)), "left")
    assert await club.faults() == []


async def test_with_three_pairs_the_game_ends_when_only_one_pair_remains(club: Club) -> None:
    match = await club.seated("chinese-checkers-6-partners", *PEOPLE, EMMA, FRANZ)
    left = await club.act("resign", match, BRUNO)
    (asked,) = left.stand_ins
    assert (asked.seat, asked.partner) == (1, 4)
    left = await club.act("resign", match, EMMA)
    assert (left.status, left.departed_seats, left.stand_ins) == ("running", (1, 4), ())
    left = await club.act("resign", match, FRANZ)
    assert left.status == "running"
    ended = await club.act("resign", match, CLARA)
    assert ended.outcome == Outcome(((0, 3), (2, 5), (1, 4)), "left")
    assert await club.faults() == []


async def test_two_partners_and_another_time_out_at_once_and_the_fourth_wins(club: Club) -> None:
    match = await club.seated(PARTNERS, *PEOPLE)
    ended = await sweep(club, match, 0, 2, 1)
    assert ended.outcome == Outcome(((1, 3), (0, 2)), "left")
    assert (await club.get(match)).departed_seats == (0, 2)
    assert await club.faults() == []


@pytest.mark.check
async def test_a_match_may_be_aborted_until_every_seat_has_moved(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, BRUNO)
    for _ in range(2):
        await club.turn(match)
    assert (await club.get(match)).ply == 3
    assert (await club.act("abort", match, ADA)).status == "aborted"
    match = await club.seated(STAR, *PEOPLE)
    for _ in range(4):
        await club.turn(match)
    with pytest.raises(TooLateToAbort):
        await club.act("abort", match, ADA)
    assert await club.faults() == []


async def test_the_record_says_who_left_and_when(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.turn(match)
    await club.act("resign", match, CLARA)
    await club.turn(match)
    await sweep(club, match, 0, 1)
    with reading(club.store) as tx:
        text = game_records.record_text(tx, lifecycle.load(tx, match.id), {ADA: "Ada"})
        again = rebuilt(tx, match.id)
    game_record = record.read_record(text)
    assert game_record.turns.count(record.PlayerLeft(2)) == 1
    assert variant(STAR).dump(record.replay_record(game_record)) == (await club.get(match)).position
    assert variant(STAR).dump(again) == (await club.get(match)).position
    assert game_record.result == Outcome(((3,), (1,), (0,), (2,)), "left")
    assert (await club.get(match)).outcome == Outcome(((3,), (0, 1), (2,)), "left")


async def test_a_finished_player_cannot_resign_or_offer_a_draw_and_has_no_more_turns(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 0)
    played = await club.turn(match)
    assert (played.position.done, played.outcome) == ((0,), None)
    for what in ("resign", "offer_draw"):
        with pytest.raises(PlaceCertain):
            await club.act(what, match, ADA)
    for player in (BRUNO, CLARA, DAVID, BRUNO):
        assert (await club.get(match)).to_move == player
        await club.turn(match)
    with reading(club.store) as tx:
        assert lifecycle.waiting_for(tx, ADA) == []
    assert await club.faults() == []


async def test_ranks_depend_first_on_finishing_and_then_on_leaving(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 1)
    await club.act("resign", match, ADA)
    await club.turn(match)
    ended = await club.act("resign", match, DAVID)
    assert ended.outcome == Outcome(((1,), (2,), (3,), (0,)), "goal")
    assert await club.faults() == []


async def test_all_remaining_players_may_time_out_at_once_after_one_has_won(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 0)
    await club.turn(match)
    ended = await sweep(club, match, 1, 2, 3)
    assert ended.outcome == Outcome(((0,), (1, 2, 3)), "time")
    assert await club.faults() == []


async def test_edge_23_the_computer_makes_no_move_after_the_match_is_decided(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(
        club, monkeypatch, places=False, reached=lambda rules, position, seat: seat == 0
    )
    await club.act("resign", match, BRUNO)
    played = await club.turn(match)
    assert (played.match.status, played.match.ply, played.replies) == ("finished", 1, ())
    assert played.outcome == Outcome(((0,), (2, 3), (1,)), "goal")


async def test_a_computer_move_may_end_the_match(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One partner has finished, the other has left; the computer moves the last men."""
    match = await with_rules(
        club, monkeypatch, PARTNERS, reached=lambda rules, position, seat: seat in (0, 2)
    )
    await club.act("resign", match, CLARA)
    with writing(club.store) as tx:
        partner_takeover.choose_takeover(
            tx, match.id, player=ADA, choice="computer", interaction=5, now=club.now
        )
    await club.turn(match)
    text = await club.some_move(match)
    played = await club.play(match, BRUNO, text, interaction=7)
    assert played.outcome == Outcome(((0, 2), (1, 3)), "goal")
    assert [reply.seat for reply in played.replies] == [2]
    again = await club.play(match, BRUNO, text, interaction=7)
    assert (again.outcome, again.replies) == (played.outcome, played.replies)
    assert (await club.pending_kinds())[-1] == "result"
    assert await club.faults() == []


def test_only_players_of_the_same_departure_group_share_a_rank() -> None:
    left = tuple(Departure(1, seat, seat, 0, 0, "time", sweep) for seat, sweep in ((1, 0), (2, 0)))
    later = Departure(1, 3, 3, 0, 0, "time", 2)
    ranking = ((0,), (3,), (2,), (1,))
    assert lifecycle.merge_departed(ranking, (*left, later)) == ((0,), (3,), (1, 2))
    assert lifecycle.merge_departed(ranking, ()) == ranking
