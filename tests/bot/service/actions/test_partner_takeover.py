"""Partner takeover: play both seats, leave one to the computer, or concede."""

from typing import Any

import pytest

from bot.service.actions import claims, game_records, offers, partner_takeover, vacations
from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import STANDARD, UNTIMED
from bot.service.errors import HasLeft, NothingToChoose, NotPlaying, NotYourTurn, Undecided
from bot.service.match import lifecycle
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.service.results import MoveEvent
from bot.store.match import matches
from bot.store.models import Departure, Match, StandIn
from engine import Outcome, record, variant
from tests.bot.service.actions.test_resignations import (
    PARTNERS,
    PEOPLE,
    makers,
    notices,
    with_rules,
)
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, Club, job_due_at
from tests.bot.service.rebuilt_match import rebuilt
from tests.bot.service.row_counts import bank as seat_bank
from tests.transactions import reading, writing


@pytest.fixture
async def match(club: Club) -> Match:
    """A match of Ada and Clara against Bruno and David after one round.

    Ada is to move.
    """
    begun = await club.seated(PARTNERS, *PEOPLE)
    for _ in PEOPLE:
        await club.turn(begun)
    await club.deliver()
    return await club.get(begun)


async def choose(club: Club, match: Match, player: int, choice: str, **more: Any) -> Match:
    arguments: dict[str, Any] = {"interaction": next(club.ids), "now": club.now, "choice": choice}
    with writing(club.store) as tx:
        chosen = partner_takeover.choose_takeover(tx, match.id, player=player, **(arguments | more))
    return await club.answered(chosen)


@pytest.mark.check
async def test_the_partner_is_asked_and_the_second_hand_waits_for_a_day(
    club: Club, match: Match
) -> None:
    left = await club.act("resign", match, ADA)
    assert left.stand_ins == (StandIn(0, 2, club.now + DAY),)
    assert (left.ply, left.turn, left.to_move, left.deadline) == (4, 0, CLARA, club.now + DAY)
    [(what, seat)] = await notices(club)
    assert (what, seat) == ("partner-left", 0)
    [notice] = [row.payload for row in await club.deliver() if row.kind == "notice"]
    assert (notice.facts.asked, notice.facts.until) == ((2,), club.now + DAY)
    with pytest.raises(Undecided):
        await club.play(left, CLARA, await club.some_move(left))
    with pytest.raises(HasLeft):
        await club.play(left, ADA, await club.some_move(left))
    with writing(club.store) as tx:
        with pytest.raises(Undecided):
            vacations.give_time(tx, match.id, player=BRUNO, interaction=5, now=club.now)
        with pytest.raises(Undecided):
            offers.make_offer(tx, match.id, "pause", player=CLARA, interaction=6, now=club.now)
    assert await club.faults() == []


@pytest.mark.check
async def test_a_player_of_both_hands_has_the_turns_clocks_and_moves_of_both(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, ADA)
    both = await choose(club, match, CLARA, "hands", interaction=5)
    assert await choose(club, match, CLARA, "hands", interaction=5) == both
    assert (both.stand_ins, both.departed_seats, both.to_move) == (
        (StandIn(0, 2, None),),
        (0,),
        CLARA,
    )
    assert both.deadline == club.now + await bank(club, both, 0)
    assert [row.kind for row in await club.deliver()] == ["board", "remove-buttons", "notice"]
    with pytest.raises(NotYourTurn):
        await club.play(both, BRUNO, await club.some_move(both))
    played = await club.turn(both)
    assert (played.match.ply, played.match.to_move) == (5, BRUNO)
    made = (await club.seen(match)).events[-1]
    assert isinstance(made, MoveEvent)
    assert (made.seat, made.player, made.by) == (0, CLARA, "player")
    await club.turn(match)
    assert (await club.get(match)).to_move == CLARA
    await club.turn(match)
    await club.turn(match)
    assert (await club.get(match)).to_move == CLARA
    with reading(club.store) as tx:
        assert [match.id for match in lifecycle.waiting_for(tx, CLARA)] == [match.id]
        assert lifecycle.waiting_for(tx, ADA) == []
        text = game_records.record_text(tx, lifecycle.load(tx, match.id), {})
        again = rebuilt(tx, match.id)
    game_record = record.read_record(text)
    assert game_record.turns.count(record.PlayerLeft(0)) == 1
    assert variant(PARTNERS).dump(again) == (await club.get(match)).position
    assert await makers(club, match) == ["player"] * 8
    assert await club.faults() == []


async def bank(club: Club, match: Match, seat: int) -> int:
    with reading(club.store) as tx:
        return seat_bank(tx, match.id, seat)


