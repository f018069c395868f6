"""Challenges: invitations to named players, to anyone, or to both.

A game begins automatically when the last seat is taken, or when the host starts it with fewer
players. Functions that change something queue the resulting messages. They are idempotent:
repeating an interaction or an action changes nothing and returns the same result.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.service.clock import time_control
from bot.service.clock.time_control import STANDARD, UNTIMED, TimeControl
from bot.service.errors import (
    InvitedTwice,
    NotAtTable,
    NotFound,
    NotYours,
    RatedWithHints,
    SeatTaken,
    SelfChallenge,
    TableFull,
    WrongNumber,
)
from bot.service.guilds import guild_settings
from bot.service.idempotency import once
from bot.service.match import computer_players, lifecycle
from bot.service.matchmaking import challenge_limits, seating
from bot.service.matchmaking.start_match import opening_positions, start_match
from bot.service.players import blocklist
from bot.service.rating.eligibility import first_game_players, unrated_reason
from bot.service.results import JoinResult
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import Challenge, ChallengeSeat, ChallengeStatus, level_of
from bot.store.models.payloads import ChallengePost, ChallengeUpdate, TableNotice
from bot.store.outbox import outbox_rows
from bot.store.outbox.interactions import Interaction
from bot.store.players import player_rows
from engine import Variant


def load_challenge(tx: Tx, challenge_id: int) -> Challenge:
    """Return this challenge. Raises `NotFound`."""
    challenge = challenge_rows.get_challenge(tx, challenge_id)
    if challenge is None:
        raise NotFound(what="challenge", key=challenge_id)
    return challenge


def current_state(tx: Tx, challenge_id: int, match: int | None) -> JoinResult:
    """Return a challenge and, if a match id is given, that match."""
    challenge = load_challenge(tx, challenge_id)
    return JoinResult(challenge, None if match is None else lifecycle.load(tx, match))


def _challenge_now(tx: Tx, did: Interaction, *arguments: object, **more: object) -> Challenge:
    assert did.challenge is not None
    return load_challenge(tx, did.challenge)


def _state_now(tx: Tx, did: Interaction, *arguments: object, **more: object) -> JoinResult:
    assert did.challenge is not None
    return current_state(tx, did.challenge, did.match)


def started_match(joined: JoinResult) -> dict[str, int | None]:
    """Return the id of the started match, in the form that `once` expects of `effect`."""
    return {"match": None if joined.match is None else joined.match.id}


@once("challenge", _challenge_now, effect=lambda made: {"challenge": made.id})
def create(
    tx: Tx,
    *,
    challenger: int,
    variant: str,
    places: Sequence[ChallengeSeat] = (ChallengeSeat(),),
    seat: int | None = None,
    team: int | None = None,
    least: int | None = None,
    note: str = "",
    rated: bool | None = False,
    hints: bool = False,
    opening: Sequence[str] = (),
    control: TimeControl = STANDARD,
    guild: int | None,
    channel: int,
    parent: int | None = None,
    interaction: int,
    now: int,
) -> Challenge:
    """Create a challenge.

    `places` are the other seats, and `seat` and `team` are the host's requests. `variant` is the
    key of the variant for all seats. With `least`, the host may start with that many players or
    more, and `variant` should be the largest of `seating.variants_by_size(key)`. If `rated` is
    None, the game is rated unless it has `hints` or is some player's first game. `parent` is the
    parent channel of a thread.

    Raises `NotFound` (variant, seat, player), `WrongNumber`, `SelfChallenge`, `InvitedTwice`,
    `NotTogether` (host and an invited player), `SeatTaken` (conflicting requests), `WrongChannel`,
    `NoteTooLong`, `RatedWithHints`, `LimitReached`, `TooManyChallenges`, `TooManyGames`,
    `InvalidTime`, and the errors of `opening_positions`.
    """
    game = seating.get_variant(variant)
    seats = (ChallengeSeat(challenger, seat, joined=True, team=team), *places)
    if len(game.seats) != len(seats):
        raise WrongNumber(present=len(seats), sizes=tuple(seating.variants_by_size(game.key)))
    named = [slot.player for slot in places if slot.player is not None]
    if challenger in named:
        raise SelfChallenge(player=challenger)
    for person in named:
        if named.count(person) > 1:
            raise InvitedTwice(player=person)
    _must_be_seatable(game, seats)
    opening_positions(game, opening)
    if guild is not None:
        guild_settings.must_be_allowed_channel(tx, guild, channel, parent)
    control.validate(rated=False)
    words = challenge_limits.clean_note(note)
    if hints and rated:
        raise RatedWithHints(player=challenger)
    challenge_limits.must_have_challenges_left(tx, challenger, now)
    for person in named:
        if person < 0:
            raise NotFound(what="player", key=person)  # erased since the original game
    blocklist.must_not_be_blocked(tx, challenger, named)
    people = [challenger, *named]
    player_rows.ensure_players(tx, people, now)
    direct = len(people) == len(seats)
    if rated is None and (hints or first_game_players(tx, people)):
        rated = False
    elif rated is None and direct:
        rated = True
    if rated is not False and unrated_reason(
        tx, variant=variant, guild=guild, people=people, control=control, now=now
    ):
        rated = False
    made = challenge_rows.add_challenge(
        tx,
        Challenge(
            id=0,
            variant=variant,
            status="open",
            seats=seats,
            note=words,
            guild=guild,
            channel=channel,
            created=now,
            expires_at=now
            + (challenge_limits.DIRECT_LIFETIME if direct else challenge_limits.OPEN_LIFETIME),
            control=str(control),
            least=least,
            opening=tuple(opening),
            rated=rated,
            hints=hints,
        ),
    )
    outbox_rows.queue(tx, ChallengePost(made.id), channel=channel, now=now)
    return made


@once("join", _state_now, effect=started_match)
def join(
    tx: Tx,
    challenge_id: int,
    *,
    player: int,
    seat: int | None = None,
    team: int | None = None,
    interaction: int,
    now: int,
    rng: random.Random,
) -> JoinResult:
    """Take the seat reserved for this player, or else a free one.

    `rng` assigns random seats. `seat` or `team`, numbered as in the challenge's variant, replaces
    the host's request for this player. A player who has joined may join again with another request.
    Raises `NotFound` (challenge, seat), `SelfChallenge` (the host), `AlreadyAnswered`, `Expired`,
    `NotYours` (addressed to another player), `TableFull`, `NotTogether` (with a player who has
    joined), `TooManyGames`, `SeatTaken`.
    """
    challenge = load_challenge(tx, challenge_id)
    return _join(tx, challenge, player=player, seat=seat, team=team, now=now, rng=rng)


@once("leave", _challenge_now)
def leave(tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int) -> Challenge:
    """Give up a seat. Raises `NotFound`, `AlreadyAnswered`, `Expired`, `NotAtTable`."""
    challenge = load_challenge(tx, challenge_id)
    challenge_limits.must_be_open(challenge, now)
    if player not in challenge.joined_players[1:]:
        raise NotAtTable(challenge)
    free_place(tx, challenge, player, now=now)
    left = TableNotice(challenge.id, "table-left", player)
    outbox_rows.queue(tx, left, channel=challenge.channel, now=now)
    return load_challenge(tx, challenge_id)


@once("declined", _challenge_now)
def decline(tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int) -> Challenge:
    """Decline an invitation; with more than two seats, open the seat to anyone.

    Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`.
    """
    challenge = load_challenge(tx, challenge_id)
    if len(challenge.seats) == 2:
        return _close(tx, challenge, "declined", challenge.opponent, by=player, now=now)
    challenge_limits.must_be_open(challenge, now)
    if player not in challenge.invited_players:
        raise NotYours(challenge)
    free_place(tx, challenge, player, now=now)
    return load_challenge(tx, challenge.id)


@once("cancelled", _challenge_now)
def cancel(tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int) -> Challenge:
    """Cancel the player's own challenge. Raises the same errors as `decline`."""
    challenge = load_challenge(tx, challenge_id)
    return _close(tx, challenge, "cancelled", challenge.challenger, by=player, now=now)


@once("start", _state_now, effect=started_match)
def start(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> JoinResult:
    """Start the game with the players who have joined, in the variant for that number.

    Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`, `WrongNumber`.
    """
    challenge = load_challenge(tx, challenge_id)
    if player != challenge.challenger:
        raise NotYours(challenge)
    if challenge.status == "accepted" and challenge.answered_by == player:
        return current_state(tx, challenge_id, challenge.match)
    challenge_limits.must_be_open(challenge, now)
    possible = allowed_sizes(challenge)
    if len(challenge.joined_players) not in possible:
        raise WrongNumber(present=len(challenge.joined_players), sizes=possible)
    return _start(tx, challenge, player, now, rng)


def allowed_sizes(challenge: Challenge) -> tuple[int, ...]:
    """Return the possible numbers of players for the game, in ascending order."""
    most = len(challenge.seats)
    least = most if challenge.least is None else challenge.least
    return tuple(
        number
        for number in seating.variants_by_size(challenge.variant)
        if least <= number <= most or number == most
    )


def expire_due(tx: Tx, *, now: int, limit: int = 40) -> list[Challenge]:
    """Close up to `limit` expired challenges and return them.

    Queues updates of their posts.
    """
    closed = []
    for number in [challenge.id for challenge in challenge_rows.expired(tx, now, limit)]:
        challenge = load_challenge(tx, number)
        if challenge.status == "open":
            challenge_limits.close_challenge(tx, challenge, "expired", by=None, now=now)
            closed.append(load_challenge(tx, number))
    return closed


def free_place(tx: Tx, challenge: Challenge, player: int, *, now: int) -> None:
    """Open the seat of a joined or invited player to anyone."""
    slot = next(n for n, slot in enumerate(challenge.seats) if slot.player == player)
    challenge_rows.set_seat(tx, challenge.id, slot, ChallengeSeat())
    _queue_update(tx, challenge, now)


def _join(
    tx: Tx,
    challenge: Challenge,
    *,
    player: int,
    seat: int | None = None,
    team: int | None = None,
    now: int,
    rng: random.Random,
) -> JoinResult:
    """Take a seat, and begin the game if it was the last one.

    This is `join` without idempotency.
    """
    if player == challenge.challenger:
        raise SelfChallenge(player=player)
    if challenge.status == "accepted" and player in challenge.joined_players:
        return current_state(tx, challenge.id, challenge.match)
    challenge_limits.must_be_open(challenge, now)
    slot = _place_for(challenge, player, seat)
    blocklist.must_not_be_blocked(tx, player, challenge.joined_players)
    if player not in challenge.joined_players:
        challenge_limits.must_have_room(tx, player)
    seat_taken = challenge.seats[slot]
    if seat is None and team is None:
        seat, team = seat_taken.seat, seat_taken.team
    sitting = ChallengeSeat(player, seat, joined=True, team=team)
    seats = (*challenge.seats[:slot], sitting, *challenge.seats[slot + 1 :])
    _must_be_seatable(seating.get_variant(challenge.variant), seats, slot)
    if sitting != seat_taken:
        player_rows.ensure_players(tx, [player], now)
        challenge_rows.set_seat(tx, challenge.id, slot, sitting)
        return on_place_taken(tx, replace(challenge, seats=seats), by=player, now=now, rng=rng)
    return JoinResult(challenge, None)


def on_place_taken(
    tx: Tx, challenge: Challenge, *, by: int, now: int, rng: random.Random
) -> JoinResult:
    """Begin the game if every seat is taken, or else update the challenge's post."""
    if len(challenge.joined_players) == len(challenge.seats):
        return _start(tx, challenge, by, now, rng)
    _queue_update(tx, challenge, now)
    return JoinResult(challenge, None)


