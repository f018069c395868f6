"""The computer as an opponent, in free seats and for players who have left.

Its moves are computed with the real search (`bot.runtime.computer_jobs`). From time to time the
worker process dies.
"""

from collections.abc import Hashable
from functools import partial

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service.actions import computer_moves
from bot.service.clock import time_control
from bot.service.match import computer_players
from bot.service.matchmaking import challenges, computer_games
from bot.store.models import ChallengeSeat, Match, OfferKind
from engine import Variant, search, variant
from tests.transactions import reading
from tests.year import matchmaking
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer
from tests.year.simulated_world import World

QUICK, SMALL = 400, 20
"""Maximum nodes of a fast level, and number of points below which a board is small."""
MASTERS = 0.2
"""Probability that a slow level may be chosen on a small board."""
DIES = 0.01
"""Probability that the worker process dies during a computation."""


def _level(world: World, game: Variant) -> int:
    """Return a random fast level or, sometimes on a small board, any random level."""
    small = len(game.board.points) < SMALL and world.rng.random() < MASTERS
    quick = [level.number for level in search.levels(game) if small or level.nodes <= QUICK]
    return world.rng.choice(quick)


async def think(world: World, asked: SearchRequest, owner: Hashable) -> str:
    """Return the computer's move. Raises `RuntimeError` if the worker process dies."""
    if world.rng.random() < DIES:
        world.tally["computer/process died"] += 1
        raise RuntimeError("the process was killed")
    world.tally[f"computer/computed at level {asked.level}"] += 1
    return computer_jobs.choose_move(asked)


async def alone(world: World, offer: Offer, opening: tuple[str, ...] = (), may: str = "") -> None:
    """Start a match against the computer, or one in which a player plays all sides."""
    about = matchmaking.about(world)
    if not about:
        return
    person = world.rng.choice(about)
    game = variant(offer.key)
    hands = offer.way == "hands"
    level = computer_games.SOLO_LEVEL if hands else _level(world, game)
    match = await world.ask(
        "play alone" if hands else "play the computer",
        computer_games.start_computer_game,
        game,
        player=person.id,
        level=level,
        opening=opening,
        interaction=world.id(),
        rng=world.rng,
        may=f"too-many-games {may}",
        **matchmaking.somewhere(world),
    )
    if match is not None:
        matchmaking.begun(world, match)


async def filled(world: World, offer: Offer) -> None:
    """Open a challenge whose free seats the computer takes after a day."""
    about = matchmaking.about(world)
    seats = len(variant(offer.key).seats)
    if len(about) < 3:
        return
    host, other = world.rng.sample(about, 2)
    table = await world.ask(
        "open a table",
        challenges.create,
        challenger=host.id,
        variant=offer.key,
        places=[ChallengeSeat()] * (seats - 1),
        control=time_control.parse(offer.clock),
        rated=False,
        interaction=world.id(),
        may="limit-reached too-many-games",
        **matchmaking.somewhere(world),
    )
    if table is None:
        return
    if seats > 2:
        hears = other.awake(world.now + world.rng.randrange(6 * HOUR), world.rng)
        world.at(hears, partial(matchmaking.join, world, other, table.id))
    level = _level(world, variant(offer.key))
    world.at(world.now + DAY, partial(_fill, world, host, table.id, level))


async def _fill(world: World, host: Person, table: int, level: int) -> None:
    if host.id not in world.people:
        return
    joined = await world.ask(
        "fill a table",
        computer_games.fill_with_computer,
        table,
        player=host.id,
        level=level,
        interaction=world.id(),
        rng=world.rng,
        may="expired already-answered not-found",
    )
    if joined is not None and joined.match is not None:
        matchmaking.begun(world, joined.match)


async def drawn(world: World, match: Match, kind: OfferKind) -> int | None:
    """Return the current ply if the computer considers the match drawn, else None.

    Returns None as well if the computer does not play in the match, or for other kinds of offers.
    """
    if kind != "draw" or not computer_players.includes_computer(match.players):
        return None
    with world.database.watched(), reading(world.store) as tx:
        asked = computer_moves.search_request(tx, match, match.level or 0)
    yes = computer_jobs.considers_drawn(asked)
    world.tally[f"computer/{'agreed to' if yes else 'declined'} a draw"] += 1
    return match.ply if yes else None
