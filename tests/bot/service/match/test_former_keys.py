"""Matches that were stored under a key of an earlier version."""

import pytest

from bot.service import position_cache
from bot.service.actions import game_records
from bot.service.match import lifecycle
from bot.service.matchmaking import seating
from engine.former_keys import FORMER_KEYS
from tests.bot.service.club import ADA, BRUNO, Club
from tests.transactions import reading


@pytest.mark.parametrize("former", sorted(FORMER_KEYS))
async def test_a_match_stored_under_a_former_key_continues(club: Club, former: str) -> None:
    current = FORMER_KEYS[former]
    match = await club.match(variant=current)
    await club.play(match, ADA, "II,3-IV,5")
    await club.spoil("UPDATE matches SET variant = :key", key=former)
    await club.spoil(
        "UPDATE matches SET position = replace(position, :current, :key)",
        current=current,
        key=former,
    )
    position_cache.clear_cache()
    assert await club.faults() == []
    played = await club.play(match, BRUNO, "XV,14-XIII,12")
    assert played.match.position.startswith(f"{current} 2 0 ")
    position_cache.clear_cache()
    await club.play(match, ADA, "II,4-IV,4")
    assert await club.faults() == []
    with reading(club.store) as tx:
        text = game_records.record_text(tx, lifecycle.load(tx, match.id), {})
    assert text.startswith(f'[Game "{current}"]')


@pytest.mark.parametrize("former", sorted(FORMER_KEYS))
def test_a_challenge_with_a_former_key_has_the_sizes_of_the_current_one(former: str) -> None:
    assert seating.variants_by_size(former) == seating.variants_by_size(FORMER_KEYS[former])
