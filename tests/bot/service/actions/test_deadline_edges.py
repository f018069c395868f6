"""Edge cases where clocks interact with rules, seats and calendars."""

from collections import OrderedDict
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.service import position_cache
from bot.service.actions import claims
from bot.service.clock.calendar import HOUR
from bot.service.clock.time_control import STANDARD
from bot.service.errors import NotOpponent
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.store.match import matches
from engine import Outcome, variant
from engine.rules import Overstays
from tests.bot.service.actions.test_claims import begun, do, notices, run_out
from tests.bot.service.actions.test_resignations import with_rules
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.transactions import reading, writing


async def test_edge_9_seventy_two_hours_are_exact_across_a_daylight_saving_change(
    club: Club,
) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    club.now = int(datetime(2026, 10, 24, 12, tzinfo=berlin).timestamp())
    with writing(club.store) as tx:
        for player in (ADA, BRUNO):
            player_settings.change_settings(
                tx, player, {"zone": "berlin", "quiet": "22-8"}, now=club.now
            )
    await club.match(ADA, BRUNO)
    match = await club.match(ADA, BRUNO)
    assert match.deadline == club.now + STANDARD.bank
    assert datetime.fromtimestamp(match.deadline, berlin).hour == 11


async def test_edge_13_a_vacation_block_ending_at_the_deadline_leaves_the_next_block_whole(
    club: Club,
) -> None:
    match = await begun(club, rated=True)
    first = await run_out(club, match)
    assert first.deadline is not None
    second = await run_out(club, match)
    assert second.deadline == first.deadline + 12 * HOUR
    assert await club.sweep() == []


async def test_edge_21_after_claims_against_three_of_four_the_last_player_has_won(
    club: Club,
) -> None:
    match = await begun(club, "halma-4", ADA, BRUNO, CLARA, DAVID)
    for claimant in (DAVID, CLARA, DAVID):
        await run_out(club, match)
        after = await do(club, claims.claim_turn, match, claimant)
    assert after.outcome is not None
    assert after.outcome.ranking == ((3,), (2,), (1,), (0,))


async def test_edge_24_a_finished_player_is_not_asked_not_timed_and_cannot_claim(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await with_rules(club, monkeypatch, reached=lambda rules, position, seat: seat == 0)
    for _ in range(4):
        await club.turn(match)
    await club.deliver()
    await run_out(club, match)
    assert (await notices(club))[0].facts.asked == (2, 3)
    with pytest.raises(NotOpponent):
        await do(club, claims.claim_turn, match, ADA)
    with reading(club.store) as tx:
        assert matches.awaiting_player(tx, ADA) == []
        clock = lifecycle.load(tx, match.id).clock
    assert clock is not None
    assert clock.seat == 1


async def test_edge_33_a_home_yard_rule_is_reached_by_turns_and_not_by_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim ends the match on time; a late move instead loses by the yard rule."""
    game = replace(variant("halma-8"), has_lost=Overstays(1))
    monkeypatch.setattr(position_cache, "find", {"halma-8": game}.__getitem__)
    monkeypatch.setattr(position_cache, "_games", OrderedDict())
    first, two = await begun(club), await begun(club)
    await run_out(club, first)  # the clock of the other match runs out as well
    over = await do(club, claims.claim_turn, first, BRUNO)
    assert over.outcome == Outcome(((1,), (0,)), "time")
    await club.turn(two)
    over = await club.get(two)
    assert over.outcome == Outcome(((1,), (0,)), "overstayed")
    assert await club.faults() == []


@pytest.mark.check
async def test_edge_34_the_computer_drops_pieces_for_a_player_who_leaves_in_the_drop_stage(
    club: Club,
) -> None:
    match = await begun(club, "platonic-3", ADA, BRUNO, CLARA)
    await run_out(club, match)
    after = await do(club, claims.claim_turn, match, CLARA)
    assert (after.departed_seats, after.to_move, after.ply) == ((0,), BRUNO, 4)
    position = (await club.seen(match)).position
    assert sum(position.stock) == sum(variant("platonic-3").start().stock) - 4
    for _ in range(24):
        await club.turn(match)
    assert sum((await club.seen(match)).position.stock) == 0
    assert await club.faults() == []
