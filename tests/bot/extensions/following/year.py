"""Watched games in the simulated year: each watcher gets each result once."""

from functools import partial

from bot.extensions.following.service import watching
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from tests.year.habits import DAY, Person
from tests.year.simulated_world import World

FEATURES = {
    "a game is watched": "following/watched",
    "a watcher gets a result": "following/results",
}
REFUSED = "finished not-found too-many-followed"
"""Errors that a watcher may get: the game has ended, or is their own."""
SHARE = 5
"""The share of games that are watched each day: one person watches per this number of players."""


def begin(world: World, tx: Tx, days: int) -> None:
    """Let some players watch a random game each day."""
    for day in range(days):
        for _ in range(max(1, len(world.people) // SHARE)):
            person = world.rng.choice(list(world.people.values()))
            at = world.now + day * DAY + world.rng.randrange(DAY)
            world.at(person.awake(at, world.rng), partial(watch, world, person))


async def watch(world: World, person: Person) -> None:
    """Watch a random running game."""
    if person.id not in world.people or not world.games:
        return
    match = world.rng.choice(sorted(world.games))
    state = await world.ask("watch a game", watching.watch, match, player=person.id, may=REFUSED)
    if state is not None:
        world.tally["following/watched"] += 1


def _results(world: World) -> set[tuple[int, int]]:
    """Return the match and the watcher of each delivered result."""
    return world.remembered["watched results"]


def delivered(world: World, row: OutboxRow) -> None:
    """Check that a watcher gets a result once."""
    if row.kind != "watched-result":
        return
    world.tally["following/results"] += 1
    result = (row.payload.match, row.payload.player)
    if result in _results(world):
        world.fault(f"the result of match {result[0]} was sent to {result[1]} twice")
    _results(world).add(result)


def check(world: World, began: int) -> None:
    """All checks are made when a result is delivered."""
