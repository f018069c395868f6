"""The computer as a player: against one person, at tables, and for those who have left.

Its moves are computed as by the bot, with the real search (`bot.thinking`); now and then the process
that computes dies.
"""

from collections.abc import Hashable
from functools import partial

from bot import thinking
from bot.service.clock import time_control
from bot.service.match import computers
from bot.service.meeting import challenges, computer_games
from bot.service.play import computer
from bot.store.values import ChallengeSeat, Match, OfferKind
from bot.thinking import Question
from engine import Variant, search, variant
from tests.year import meeting
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer
from tests.year.world import World

QUICK, SMALL = 400, 20
"""So many positions a level looks at that is quick; a board with fewer points is small."""
DIES = 0.01
"""How often the process dies that computes a move."""


def _level(world: World, game: Variant) -> int:
    """A level that does not think for long, or any where the board is small."""
    small = len(game.board.points) < SMALL
    quick = [one.number for one in search.levels(game) if small or one.nodes <= QUICK]
    return world.rng.choice(quick)


async def think(world: World, asked: Question, owner: Hashable) -> str:
    """The computer's move, or no answer."""
    if world.rng.random() < DIES:
        world.tally["computer/process died"] += 1
        raise RuntimeError("the process was killed")
    world.tally[f"computer/computed at level {asked.level}"] += 1
    return thinking.move(asked)


async def alone(world: World, wish: Offer, opening: tuple[str, ...] = ()) -> None:
    """Somebody plays the computer, or all hands."""
    about = meeting.about(world)
    if not about:
        return
    person = world.rng.choice(about)
    game = variant(wish.key)
    hands = wish.way == "hands"
    level = computer_games.HANDS if hands else _level(world, game)
    match = await world.ask(
        "play alone" if hands else "play the computer",
        computer_games.begin,
        game,
        player=person.id,
        level=level,
        opening=opening,
        interaction=world.id(),
        rng=world.rng,
        may="too-many-games",
        **meeting.somewhere(world),
    )
    if match is not None:
        meeting.begun(world, match)


async def filled(world: World, wish: Offer) -> None:
    """Somebody opens a table, and after some hours the computer takes the places that are free."""
    about = meeting.about(world)
    seats = len(variant(wish.key).seats)
    if len(about) < 3:
        return
    host, other = world.rng.sample(about, 2)
    table = await world.ask(
        "open a table",
        challenges.create,
        challenger=host.id,
        variant=wish.key,
        places=[ChallengeSeat()] * (seats - 1),
        control=time_control.parse(wish.clock),
        rated=False,
        interaction=world.id(),
        may="limit-reached too-many-games",
        **meeting.somewhere(world),
    )
    if table is None:
        return
    if seats > 2:
        hears = other.awake(world.now + world.rng.randrange(6 * HOUR), world.rng)
        world.at(hears, partial(meeting.join, world, other, table.id))
    level = _level(world, variant(wish.key))
    world.at(world.now + DAY, partial(_fill, world, host, table.id, level))


async def _fill(world: World, host: Person, table: int, level: int) -> None:
    if host.id not in world.people:
        return
    joined = await world.ask(
        "fill a table",
        computer_games.fill,
        table,
        player=host.id,
        level=level,
        interaction=world.id(),
        rng=world.rng,
        may="expired already-answered not-found",
    )
    if joined is not None and joined.match is not None:
        meeting.begun(world, joined.match)


async def drawn(world: World, match: Match, kind: OfferKind) -> int | None:
    """The ply at which the computer, if it plays, holds the match for drawn."""
    if kind != "draw" or not computers.plays(match.players):
        return None
    with world.database.watched():
        async with world.store.read() as tx:
            asked = await computer.question(tx, match, match.level or 0)
    yes = thinking.drawn(asked)
    world.tally[f"computer/{'agreed to' if yes else 'declined'} a draw"] += 1
    return match.ply if yes else None
