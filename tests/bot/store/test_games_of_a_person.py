"""A person's games are found from their seats, by an index: never by a scan of all games."""

from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import Store, address, matches
from bot.store.statement import Statement

STATEMENTS: dict[str, tuple[Statement, dict[str, object]]] = {
    "running": (matches._RUNNING_OF, {"player": 1}),
    "over": (matches._OVER_OF, {"player": 1, "most": 25}),
    "all": (matches._ALL_OF, {"player": 1}),
}
MANY = (
    "('matches', 'ix_matches_running', '200000 50')",
    "('match_seats', 'ix_match_seats_player_match', '400000 50 1')",
)
"""What the planner knows of a large database."""


@pytest.mark.parametrize("which", sorted(STATEMENTS))
async def test_the_games_of_a_person_are_found_from_their_seats(database: Path, which: str) -> None:
    store = await Store.open(address(database))
    async with store.write() as tx:
        await tx.execute(text("INSERT INTO players (id, name, created) VALUES (1, '', 0)"))
        await tx.execute(text("ANALYZE"))
        for known in MANY:
            await tx.execute(text(f"INSERT INTO sqlite_stat1 VALUES {known}"))
    await store.close()
    store = await Store.open(address(database))
    statement, values = STATEMENTS[which]
    sql, places = statement.bind(values)
    for place in places:
        sql = sql.replace("?", repr(place), 1)
    async with store.read() as tx:
        plan = [row[3] for row in await tx.execute(text("EXPLAIN QUERY PLAN " + sql))]
    await store.close()
    assert any("ix_match_seats_player_match" in step for step in plan), plan
    scans = [step for step in plan if step.startswith("SCAN matches") or "matches_running" in step]
    assert scans == [], plan