@pytest.mark.check
async def test_the_computer_takes_over_at_the_request_of_the_partner(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, ADA)
    after = await choose(club, match, CLARA, "computer")
    assert (after.stand_ins, after.ply, after.to_move) == ((), 5, BRUNO)
    assert await makers(club, match) == ["player"] * 4 + ["computer"]
    with pytest.raises(NothingToChoose):
        await choose(club, match, CLARA, "hands")
    assert await club.faults() == []


@pytest.mark.check
async def test_the_computer_takes_over_after_a_day_without_an_answer(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, ADA)
    assert await club.sweep(DAY + GRACE) == []
    [after] = await club.sweep(1, answers=False)
    assert [what for what, _ in await notices(club)] == ["partner-left", "computer-hands"]
    after = await club.answered(after)
    assert (after.stand_ins, after.ply, after.to_move) == ((), 5, BRUNO)
    assert await club.faults() == []


async def test_only_the_partner_may_choose_and_only_after_a_departure(
    club: Club, match: Match
) -> None:
    with pytest.raises(NothingToChoose):
        await choose(club, match, CLARA, "hands")
    await club.act("resign", match, ADA)
    for player, error in ((BRUNO, NothingToChoose), (ADA, HasLeft), (EMMA, NotPlaying)):
        with pytest.raises(error):
            await choose(club, match, player, "hands")
    over = await club.act("resign", match, CLARA)
    assert over.outcome == Outcome(((1, 3), (0, 2)), "left")
    assert await club.faults() == []


@pytest.mark.check
async def test_a_partner_may_choose_before_the_turn_but_not_after_the_time_is_up(
    club: Club, match: Match
) -> None:
    left = await club.act("resign", match, CLARA)
    assert (left.to_move, left.deadline) == (ADA, match.deadline)
    both = await choose(club, match, ADA, "hands")
    assert (both.to_move, both.deadline) == (ADA, match.deadline)
    await club.turn(match)
    left = await club.act("resign", match, DAVID)
    assert left.to_move == BRUNO
    club.now += DAY + 1
    with pytest.raises(NothingToChoose):
        await choose(club, match, BRUNO, "hands")
    await club.turn(match)
    assert (await club.get(match)).to_move == ADA
    played = await club.turn(match)
    assert [reply.by for reply in played.replies] == ["computer"]
    assert [stand_in.seat for stand_in in played.match.stand_ins] == [2]
    assert await club.faults() == []


@pytest.mark.check
async def test_a_second_hand_that_times_out_goes_to_the_computer_and_the_partner_stays(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, ADA)
    both = await choose(club, match, CLARA, "hands")
    assert both.deadline is not None
    club.now = both.deadline
    [after] = await club.sweep(GRACE + 1)
    assert (after.status, after.departed_seats, after.stand_ins, after.overdue) == (
        "running",
        (0,),
        (),
        None,
    )
    assert after.to_move == BRUNO
    assert await club.faults() == []


async def test_a_second_hand_gets_at_least_a_day_and_otherwise_what_was_left(
    club: Club, match: Match
) -> None:
    await club.spoil("UPDATE match_seats SET bank = 60 WHERE match = :m AND seat = 0", m=match.id)
    await club.act("resign", match, ADA)
    both = await choose(club, match, CLARA, "hands")
    assert both.deadline == club.now + DAY
    await club.act("resign", match, BRUNO)
    had = await bank(club, match, 1)
    await choose(club, match, DAVID, "hands")
    assert await bank(club, match, 1) == had > STANDARD.bank


async def test_the_partners_vacation_stops_the_clock_of_the_second_hand_but_not_of_the_choice(
    club: Club, match: Match
) -> None:
    left = await club.act("resign", match, ADA)
    with writing(club.store) as tx:
        vacations.start_vacation(tx, CLARA, days=2, interaction=5, now=club.now)
    assert (await club.get(match)).deadline == left.deadline
    both = await choose(club, match, CLARA, "hands")
    stays = club.now + await bank(club, match, 0)
    assert both.deadline == stays + 2 * DAY
    with writing(club.store) as tx:
        vacations.end_now(tx, CLARA, now=club.now)
    assert (await club.get(match)).deadline == stays


async def test_the_vacation_of_a_player_who_has_left_stops_no_clock(
    club: Club, match: Match
) -> None:
    with writing(club.store) as tx:
        vacations.start_vacation(tx, ADA, days=5, interaction=5, now=club.now)
    left = await club.act("resign", match, ADA)
    assert left.deadline == club.now + DAY
    both = await choose(club, match, CLARA, "hands")
    assert both.deadline == club.now + await bank(club, match, 0)


