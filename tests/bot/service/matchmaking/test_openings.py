"""Matches that start with the moves of another match."""

import random

import pytest

from bot.service.actions import game_records
from bot.service.errors import NothingToTakeBack
from bot.service.match import lifecycle
from bot.service.matchmaking import computer_games
from bot.store.models import Match
from engine import GameOver, record, variant
from tests.bot.service.club import ADA, BRUNO, CHANNEL, GUILD, Club
from tests.transactions import reading, writing

MOVES = ("II,3-III,3", "VII,6-VI,6", "III,3-II,3", "VI,6-VII,6")
"""Moves that lead back to the starting position."""


async def begun(club: Club, opening: tuple[str, ...] = MOVES[:3]) -> Match:
    return await club.match(opening=opening)


async def test_a_match_can_start_after_the_moves_of_another_and_passes_the_integrity_check(
    club: Club,
) -> None:
    match = await begun(club)
    assert (match.ply, match.turn_count, match.turn, match.to_move) == (3, 3, 1, BRUNO)
    assert await club.faults() == []
    seen = await club.seen(match)
    assert [(event.ply, event.player, event.by) for event in seen.events] == [(2, None, "imported")]  # type: ignore[union-attr]
    await club.play(match, BRUNO, "VI,6-V,6")
    await club.play(match, ADA, "II,3-III,3")
    assert await club.faults() == []
    with reading(club.store) as tx:
        game_record = record.read_record(
            game_records.record_text(tx, lifecycle.load(tx, match.id), {})
        )
    assert len(game_record.turns) == 5


async def test_moves_of_the_earlier_match_cannot_be_taken_back(club: Club) -> None:
    match = await begun(club)
    for player in (ADA, BRUNO):
        with pytest.raises(NothingToTakeBack):
            await club.act("offer_takeback", match, player)


async def test_positions_of_the_earlier_match_count_for_repetition(club: Club) -> None:
    match = await begun(club, MOVES)
    for text, player in zip(MOVES, (ADA, BRUNO) * 2, strict=True):
        played = await club.play(match, player, text)
    assert played.outcome is not None
    assert played.outcome.reason == "repetition"
    assert await club.faults() == []


@pytest.mark.parametrize("more", [(), ("II,3-III,3",)], ids=["over", "moves after the end"])
async def test_a_challenge_cannot_continue_a_game_that_its_opening_ends(
    club: Club, more: tuple[str, ...]
) -> None:
    with pytest.raises(GameOver):
        await club.challenge(opening=(*MOVES * 2, *more))
    assert await club.rows("SELECT id FROM challenges") == []


@pytest.mark.parametrize("level", [computer_games.SOLO_LEVEL, 2])
async def test_matches_against_the_computer_or_oneself_can_start_from_given_moves_too(
    club: Club, level: int
) -> None:
    with writing(club.store) as tx:
        match = computer_games.start_computer_game(
            tx,
            variant("halma-8"),
            player=ADA,
            level=level,
            seat=1,
            guild=GUILD,
            channel=CHANNEL,
            interaction=next(club.ids),
            now=club.now,
            rng=random.Random(1),
            opening=MOVES[:3],
        )
    assert match.to_move == ADA
    await club.play(match, ADA, "VI,6-V,6")
    assert await club.faults() == []


async def test_an_error_in_the_number_of_given_moves_is_found(club: Club) -> None:
    match = await begun(club)
    await club.play(match, BRUNO, "VI,6-V,6")
    await club.spoil("UPDATE matches SET opening_plies = 4")
    assert any("whose turn it was not" in fault for fault in await club.faults())
