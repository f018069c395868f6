"""Rematches: ordinary challenges to the same players.

The variant, time control and hints stay the same, and a rated match gets a rated rematch if possible.
Seats rotate so that the player of the last seat moves first. In team games they rotate further if
partners would otherwise be separated. Two players swap sides.
"""

import random

from bot.service.clock import time_control
from bot.service.errors import NotOver, NotPlaying
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges, seating
from bot.service.results import JoinResult
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import ChallengeSeat, Match, level_of


def request_rematch(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    interaction: int,
    now: int,
    rng: random.Random,
    parent: int | None = None,
) -> JoinResult:
    """Offer a rematch, or accept the rematch that another player has offered.

    A repeated request returns the current state. A match has at most one rematch, not counting
    offers that were declined, cancelled or have expired. `rng` assigns random seats.

    Raises `NotFound`, `NotOver`, `NotPlaying`, and the errors of `challenges.create` and
    `challenges.join`.
    """
    match = rematchable(tx, match_id, player=player)
    number = challenge_rows.get_rematch(tx, match_id)
    open_challenge = None if number is None else challenges.load_challenge(tx, number)
    if open_challenge is not None and open_challenge.match is not None:
        return JoinResult(open_challenge, lifecycle.load(tx, open_challenge.match))
    if (
        open_challenge is not None
        and open_challenge.status == "open"
        and open_challenge.expires_at > now
    ):
        if player in open_challenge.joined_players:
            return JoinResult(open_challenge, None)
        return challenges.join(
            tx, open_challenge.id, player=player, interaction=interaction, now=now, rng=rng
        )
    next_seats, mine = rotated_seats(match), match.players.index(player)
    made = challenges.create(
        tx,
        challenger=player,
        variant=match.variant,
        places=[
            ChallengeSeat(other if level_of(other) is None else None, seat=next_seats[seat])
            for seat, other in enumerate(match.players)
            if seat != mine
        ],
        seat=next_seats[mine],
        rated=match.rated,
        hints=match.hints,
        control=time_control.parse(match.control),
        guild=match.guild,
        channel=match.channel,
        parent=parent,
        interaction=interaction,
        now=now,
    )
    challenge_rows.put_rematch(tx, match_id, made.id)
    return JoinResult(made, None)


def rematchable(tx: Tx, match_id: int, *, player: int) -> Match:
    """Return the match if it is over and this player may request a rematch.

    Raises `NotFound`, `NotOver`, `NotPlaying`.
    """
    match = lifecycle.load(tx, match_id)
    if match.status == "running":
        raise NotOver(match)
    if match.seat_of(player) is None:
        raise NotPlaying(match)
    return match


def rotated_seats(match: Match) -> tuple[int, ...]:
    """Return the seats for the next game, indexed by the current seat."""
    number = len(match.players)
    team = [seat.team for seat in seating.get_variant(match.variant).seats]
    for step in range(1, number):
        moved = [(seat + step) % number for seat in range(number)]
        if all(
            (team[seat] == team[other]) == (team[moved[seat]] == team[moved[other]])
            for seat in range(number)
            for other in range(number)
            if min(team[seat], team[other]) >= 0
        ):
            return tuple(moved)
    return tuple(range(number))
