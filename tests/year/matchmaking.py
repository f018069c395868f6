"""Simulated matchmaking: direct, open and multiplayer challenges, and rematches."""

from functools import partial

from bot.service.clock import time_control
from bot.service.matchmaking import challenges, computer_games, rematches, seating
from bot.store.models import Challenge, ChallengeSeat, Match, level_of
from engine import variant
from tests import raw
from tests.year import departures, ledger
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer, least
from tests.year.simulated_world import Game, World

GUILDS = (501, 502)
CHANNELS = 8
"""Number of channels per guild."""


async def offer(world: World, offer: Offer) -> None:
    """Create a challenge as a random available player."""
    players_about = about(world)
    seats = len(variant(offer.key).seats)
    if len(players_about) <= seats:
        return
    where = somewhere(world)
    terms = {
        "rated": offer.rated,
        "control": time_control.parse(offer.clock),
        "note": "Come and play!",
    }
    host, *others = world.rng.sample(players_about, seats)
    if offer.way == "table":
        await _table(world, offer, host, others, where | terms)
        return
    direct, seat = offer.way == "direct", world.rng.choice((0, 1, None))
    made = await world.ask(
        "challenge",
        challenges.create,
        challenger=host.id,
        places=[
            ChallengeSeat(others[0].id if direct else None, None if seat is None else 1 - seat)
        ],
        variant=offer.key,
        seat=seat,
        interaction=world.id(),
        may="limit-reached too-many-games",
        **where,
        **terms,
    )
    if made is None:
        return
    if world.rng.random() < 0.04:
        world.at(world.now + 2 * DAY, partial(cancel, world, host, made.id))
    hears = others[0].awake(world.now + round(HOUR * world.rng.uniform(0.1, 30)), world.rng)
    world.at(hears, partial(answer, world, others[0], made.id))


def about(world: World) -> list[Person]:
    """Return the players who are currently available."""
    return [person for person in world.people.values() if _about(world, person)]


def somewhere(world: World) -> dict[str, int]:
    """Return a random guild and one of its channels."""
    guild = world.rng.choice(GUILDS)
    return {"guild": guild, "channel": guild * 100 + world.rng.randrange(CHANNELS)}


def _about(world: World, person: Person) -> bool:
    return person.away_until <= world.now and (
        person.stops_at is None or person.stops_at > world.now
    )


async def answer(world: World, person: Person, challenge: int) -> None:
    """Usually accept a challenge, but sometimes decline it or let it expire."""
    if not _about(world, person) or person.id not in world.people:
        return
    luck = world.rng.random()
    if luck < 0.9:
        joined = await world.ask(
            "accept",
            challenges.join,
            challenge,
            player=person.id,
            interaction=world.id(),
            rng=world.rng,
            may="expired already-answered not-yours not-found too-many-games",
        )
        if joined is not None:
            begun(world, joined.match)
    elif luck < 0.95:
        await world.ask(
            "decline",
            challenges.decline,
            challenge,
            player=person.id,
            interaction=world.id(),
            may="expired already-answered not-yours not-found too-many-games",
        )


async def cancel(world: World, host: Person, challenge: int) -> None:
    """Cancel a challenge that no one has accepted."""
    await world.ask(
        "cancel",
        challenges.cancel,
        challenge,
        player=host.id,
        interaction=world.id(),
        may="expired already-answered not-yours not-found too-many-games",
    )


async def _table(
    world: World, offer: Offer, host: Person, others: list[Person], terms: dict[str, object]
) -> None:
    """Open a multiplayer challenge, and schedule the players who join and leave it.

    Some of its seats are reserved for invited players.
    """
    named = [
        ChallengeSeat(other_player.id) if world.rng.random() < 0.4 else ChallengeSeat()
        for other_player in others
    ]
    table: Challenge | None = await world.ask(
        "open a table",
        challenges.create,
        challenger=host.id,
        variant=offer.key,
        places=named,
        least=least(offer.key, world.rng),
        interaction=world.id(),
        may="limit-reached too-many-games",
        **terms,
    )
    if table is None:
        return
    for other in others:
        hears = other.awake(world.now + round(HOUR * world.rng.uniform(0.1, 60)), world.rng)
        world.at(hears, partial(join, world, other, table.id))
        if world.rng.random() < 0.03:
            world.at(hears + 3 * HOUR, partial(leave, world, other, table.id))
    if world.rng.random() < 0.2:
        # A player who joins too late, or asks for a reserved seat, gets an error message.
        crasher = world.rng.choice(list(world.people.values()))
        world.at(world.now + 70 * HOUR, partial(join, world, crasher, table.id))
    world.at(world.now + 4 * DAY, partial(start, world, host, table.id))


