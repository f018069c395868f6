"""Challenges: invitations to a game, to named players, open to anyone, or both.

A game begins automatically when the last seat is taken, or when the host starts it with fewer
players. Functions that change something queue the resulting messages. They are idempotent: the same
interaction, or the same action again, changes nothing and gets the same answer.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.service import idempotency
from bot.service.clock import time_control
from bot.service.clock.time_control import STANDARD, UNTIMED, TimeControl
from bot.service.errors import (
    InvitedTwice,
    NotAtTable,
    NotFound,
    NotYours,
    SeatTaken,
    SelfChallenge,
    TableFull,
    WrongNumber,
)
from bot.service.guilds import guild_settings
from bot.service.match import computer_players, lifecycle
from bot.service.matchmaking import challenge_limits, seating
from bot.service.matchmaking.start_match import begin_match
from bot.service.players import blocklist
from bot.service.rating.eligibility import newcomers, unrated
from bot.service.results import Joined
from bot.store import Tx, challenge_rows, outbox_rows, player_rows
from bot.store.models import Challenge, ChallengeSeat, ChallengeStatus, level_of
from bot.store.models.payloads import ChallengePost, TableNotice
from engine import Variant


async def get(tx: Tx, challenge_id: int) -> Challenge:
    """Return this challenge. Raises `NotFound`."""
    found = await challenge_rows.get(tx, challenge_id)
    if found is None:
        raise NotFound(what="challenge", key=challenge_id)
    return found


async def create(
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
    opening: Sequence[str] = (),
    control: TimeControl = STANDARD,
    guild: int | None,
    channel: int,
    parent: int | None = None,
    interaction: int,
    now: int,
) -> Challenge:
    """Create a challenge.

    `places` are the other seats, `seat` and `team` the host's requests. `variant` is the key of the
    variant for all the seats. To open a *game* of flexible size, use the largest of
    `seating.seatings(key)` with `least` as the minimum number of players; if `least` is None, it
    only begins when it is full. The game begins after the moves of `opening`. If `rated` is None,
    the game is rated unless it is the first game of one of its players. `parent` is the parent
    channel if `channel` is a thread.

    Raises `NotFound` (variant, seat, player), `WrongNumber`, `SelfChallenge`, `InvitedTwice`,
    `NotTogether` (host and an invited player), `SeatTaken` (conflicting requests), `WrongChannel`,
    `NoteTooLong`, `LimitReached`, `TooManyChallenges`, `TooManyGames`, `BadTime`.
    """
    if did := await idempotency.earlier(tx, interaction, "challenge"):
        assert did.challenge is not None
        return await get(tx, did.challenge)
    game = seating.rules(variant)
    seats = (ChallengeSeat(challenger, seat, joined=True, team=team), *places)
    if len(game.seats) != len(seats):
        raise WrongNumber(present=len(seats), sizes=tuple(seating.seatings(game.key)))
    named = [place.player for place in places if place.player is not None]
    if challenger in named:
        raise SelfChallenge(player=challenger)
    for person in named:
        if named.count(person) > 1:
            raise InvitedTwice(player=person)
    _must_fit(game, seats)
    if guild is not None:
        await guild_settings.must_be_allowed(tx, guild, channel, parent)
    time_control.check(control, rated=False)
    words = challenge_limits.tidy(note)
    await challenge_limits.must_have_challenges_left(tx, challenger, now)
    for person in named:
        if person < 0:
            raise NotFound(what="player", key=person)  # erased since they played
    await blocklist.must_get_along(tx, challenger, named)
    people = [challenger, *named]
    await player_rows.ensure(tx, people, now)
    direct = len(people) == len(seats)
    if rated is None and await newcomers(tx, people):
        rated = False
    elif rated is None and direct:
        rated = True
    if rated is not False and await unrated(
        tx, guild=guild, people=people, control=control, now=now
    ):
        rated = False
    made = await challenge_rows.add(
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
            + (challenge_limits.DIRECT_LASTS if direct else challenge_limits.OPEN_LASTS),
            control=str(control),
            least=least,
            opening=tuple(opening),
            rated=rated,
        ),
    )
    await outbox_rows.queue(tx, "challenge", ChallengePost(made.id), channel=channel, now=now)
    await idempotency.done(tx, interaction, "challenge", challenge=made.id, now=now)
    return made


async def join(
    tx: Tx,
    challenge_id: int,
    *,
    player: int,
    seat: int | None = None,
    team: int | None = None,
    interaction: int,
    now: int,
    rng: random.Random,
) -> Joined:
    """Take the seat reserved for this player, or else a free one.

    `rng` draws seats by lot. `seat` or `team` (numbered as in the challenge's variant) replaces the
    host's request for this player, and a player who has joined may join again with another request.
    Raises `NotFound` (challenge, seat), `SelfChallenge` (the host), `AlreadyAnswered`, `Expired`,
    `NotYours` (addressed to another player), `TableFull`, `NotTogether` (with a player who has
    joined), `TooManyGames`, `SeatTaken`.
    """
    if did := await idempotency.earlier(tx, interaction, "join", challenge=challenge_id):
        return await stands(tx, challenge_id, did.match)
    challenge = await get(tx, challenge_id)
    joined = await _take(tx, challenge, player=player, seat=seat, team=team, now=now, rng=rng)
    match = None if joined.match is None else joined.match.id
    await idempotency.done(tx, interaction, "join", challenge=challenge_id, match=match, now=now)
    return joined


async def leave(tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int) -> Challenge:
    """Give up a seat after joining, so that it is open to anyone.

    Raises `NotFound`, `AlreadyAnswered`, `Expired`, `NotAtTable`.
    """
    challenge = await get(tx, challenge_id)
    if await idempotency.earlier(tx, interaction, "leave", challenge=challenge_id):
        return challenge
    challenge_limits.must_be_open(challenge, now)
    if player not in challenge.joined[1:]:
        raise NotAtTable(challenge)
    await free(tx, challenge, player, now=now)
    left = TableNotice(challenge.id, "table-left", player)
    await outbox_rows.queue(tx, "table-notice", left, channel=challenge.channel, now=now)
    await idempotency.done(tx, interaction, "leave", challenge=challenge_id, now=now)
    return await get(tx, challenge_id)


async def decline(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Decline a challenge by name.

    With more than two seats, the seat becomes open to anyone. The post is updated, but no notice is
    sent. Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`.
    """
    challenge = await get(tx, challenge_id)
    if len(challenge.seats) == 2:
        return await _end(
            tx,
            challenge,
            "declined",
            challenge.opponent,
            by=player,
            interaction=interaction,
            now=now,
        )
    if await idempotency.earlier(tx, interaction, "declined", challenge=challenge.id):
        return challenge
    challenge_limits.must_be_open(challenge, now)
    if player not in challenge.invited:
        raise NotYours(challenge)
    await free(tx, challenge, player, now=now)
    await idempotency.done(tx, interaction, "declined", challenge=challenge.id, now=now)
    return await get(tx, challenge.id)


async def cancel(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Cancel the player's own challenge.

    Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`.
    """
    challenge = await get(tx, challenge_id)
    return await _end(
        tx,
        challenge,
        "cancelled",
        challenge.challenger,
        by=player,
        interaction=interaction,
        now=now,
    )


async def start(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> Joined:
    """Start the game with the players who have joined, in the variant for that number.

    Raises `NotFound`, `NotYours`, `AlreadyAnswered`, `Expired`, `WrongNumber`.
    """
    if did := await idempotency.earlier(tx, interaction, "start", challenge=challenge_id):
        return await stands(tx, challenge_id, did.match)
    challenge = await get(tx, challenge_id)
    if player != challenge.challenger:
        raise NotYours(challenge)
    if challenge.status == "accepted" and challenge.answered_by == player:
        return await stands(tx, challenge_id, challenge.match)
    challenge_limits.must_be_open(challenge, now)
    possible = sizes(challenge)
    if len(challenge.joined) not in possible:
        raise WrongNumber(present=len(challenge.joined), sizes=possible)
    begun = await _begin(tx, challenge, player, now, rng)
    assert begun.match is not None
    await idempotency.done(
        tx, interaction, "start", challenge=challenge_id, match=begun.match.id, now=now
    )
    return begun


def sizes(challenge: Challenge) -> tuple[int, ...]:
    """Return the numbers of players with which it may begin, ascending."""
    most = len(challenge.seats)
    least = most if challenge.least is None else challenge.least
    return tuple(
        number
        for number in seating.seatings(challenge.variant)
        if least <= number <= most or number == most
    )


async def expire(tx: Tx, *, now: int, limit: int = 40) -> list[Challenge]:
    """Close up to `limit` expired challenges and queue updates of their posts."""
    over = await challenge_rows.run_out(tx, now, limit)
    for challenge in over:
        await challenge_limits.close(tx, challenge, "expired", by=None, now=now)
    return [await get(tx, challenge.id) for challenge in over]


async def free(tx: Tx, challenge: Challenge, player: int, *, now: int) -> None:
    """Open the seat of a joined or invited player to anyone."""
    place = next(n for n, place in enumerate(challenge.seats) if place.player == player)
    await challenge_rows.sit(tx, challenge.id, place, ChallengeSeat())
    await _changed(tx, challenge, now)


async def _take(
    tx: Tx,
    challenge: Challenge,
    *,
    player: int,
    seat: int | None = None,
    team: int | None = None,
    now: int,
    rng: random.Random,
) -> Joined:
    """Take a seat, and begin if it was the last. `join` without idempotency."""
    if player == challenge.challenger:
        raise SelfChallenge(player=player)
    if challenge.status == "accepted" and player in challenge.joined:
        return await stands(tx, challenge.id, challenge.match)
    challenge_limits.must_be_open(challenge, now)
    place = _place(challenge, player, seat)
    await blocklist.must_get_along(tx, player, challenge.joined)
    if player not in challenge.joined:
        await challenge_limits.must_have_room(tx, player)
    there = challenge.seats[place]
    if seat is None and team is None:
        seat, team = there.seat, there.team
    sitting = ChallengeSeat(player, seat, joined=True, team=team)
    seats = (*challenge.seats[:place], sitting, *challenge.seats[place + 1 :])
    _must_fit(seating.rules(challenge.variant), seats, place)
    if sitting != there:
        await player_rows.ensure(tx, [player], now)
        await challenge_rows.sit(tx, challenge.id, place, sitting)
        return await taken(tx, replace(challenge, seats=seats), by=player, now=now, rng=rng)
    return Joined(challenge, None)


async def taken(tx: Tx, challenge: Challenge, *, by: int, now: int, rng: random.Random) -> Joined:
    """Begin the game if every seat is taken, or else update the challenge's post."""
    if len(challenge.joined) == len(challenge.seats):
        return await _begin(tx, challenge, by, now, rng)
    await _changed(tx, challenge, now)
    return Joined(challenge, None)


def _place(challenge: Challenge, player: int, wished: int | None) -> int:
    """Return the index of the player's own seat, or else of a free seat."""
    own = [n for n, place in enumerate(challenge.seats) if place.player == player]
    if own:
        return own[0]
    free = [n for n, place in enumerate(challenge.seats) if place.player is None]
    if not free:
        raise NotYours(challenge) if len(challenge.seats) == 2 else TableFull(challenge)
    wanted = [n for n in free if challenge.seats[n].seat == wished]
    return (wanted or free)[0]


def _must_fit(game: Variant, seats: Sequence[ChallengeSeat], place: int = 0) -> None:
    """Raise `SeatTaken`, for the seat at index `place`, if the requests conflict."""
    if not seating.fits(game, [(one.seat, one.team) for one in seats]):
        raise SeatTaken(seat=seats[place].seat, team=seats[place].team)


async def _begin(tx: Tx, challenge: Challenge, by: int, now: int, rng: random.Random) -> Joined:
    present = [place for place in challenge.seats if place.joined]
    opened = seating.rules(challenge.variant)
    game = seating.seatings(challenge.variant)[len(present)]
    people = seating.assign(game, opened, present, rng)
    alone = len({player for player in people if level_of(player) is None}) == 1
    control = UNTIMED if alone else time_control.parse(challenge.control)
    why_not = await unrated(tx, guild=challenge.guild, people=people, control=control, now=now)
    rated = not await newcomers(tx, people) if challenge.rated is None else challenge.rated
    match = await begin_match(
        tx,
        game,
        players=people,
        guild=challenge.guild,
        channel=challenge.channel,
        rated=rated and why_not is None and not computer_players.plays(people),
        control=control,
        opening=challenge.opening,
        under=challenge.post,
        now=now,
    )
    await challenge_rows.clear(tx, challenge.id)
    await challenge_limits.close(tx, challenge, "accepted", by=by, match=match.id, now=now)
    return Joined(await get(tx, challenge.id), match)


async def _end(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    may: int | None,
    *,
    by: int,
    interaction: int,
    now: int,
) -> Challenge:
    if await idempotency.earlier(tx, interaction, status, challenge=challenge.id):
        return challenge
    if by != may:
        raise NotYours(challenge)
    if (challenge.status, challenge.answered_by) == (status, by):
        return challenge
    challenge_limits.must_be_open(challenge, now)
    await challenge_limits.close(tx, challenge, status, by=by, now=now)
    await idempotency.done(tx, interaction, status, challenge=challenge.id, now=now)
    return await get(tx, challenge.id)


async def stands(tx: Tx, challenge_id: int, match: int | None) -> Joined:
    challenge = await get(tx, challenge_id)
    return Joined(challenge, None if match is None else await lifecycle.get(tx, match))


async def _changed(tx: Tx, challenge: Challenge, now: int) -> None:
    await outbox_rows.queue(
        tx, "challenge-changed", ChallengePost(challenge.id), channel=challenge.channel, now=now
    )
