"""Continuations from a position of a finished game."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.service.actions import game_records
from bot.service.clock import time_control
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.store import Tx
from bot.store.models import ChallengeSeat
from engine import Move
from engine.record import Record
from tests.year import computers, matchmaking
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer
from tests.year.simulated_world import World

NO_LONGER_LEGAL = "not-a-move"
"""Code of an error that may occur in a continuation.

Without the departures of the first game, the same moves may end the second game, or be illegal.
"""


async def play_on(
    world: World,
    offer: Offer,
    through: Callable[[World, Person, Record], Awaitable[Record]] | None = None,
) -> None:
    """Continue from a position of a finished game.

    Its record may pass `through` an import first.
    """
    about = matchmaking.about(world)
    if not world.over or len(about) < 2:
        world.at(world.now + DAY, partial(play_on, world, offer, through))
        return
    person, friend = world.rng.sample(about, 2)
    record = await world.ask("read a record", _record, world.rng.choice(world.over[-50:]))
    if through is not None:
        record = await through(world, person, record)
    game = record.variant
    made = [game.format(turn) for turn in record.turns if isinstance(turn, Move)]
    may = NO_LONGER_LEGAL if len(made) < len(record.turns) else ""
    opening = tuple(made[: world.rng.randrange(1, len(made))]) if len(made) > 1 else ()
    world.openings[opening] = offer.way
    if world.rng.random() < 0.5:
        level = Offer(offer.at, game.key, "untimed", False, "computer")
        await computers.alone(world, level, opening, may)
        return
    made_one = await world.ask(
        "challenge to play on",
        challenges.create,
        challenger=person.id,
        variant=game.key,
        places=[ChallengeSeat(friend.id), *[ChallengeSeat()] * (len(game.seats) - 2)],
        control=time_control.parse(offer.clock),
        opening=opening,
        interaction=world.id(),
        may=f"limit-reached too-many-games {may}",
        **matchmaking.somewhere(world),
    )
    if made_one is not None:
        for reader in (friend, *about) if len(game.seats) > 2 else (friend,):
            hears = reader.awake(world.now + world.rng.randrange(6 * HOUR), world.rng)
            world.at(hears, partial(matchmaking.join, world, reader, made_one.id))


def _record(tx: Tx, match: int, *, now: int) -> Record:
    return game_records.match_record(tx, lifecycle.load(tx, match), {})