async def join(world: World, person: Person, table: int) -> None:
    """Join a multiplayer challenge."""
    if not _about(world, person) or person.id not in world.people or world.rng.random() < 0.05:
        return
    joined = await world.ask(
        "join",
        challenges.join,
        table,
        player=person.id,
        seat=None,
        interaction=world.id(),
        rng=world.rng,
        may="expired already-answered not-yours table-full self-challenge not-found too-many-games",
    )
    if joined is not None and joined.match is not None:
        begun(world, joined.match)


async def leave(world: World, person: Person, table: int) -> None:
    """Leave a multiplayer challenge."""
    await world.ask(
        "leave",
        challenges.leave,
        table,
        player=person.id,
        interaction=world.id(),
        may="expired already-answered not-at-table not-found too-many-games",
    )


async def start(world: World, host: Person, table: int) -> None:
    """Start with the players who have joined, if the variant supports that number."""
    joined = await world.ask(
        "start a table",
        challenges.start,
        table,
        player=host.id,
        interaction=world.id(),
        rng=world.rng,
        may="expired already-answered wrong-number not-yours not-found too-many-games",
    )
    if joined is not None and joined.match is not None:
        begun(world, joined.match)


def again(world: World, match: Match) -> None:
    """Schedule a rematch request after some of the finished matches."""
    if world.rng.random() > 0.15:
        return
    for player in world.rng.sample(match.players, len(match.players)):
        person = world.people.get(player)
        if person is not None:
            asks = person.awake(world.now + round(HOUR * world.rng.uniform(0.1, 20)), world.rng)
            world.at(asks, partial(_again, world, person, match.id))


async def _again(world: World, person: Person, match: int) -> None:
    if not _about(world, person) or person.id not in world.people:
        return
    if (await world.fetch(match)).is_solo:
        next_one = await world.ask(
            "play the computer again",
            computer_games.rematch_alone,
            match,
            player=person.id,
            interaction=world.id(),
            may="too-many-games",
        )
        if next_one is not None:
            world.tally["begun/against the computer again"] += 1
            begun(world, next_one)
        return
    joined = await world.ask(
        "play again",
        rematches.request_rematch,
        match,
        player=person.id,
        interaction=world.id(),
        rng=world.rng,
        may="*",
    )
    if joined is not None and joined.match is not None:
        world.tally["begun/again"] += joined.match.created == world.now
        begun(world, joined.match)


def _source(world: World, match: Match) -> str:
    """Return the match or record from which a match's opening was taken.

    Reports a fault if no player requested this opening.
    """
    made = raw.look(
        world.store, "SELECT text FROM moves WHERE match = :match ORDER BY ply", match=match.id
    )
    opening = tuple(row["text"] for row in made)
    if opening not in world.openings or len(opening) != match.opening_plies:
        world.fault(f"match {match.id}: starts with {opening}, which was not requested")
    return world.openings.get(opening, "?")


def begun(world: World, match: Match) -> None:
    """Register a new match, unless it is already known."""
    if match.id in world.games or match.created != world.now:
        return
    newcomers = [player not in world.veterans for player in match.players]
    world.veterans.update(match.players)
    world.games[match.id] = Game(match, ledger.opened(match.control, newcomers, world.now))
    world.tally["begun"] += 1
    world.tally[f"begun/{len(match.players)} players{', rated' if match.rated else ''}"] += 1
    world.tally[f"clock/{match.control}"] += 1
    if len(seating.team_seats(variant(match.variant))):
        world.tally["begun/partners"] += 1
    if match.is_solo:
        hands = len(set(match.players)) == 1
        world.tally[
            "begun/one player for all seats" if hands else "begun/against the computer"
        ] += 1
    elif any(level_of(player) is not None for player in match.players):
        world.tally["begun/multiplayer with the computer"] += 1
    if match.opening_plies:
        world.tally[f"begun/from a position, {_source(world, match)}"] += 1
    departures.let_leave(world, match)
    if match.level is not None:
        world.wake(world.now)
    world.turn(match)
