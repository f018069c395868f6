"""A short simulated season of events and ladders."""

import pytest

from bot.store import Store
from tests.bot.extensions.tournaments.season import simulate

pytestmark = pytest.mark.check


async def test_a_season_keeps_all_invariants_and_every_event_ends(store: Store) -> None:
    world = await simulate(store, people=24, servers=2, events=3, days=4, seed=1)
    assert world.faults == []
    assert world.tally["pairings/scored"] > 0
    assert world.tally["hub edits"] > 0
