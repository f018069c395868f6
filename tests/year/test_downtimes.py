"""The ledger uses an extended turn's deadline when it credits downtime."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.service.actions import timeouts
from bot.service.clock import time_control
from bot.service.clock.calendar import DAY, HOUR
from bot.service.matchmaking import challenges
from bot.store import Store, address
from bot.store.models import ChallengeSeat
from tests.year import ledger, outages, simulation
from tests.year.inline import inline, memory
from tests.year.simulated_world import Game, World
from tests.year.simulation import START, Plan
from tests.year.waiting import waiting

pytestmark = pytest.mark.check


async def begun(world: World) -> Game:
    """Start a rated two-player match.

    Both sleep from 22:00 to 07:00 and have ten days for the first turn.
    """
    for person in world.people.values():
        person.zone, person.night, person.settings_known = "UTC", (22 * 60, 7 * 60), True
    await simulation.move_in(world, Plan(2, 0, 14, 1, Path()))
    world.agenda.clear()
    first, other = world.people
    terms = {"variant": "halma-8", "control": time_control.parse("5d/move"), "seat": 0}
    where = {"guild": 501, "channel": 50100, "interaction": world.id()}
    made = await world.ask(
        "challenge",
        challenges.create,
        challenger=first,
        places=[ChallengeSeat(other, 1)],
        rated=True,
        **terms,
        **where,
    )
    how = {"player": other, "interaction": world.id(), "rng": world.rng}
    match = (await world.ask("accept", challenges.join, made.id, **how)).match
    known = ledger.opened(match.control, [True, True], world.now)
    world.games[match.id] = Game(match, known)
    return world.games[match.id]


@pytest.mark.parametrize(
    ("go_down", "cause"),
    [(simulation.doze, "sleeps"), (outages.lose_database, "database")],
    ids=["suspended", "database outage"],
)
async def test_downtime_counts_in_a_turn_extended_by_vacation_and_quiet_hours(
    go_down: Callable[[World, int], Awaitable[None]], cause: str
) -> None:
    with inline(), TemporaryDirectory(dir=memory()) as folder:
        plan = Plan(2, 0, 14, 1, Path(folder))
        store = await Store.open(address(plan.folder / "world.sqlite3"))
        world = simulation.world_of(store, plan, lambda line: None)
        game = await begun(world)
        runs_out = world.now + 10 * DAY
        assert game.match.deadline == runs_out
        world.at(runs_out + timeouts.GRACE + 1, world.settle)
        night = runs_out + 12 * HOUR  # half a day of vacation has passed
        world.at(night + 6 * HOUR, partial(go_down, world, DAY))
        with waiting(world):  # a delivery that the outage interrupts is retried until it is over
            await world.run()
        await store.close()
    assert runs_out == START + 10 * DAY
    assert world.tally[f"downtimes/{cause}"] == 1
    assert game.match.deadline is not None
    assert world.faults == []