def _place_for(challenge: Challenge, player: int, preferred_seat: int | None) -> int:
    """Return the player's slot, or a free one; raise `NotYours` or `TableFull`."""
    own = [n for n, slot in enumerate(challenge.seats) if slot.player == player]
    if own:
        return own[0]
    free = [n for n, slot in enumerate(challenge.seats) if slot.player is None]
    if not free:
        raise NotYours(challenge) if len(challenge.seats) == 2 else TableFull(challenge)
    wanted = [n for n in free if challenge.seats[n].seat == preferred_seat]
    return (wanted or free)[0]


def _must_be_seatable(game: Variant, seats: Sequence[ChallengeSeat], slot: int = 0) -> None:
    """Raise `SeatTaken`, with the request of slot `slot`, if the requests conflict."""
    if not seating.can_seat(game, [(seat.seat, seat.team) for seat in seats]):
        raise SeatTaken(seat=seats[slot].seat, team=seats[slot].team)


def _start(tx: Tx, challenge: Challenge, by: int, now: int, rng: random.Random) -> JoinResult:
    present = [slot for slot in challenge.seats if slot.joined]
    opened = seating.get_variant(challenge.variant)
    game = seating.variants_by_size(challenge.variant)[len(present)]
    people = seating.assign_seats(game, opened, present, rng)
    alone = len({player for player in people if level_of(player) is None}) == 1
    control = UNTIMED if alone else time_control.parse(challenge.control)
    why_not = unrated_reason(
        tx, variant=game.key, guild=challenge.guild, people=people, control=control, now=now
    )
    rated = not first_game_players(tx, people) if challenge.rated is None else challenge.rated
    match = start_match(
        tx,
        game,
        players=people,
        guild=challenge.guild,
        channel=challenge.channel,
        rated=rated and why_not is None and not computer_players.includes_computer(people),
        hints=challenge.hints,
        control=control,
        opening=challenge.opening,
        under=challenge.post,
        now=now,
    )
    challenge_rows.remove_free_seats(tx, challenge.id)
    challenge_limits.close_challenge(tx, challenge, "accepted", by=by, match=match.id, now=now)
    return JoinResult(load_challenge(tx, challenge.id), match)


def _close(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    may: int | None,
    *,
    by: int,
    now: int,
) -> Challenge:
    if by != may:
        raise NotYours(challenge)
    if (challenge.status, challenge.answered_by) == (status, by):
        return challenge
    challenge_limits.must_be_open(challenge, now)
    challenge_limits.close_challenge(tx, challenge, status, by=by, now=now)
    return load_challenge(tx, challenge.id)


def _queue_update(tx: Tx, challenge: Challenge, now: int) -> None:
    outbox_rows.queue(tx, ChallengeUpdate(challenge.id), channel=challenge.channel, now=now)
