"""Solo games: against the computer, or with one player moving for all seats.

Also fills the open seats of a challenge with the computer.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.service import position_cache
from bot.service.errors import NotYours
from bot.service.guilds import guild_settings
from bot.service.idempotency import once
from bot.service.match import computer_players
from bot.service.matchmaking import challenge_limits, challenges, rematches
from bot.service.matchmaking.start_match import start_match
from bot.service.results import JoinResult
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import ChallengeSeat, Match, computer_at
from bot.store.outbox.interactions import Interaction
from bot.store.players import player_rows
from engine import Variant

SOLO_LEVEL = 0
"""The level of a game without an opponent, in which one player moves for all seats."""


def _as_match(match: Match) -> dict[str, int | None]:
    return {"match": match.id}


def _filled_earlier(tx: Tx, did: Interaction, challenge_id: int, **more: object) -> JoinResult:
    challenge = challenges.load_challenge(tx, challenge_id)
    return challenges.current_state(tx, challenge_id, challenge.match)


@once("begin-alone", effect=_as_match)
def start_computer_game(
    tx: Tx,
    game: Variant,
    *,
    player: int,
    level: int,
    seat: int | None = None,
    guild: int | None,
    channel: int,
    parent: int | None = None,
    interaction: int,
    now: int,
    rng: random.Random,
    opening: Sequence[str] = (),
) -> Match:
    """Start a game against the computer, or with one player moving for all seats.

    `level` is the level of the computer, or `SOLO_LEVEL` for a game without a computer. The game is
    untimed and unrated. `seat` is the player's seat, or None for a random one. `opening` has the
    moves of another game with which this one starts.

    Raises `WrongChannel`, `TooManyGames`, and the errors of `opening_positions`.
    """
    if guild is not None:
        guild_settings.must_be_allowed_channel(tx, guild, channel, parent)
    player_rows.ensure_players(tx, [player], now)
    challenge_limits.must_have_room(tx, player)
    seats = range(len(game.seats))
    mine = rng.choice(seats) if seat is None else seat
    other = player if level == SOLO_LEVEL else computer_at(level)
    return start_match(
        tx,
        game,
        players=[player if each == mine else other for each in seats],
        guild=guild,
        channel=channel,
        opening=opening,
        now=now,
    )


@once("again-alone", effect=_as_match)
def rematch_alone(tx: Tx, finished: int, *, player: int, interaction: int, now: int) -> Match:
    """Start the same solo game again with rotated seats, and return the new match.

    Raises `NotFound`, `NotOver`, `NotPlaying`, `TooManyGames`.
    """
    over = rematches.rematchable(tx, finished, player=player)
    challenge_limits.must_have_room(tx, player)
    next_seats = rematches.rotated_seats(over)
    return start_match(
        tx,
        position_cache.variant_of(over),
        players=[over.players[next_seats.index(seat)] for seat in range(len(next_seats))],
        guild=over.guild,
        channel=over.channel,
        now=now,
    )


@once("fill", _filled_earlier, effect=challenges.started_match)
def fill_with_computer(
    tx: Tx,
    challenge_id: int,
    *,
    player: int,
    level: int,
    interaction: int,
    now: int,
    rng: random.Random,
) -> JoinResult:
    """Fill every open seat of the host's challenge with the computer.

    Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`.
    """
    challenge = challenges.load_challenge(tx, challenge_id)
    if player != challenge.challenger:
        raise NotYours(challenge)
    challenge_limits.must_be_open(challenge, now)
    sits = computer_at(level)
    computer_players.seat_computers(tx, [sits], now)
    seats = list(challenge.seats)
    for slot, challenge_seat in enumerate(seats):
        if challenge_seat.player is None:
            seats[slot] = ChallengeSeat(
                sits, challenge_seat.seat, joined=True, team=challenge_seat.team
            )
            challenge_rows.set_seat(tx, challenge.id, slot, seats[slot])
    return challenges.on_place_taken(
        tx, replace(challenge, seats=tuple(seats)), by=player, now=now, rng=rng
    )