@pytest.mark.check
async def test_the_partner_is_reminded_of_the_choice_and_of_the_second_hand(
    club: Club, match: Match
) -> None:
    with writing(club.store) as tx:
        player_settings.change_settings(tx, CLARA, {"remind": "dm"}, now=club.now)
    await club.act("resign", match, ADA)
    for later in (300, 12 * HOUR):
        club.now += later
        await club.deliver()
        with writing(club.store) as tx:
            reminders.queue_due_reminders(tx, now=club.now)
        [row] = [row for row in await club.deliver() if row.kind == "reminder"]
        assert row.user == CLARA
    await choose(club, match, CLARA, "hands")
    with reading(club.store) as tx:
        clock = lifecycle.load(tx, match.id).clock
        assert [match.id for match in matches.awaiting_player(tx, CLARA)] == [match.id]
        assert matches.awaiting_player(tx, ADA) == []
    assert clock is not None
    assert clock.alarm == "turn"


async def test_downtime_of_the_bot_postpones_the_deadline_of_the_choice(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, CLARA)
    before = (await club.get(match)).stand_ins[0].until
    assert before is not None
    await club.resume(2 * DAY)
    assert (await club.get(match)).stand_ins[0].until == before + 2 * DAY
    with reading(club.store) as tx:
        assert job_due_at(tx, "heartbeat") is not None
    both = await choose(club, match, ADA, "hands")
    assert both.stand_ins == (StandIn(2, 0, None),)


async def test_in_an_untimed_match_the_choice_has_a_deadline(club: Club) -> None:
    table = await club.open_challenge(PARTNERS, host=ADA, seat=0, control=UNTIMED)
    for seat, player in enumerate((BRUNO, CLARA, DAVID), 1):
        joined = await club.join(table, player, seat=seat)
    assert joined.match is not None
    match = joined.match
    for _ in PEOPLE:
        await club.turn(match)
    left = await club.act("resign", match, ADA)
    assert left.deadline == club.now + DAY
    [after] = await club.sweep(DAY + GRACE + 1)
    assert (after.status, after.to_move) == ("running", BRUNO)


async def test_edge_22_a_partner_finishes_and_the_other_leaves(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who has finished may still take over the partner's seat."""
    match = await with_rules(
        club, monkeypatch, PARTNERS, reached=lambda rules, position, seat: seat == 0
    )
    for _ in PEOPLE:
        await club.turn(match)
    left = await club.act("resign", match, CLARA)
    assert left.stand_ins == (StandIn(2, 0, club.now + DAY),)
    await choose(club, match, ADA, "hands")
    await club.turn(match)
    now = await club.get(match)
    assert (now.turn, now.to_move) == (2, ADA)
    await club.turn(match)
    assert (await club.get(match)).to_move == DAVID
    assert await club.faults() == []


async def test_a_player_with_two_hands_who_leaves_gives_up_both(club: Club, match: Match) -> None:
    await club.act("resign", match, ADA)
    await choose(club, match, CLARA, "hands")
    over = await club.act("resign", match, CLARA)
    assert over.status == "finished"
    assert over.outcome is not None
    assert over.outcome.ranking[0] == (1, 3)
    assert await club.faults() == []


async def test_a_claim_against_a_partner_asks_the_other_partner(club: Club, match: Match) -> None:
    assert match.deadline is not None
    club.now = match.deadline
    await club.sweep(GRACE + 1)
    with writing(club.store) as tx:
        left = claims.claim_turn(tx, match.id, player=BRUNO, interaction=5, now=club.now)
    assert left.stand_ins == (StandIn(0, 2, club.now + DAY),)
    event = (await club.seen(match)).events[-1]
    assert isinstance(event, Departure)
    assert (event.why, event.partner) == ("time", 2)


@pytest.mark.check
async def test_each_of_two_pairs_may_lose_a_partner(club: Club, match: Match) -> None:
    await club.act("resign", match, ADA)
    await club.act("resign", match, BRUNO)
    await choose(club, match, CLARA, "hands")
    both = await choose(club, match, DAVID, "hands")
    assert [(stand_in.seat, stand_in.partner) for stand_in in both.stand_ins] == [(0, 2), (1, 3)]
    for player in (CLARA, DAVID, CLARA, DAVID, CLARA):
        assert (await club.get(match)).to_move == player
        await club.turn(match)
    assert await club.faults() == []


@pytest.mark.check
async def test_a_damaged_match_is_unchanged_when_the_time_to_choose_expires(
    club: Club, match: Match
) -> None:
    await club.act("resign", match, ADA)
    [row] = await club.rows("SELECT position FROM matches WHERE id = :m", m=match.id)
    await club.spoil("UPDATE matches SET position = 'x' WHERE id = :m", m=match.id)
    assert await club.sweep(DAY + GRACE + 1) == []
    assert len((await club.get(match)).stand_ins) == 1
    await club.spoil(
        "UPDATE matches SET position = :p WHERE id = :m", p=row["position"], m=match.id
    )
    [after] = await club.sweep(DAY + GRACE + 1)
    assert (after.to_move, after.stand_ins) == (BRUNO, ())
    assert await club.faults() == []
