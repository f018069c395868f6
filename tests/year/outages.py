"""Database outages during deliveries and moves, and the recovery."""

from contextlib import suppress
from functools import partial

from tests import raw
from tests.year import player_actions
from tests.year.database import WITHIN
from tests.year.simulated_world import Broken, Event, World

BUSY = 8
"""Maximum number of players who move just before an outage, and again during it."""
_PENDING = (
    "SELECT match, ply, kind FROM outbox WHERE state = 'owed' AND kind IN ('board', 'result')"
    " AND created BETWEEN :since AND :until"
)


async def lose_database(world: World, seconds: int) -> None:
    """Make some moves, then start an outage before the bot can deliver the boards."""
    if world.absent:
        return
    since, until = world.now, world.now + seconds
    for act in _movers(world):
        await act()
    for match in list(world.games):  # vacations in progress extend turns without a message
        await world.look(match)
    world.post.calm = world.absent = True
    world.database.go(since, until)
    for act in _movers(world):
        world.impatient.append(act)
        world.at(since + world.rng.randrange(seconds), world.meanwhile)
    world.at(until, partial(_back, world, since))
    with suppress(Broken):
        await world.settle()


async def _back(world: World, since: int) -> None:
    """End the outage and check all matches.

    The scheduler detects any downtime by itself.
    """
    world.database.come_back()
    world.impatient.clear()
    world.tally["downtimes/database"] += 1
    world.bot_at = None
    await world.scheduler.run_until_idle()
    world.absent = False
    for match in list(world.games):
        await world.look(match)
    await world.settle()
    world.at(world.now + WITHIN, partial(_all_shown, world, since, world.now))


async def _all_shown(world: World, since: int, until: int) -> None:
    """Check that all boards and results from before the end of the outage are posted."""
    await world.settle()
    for match in list(world.games):
        await world.look(match)
    world.post.calm = world.database.away
    if any(gone <= world.now and back >= since for gone, back in world.downtimes):
        return
    for row in raw.look(world.store, _PENDING, since=since, until=until):
        match, ply, kind = row.values()
        world.fault(f"match {match}: no {kind} after {ply} turns {world.now - until} s later")


def _movers(world: World) -> list[Event]:
    """Return the turns of players who are available and awake."""
    events = list[Event]()
    for game in world.games.values():
        person = world.people.get(game.match.to_move or 0)
        if person is not None and person.away_until <= world.now and not person.sleeps(world.now):
            events.append(
                partial(player_actions.on_turn, world, person, game.match.id, game.match.ply)
            )
    return world.rng.sample(events, min(len(events), BUSY))
