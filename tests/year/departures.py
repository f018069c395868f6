"""Reactions to timeouts and departures: claims, extra time and partner takeovers."""

from functools import partial

from bot.service.actions import claims, partner_takeover, resignations
from bot.store.models import Match
from engine import variant
from tests.year.habits import DAY, HOUR, Person
from tests.year.simulated_world import Game, World


def let_claim(world: World, match: Match) -> None:
    """Schedule the opponents' reactions to a turn that has run out of time."""
    for other in match.players:
        if other != match.to_move and other in world.people:
            hears = world.people[other]
            at = hears.awake(world.now + world.rng.randrange(3 * DAY), world.rng)
            world.at(at, partial(on_overdue, world, hears, match.id, match.ply))


async def on_overdue(world: World, person: Person, match_id: int, ply: int) -> None:
    """Claim a win on time, give extra time, or wait."""
    game = world.games.get(match_id)
    if game is None or (game.match.ply, game.match.overdue is None) != (ply, False):
        return
    how = world.rng.choice((claims.claim_turn, claims.give_day, None))
    if how is None:
        return
    given = await world.ask(
        f"{how.__name__} when overdue",
        how,
        match_id,
        player=person.id,
        may="finished not-overdue not-opponent has-left nobody-to-give",
        interaction=world.id(),
    )
    game.gifts += given is not None and how is claims.give_day
    await world.look(match_id)


async def choose(world: World, person: Person, game: Game) -> None:
    """Choose a substitute for the partner who has left."""
    seat, stand_in = game.match.turn, game.match.deciding_partner
    assert seat is not None
    assert stand_in is not None
    world.post.again.add((game.match.id, game.match.ply))
    # The first partner plays both seats, because few partners leave in a year.
    choices = ("hands", "hands", "computer") if world.tally["did/choose hands"] else ("hands",)
    choice = world.rng.choice(choices)
    chosen = await world.ask(
        f"choose {choice}",
        partner_takeover.choose_takeover,
        game.match.id,
        player=person.id,
        choice=choice,
        interaction=world.id(),
        may="finished nothing-to-choose has-left",
    )
    if chosen is not None and choice == "hands":
        known = game.ledger
        known.banks[seat] = max(known.banks[seat], min(DAY, known.control.bank))
        known.started = world.now
    after = await world.look(game.match.id)
    if after.status == "running" and after.ply == game.match.ply and after.deciding_partner is None:
        world.turn(after)


def let_leave(world: World, match: Match) -> None:
    """Schedule a player's resignation from a multiplayer match.

    This always happens in matches with partners and in the first other match, and sometimes in the
    rest.
    """
    partners = any(seat.team >= 0 for seat in variant(match.variant).seats)
    sure = partners or not world.leaving
    if len(match.people) < 3 or not (sure or world.rng.random() < 0.2):
        return
    world.leaving.add(match.id)
    leaver = world.rng.choice([player for player in match.players if player in world.people])
    at = world.now + round(HOUR * world.rng.uniform(6, 60))
    world.at(at, partial(walk_out, world, leaver, match.id))


async def walk_out(world: World, leaver: int, match_id: int) -> None:
    """Resign from a match that the others continue, whichever player is to move."""
    game = world.games.get(match_id)
    if game is None or leaver not in world.people:
        return
    await world.ask(
        "resign from a multiplayer match",
        resignations.resign,
        match_id,
        player=leaver,
        interaction=world.id(),
        may="place-certain has-left",
    )
    await world.look(match_id)
