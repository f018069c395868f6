"""Longest-hop puzzles: made only from matches whose players all share positions."""

import random

import pytest

from bot.extensions.puzzles.service import longest_hop
from bot.service.errors import NotFound
from bot.service.players import player_settings
from bot.service.results import MatchView
from bot.setting_definition import OFF, ON
from bot.store.models import Match
from engine.jumps import jumps_of
from tests.bot.service.club import ADA, BRUNO, CLARA, GUILD, Club
from tests.transactions import reading, writing


async def over(club: Club, *lenders: int) -> Match:
    """Return a finished match whose `lenders` have turned position sharing on."""
    match = await club.match(ADA, BRUNO)
    for _ in range(30):
        await club.turn(match)
    await club.act("resign", match, ADA)
    for player in lenders:
        await set_sharing(club, player, True)
    return match


async def set_sharing(club: Club, player: int, shared: bool) -> None:
    with writing(club.store) as tx:
        player_settings.change_settings(
            tx, player, {"share_positions": ON if shared else OFF}, now=club.now
        )


async def pick(club: Club, guild: int = GUILD) -> MatchView:
    with reading(club.store) as tx:
        return longest_hop.pick_position(tx, guild, random.Random(1))


@pytest.mark.check
async def test_a_position_is_used_only_if_both_players_share_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longest_hop, "MIN_JUMPS", 1)
    match = await over(club, ADA)
    with pytest.raises(NotFound):
        await pick(club)
    await set_sharing(club, BRUNO, True)
    question = await pick(club)
    assert question.match.id == match.id
    with pytest.raises(NotFound):
        await pick(club, GUILD + 1)
    await set_sharing(club, ADA, False)
    with reading(club.store) as tx, pytest.raises(NotFound):
        longest_hop.load_problem(tx, match.id, question.ply)


async def test_a_running_match_is_not_used(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longest_hop, "MIN_JUMPS", 0)
    match = await club.match(ADA, BRUNO)
    await club.turn(match)
    for player in (ADA, BRUNO):
        await set_sharing(club, player, True)
    with pytest.raises(NotFound):
        await pick(club)


@pytest.mark.check
async def test_positions_without_a_long_hop_are_not_used(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longest_hop, "MIN_JUMPS", 99)
    await over(club, ADA, BRUNO)
    with pytest.raises(NotFound):
        await pick(club)


@pytest.mark.check
async def test_the_first_finder_is_named_only_if_they_show_their_name(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longest_hop, "MIN_JUMPS", 1)
    await over(club, ADA, BRUNO)
    asked = await pick(club)
    rules, known = longest_hop.possible_moves(asked)
    jumps = longest_hop.longest_jump_count(rules, known)
    assert jumps == max(jumps_of(rules, move) for move in known)
    with writing(club.store) as tx:
        assert longest_hop.record_solver(tx, asked, jumps, player=CLARA, now=club.now) == CLARA
        assert longest_hop.record_solver(tx, asked, jumps, player=ADA, now=club.now + 1) == 0
        player_settings.change_settings(tx, CLARA, {"show_name": "on"}, now=club.now)
        assert longest_hop.record_solver(tx, asked, jumps, player=ADA, now=club.now + 2) == CLARA
