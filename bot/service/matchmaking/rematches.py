"""Playing a match again: one ordinary challenge to the same people, which waits for who is away.

Same game, clock, and rated if that is possible. The seats rotate: who moved last moves first, and
partners stay partners; of two the sides change.
"""

import random

from bot.service.clock import time_control
from bot.service.errors import NotOver, NotPlaying
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges, seating
from bot.service.results import Joined
from bot.store import Tx, rematch_rows
from bot.store.models import ChallengeSeat, Match, level_of


async def again(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    interaction: int,
    now: int,
    rng: random.Random,
    parent: int | None = None,
) -> Joined:
    """Ask the others for another game, or agree to it where one of them has asked; `rng` draws lots.

    Pressed again it answers how that stands; a match has one rematch, unless it was declined, taken
    back or has run out. Raises NotFound, NotOver, NotPlaying, and what a challenge raises.
    """
    match = await over(tx, match_id, player=player)
    number = await rematch_rows.get(tx, match_id)
    there = None if number is None else await challenges.get(tx, number)
    if there is not None and there.match is not None:
        return Joined(there, await lifecycle.get(tx, there.match))
    if there is not None and there.status == "open" and there.expires_at > now:
        if player in there.joined:
            return Joined(there, None)
        return await challenges.join(
            tx, there.id, player=player, interaction=interaction, now=now, rng=rng
        )
    place, mine = seats(match), match.players.index(player)
    made = await challenges.create(
        tx,
        challenger=player,
        variant=match.variant,
        places=[
            ChallengeSeat(other if level_of(other) is None else None, seat=place[seat])
            for seat, other in enumerate(match.players)
            if seat != mine
        ],
        seat=place[mine],
        rated=match.rated,
        control=time_control.parse(match.control),
        guild=match.guild,
        channel=match.channel,
        parent=parent,
        interaction=interaction,
        now=now,
    )
    await rematch_rows.put(tx, match_id, made.id)
    return Joined(made, None)


async def over(tx: Tx, match_id: int, *, player: int) -> Match:
    """The match that this person may play again. NotFound, NotOver, NotPlaying."""
    match = await lifecycle.get(tx, match_id)
    if match.status == "running":
        raise NotOver(match)
    if match.seat_of(player) is None:
        raise NotPlaying(match)
    return match


def seats(match: Match) -> tuple[int, ...]:
    """Where each player sits next time, by the seat that they have now."""
    number = len(match.players)
    team = [seat.team for seat in seating.rules(match.variant).seats]
    for step in range(1, number):
        moved = [(seat + step) % number for seat in range(number)]
        if all(
            (team[one] == team[other]) == (team[moved[one]] == team[moved[other]])
            for one in range(number)
            for other in range(number)
            if min(team[one], team[other]) >= 0
        ):
            return tuple(moved)
    return tuple(range(number))
