"""Solo games: against the computer, or with one player moving for all seats.

Also fills the open seats of a challenge with the computer.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.service import idempotency, position_cache
from bot.service.errors import NotYours
from bot.service.guilds import guild_settings
from bot.service.match import computer_players, lifecycle
from bot.service.matchmaking import challenge_limits, challenges, rematches
from bot.service.matchmaking.start_match import start_match
from bot.service.results import JoinResult
from bot.store import Tx, challenge_rows, player_rows
from bot.store.models import ChallengeSeat, Match, computer_at
from engine import Variant

SOLO_LEVEL = 0
"""The level of a game without an opponent, in which one player moves for all seats."""


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

    `level` is the level of the computer, or `SOLO_LEVEL` for a game without it. The game is untimed
    and unrated. `seat` is the player's seat, or None for a random one. `opening` contains moves of
    another game, after which this one begins.

    Raises `WrongChannel`, `TooManyGames`, and the errors of `opening_positions`.
    """
    if did := idempotency.find_earlier(tx, interaction, "begin-alone"):
        assert did.match is not None
        return lifecycle.load(tx, did.match)
    if guild is not None:
        guild_settings.must_be_allowed_channel(tx, guild, channel, parent)
    player_rows.ensure_players(tx, [player], now)
    challenge_limits.must_have_room(tx, player)
    seats = range(len(game.seats))
    mine = rng.choice(seats) if seat is None else seat
    other = player if level == SOLO_LEVEL else computer_at(level)
    match = start_match(
        tx,
        game,
        players=[player if each == mine else other for each in seats],
        guild=guild,
        channel=channel,
        opening=opening,
        now=now,
    )
    idempotency.record_done(tx, interaction, "begin-alone", match=match.id, now=now)
    return match


def rematch_alone(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Start the same solo game again with rotated seats, and return the new match.

    Raises `NotFound`, `NotOver`, `NotPlaying`, `TooManyGames`.
    """
    over = rematches.rematchable(tx, match_id, player=player)
    if did := idempotency.find_earlier(tx, interaction, "again-alone"):
        assert did.match is not None
        return lifecycle.load(tx, did.match)
    challenge_limits.must_have_room(tx, player)
    next_seats = rematches.rotated_seats(over)
    match = start_match(
        tx,
        position_cache.variant_of(over),
        players=[over.players[next_seats.index(seat)] for seat in range(len(next_seats))],
        guild=over.guild,
        channel=over.channel,
        now=now,
    )
    idempotency.record_done(tx, interaction, "again-alone", match=match.id, now=now)
    return match


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
    if idempotency.find_earlier(tx, interaction, "fill", challenge=challenge_id):
        return challenges.current_state(tx, challenge_id, challenge.match)
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
    joined = challenges.on_place_taken(
        tx, replace(challenge, seats=tuple(seats)), by=player, now=now, rng=rng
    )
    match = None if joined.match is None else joined.match.id
    idempotency.record_done(tx, interaction, "fill", challenge=challenge_id, match=match, now=now)
    return joined
