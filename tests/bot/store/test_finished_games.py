"""A player's matches are found by an index on their seats, not by a full scan."""

from pathlib import Path

import pytest

from bot.store import Store, address
from bot.store.match import matches
from tests import raw

STATEMENTS = {
    "running": matches._RUNNING_OF,
    "over": matches._FINISHED_OF,
    "all": matches._ALL_OF,
}
MANY = (
    "('matches', 'ix_matches_running', '200000 50')",
    "('match_seats', 'ix_match_seats_player_match', '400000 50 1')",
)
"""Planner statistics as of a large database."""


@pytest.mark.parametrize("which", sorted(STATEMENTS))
async def test_a_players_matches_are_found_by_their_seats(database: Path, which: str) -> None:
    store = await Store.open(address(database))
    await store.close()
    raw.spoil(database, "INSERT INTO players (id, name, created) VALUES (1, '', 0)")
    raw.spoil(database, "ANALYZE")
    for known in MANY:
        raw.spoil(database, f"INSERT INTO sqlite_stat1 VALUES {known}")
    plan = raw.plan(database, STATEMENTS[which])
    assert any("ix_match_seats_player_match" in step for step in plan), plan
    scans = [step for step in plan if step.startswith("SCAN matches") or "matches_running" in step]
    assert scans == [], plan
