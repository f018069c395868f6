"""Rows of challenges and the places at their tables."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from bot.store.statement import Row, Statement
from bot.store.tables import (
    OPEN,
    challenge_seats,
    challenges,
    departures,
    match_seats,
    matches,
    posts,
)
from bot.store.tx import Tx
from bot.store.values import Challenge, ChallengeSeat, ChallengeStatus, Side

_post = (
    select(func.max(posts.c.message)).where(posts.c.challenge == challenges.c.id).scalar_subquery()
)


async def insert_challenge(
    tx: Tx,
    *,
    variant: str,
    side: Side,
    note: str,
    seats: Sequence[ChallengeSeat],
    least: int | None,
    control: str,
    guild: int | None,
    channel: int,
    rated: bool,
    expires_at: int,
    now: int,
) -> int:
    """Make an open challenge; the first of `seats` is the challenger's. Its id."""
    made = await tx.scalar(
        insert(challenges)
        .values(
            challenger=seats[0].player,
            variant=variant,
            side=side,
            note=note,
            status="open",
            guild=guild,
            channel=channel,
            rated=int(rated),
            created=now,
            expires_at=expires_at,
            least=least,
            control=control,
        )
        .returning(challenges.c.id)
    )
    challenge_id = int(made)
    for place, seat in enumerate(seats):
        await tx.execute(
            insert(challenge_seats).values(
                challenge=challenge_id,
                place=place,
                player=seat.player,
                seat=seat.seat,
                joined=int(seat.joined),
                team=seat.team,
            )
        )
    return challenge_id


_MADE_SINCE = Statement(
    select(challenges.c.created)
    .where(
        challenges.c.challenger == bindparam("player"), challenges.c.created > bindparam("since")
    )
    .order_by(challenges.c.created.desc())
)
_RUNNING_GAMES = Statement(
    select(func.count())
    .select_from(match_seats)
    .join(matches, matches.c.id == match_seats.c.match)
    .where(
        match_seats.c.player == bindparam("player"),
        matches.c.status == "running",
        ~exists().where(
            departures.c.match == match_seats.c.match, departures.c.seat == match_seats.c.seat
        ),
    )
)


async def made_since(tx: Tx, player: int, since: int) -> list[int]:
    """When this person made challenges after that moment, the latest first."""
    return await tx.column(_MADE_SINCE, player=player, since=since)


async def running_games(tx: Tx, player: int) -> int:
    """How many running games this person plays in and has not left."""
    return int(await tx.value(_RUNNING_GAMES, player=player))


async def get(tx: Tx, challenge_id: int) -> Challenge | None:
    """This challenge."""
    found = await _challenges(tx, _select().where(challenges.c.id == challenge_id))
    return found[0] if found else None


async def by_post(tx: Tx, message: int) -> Challenge | None:
    """The challenge that this message shows."""
    shown = exists().where(posts.c.message == message, posts.c.challenge == challenges.c.id)
    found = await _challenges(tx, _select().where(shown))
    return found[0] if found else None


async def sit(tx: Tx, challenge_id: int, place: int, seat: ChallengeSeat) -> None:
    """So is this place of the table from now on."""
    await tx.execute(
        update(challenge_seats)
        .where(challenge_seats.c.challenge == challenge_id, challenge_seats.c.place == place)
        .values(player=seat.player, seat=seat.seat, joined=int(seat.joined), team=seat.team)
    )


async def clear(tx: Tx, challenge_id: int) -> None:
    """Take away the places that nobody has joined."""
    await tx.execute(
        delete(challenge_seats).where(
            challenge_seats.c.challenge == challenge_id, challenge_seats.c.joined == 0
        )
    )


async def close(
    tx: Tx,
    challenge_id: int,
    status: ChallengeStatus,
    *,
    by: int | None,
    match: int | None = None,
    now: int,
) -> None:
    """It is open no longer."""
    await tx.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id)
        .values(status=status, answered_by=by, match=match, answered_at=now)
    )


async def open_by(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that this person made, oldest first."""
    return await _open(tx, challenges.c.challenger == player)


async def asking(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that name this person and wait for their answer, oldest first."""
    waits = exists().where(
        challenge_seats.c.challenge == challenges.c.id,
        challenge_seats.c.player == player,
        challenge_seats.c.joined == 0,
    )
    return await _open(tx, waits)


async def naming(tx: Tx, player: int) -> list[Challenge]:
    """The challenges in which this person has a place, their own among them, oldest first."""
    there = exists().where(
        challenge_seats.c.challenge == challenges.c.id, challenge_seats.c.player == player
    )
    return await _challenges(tx, _select().where(there).order_by(challenges.c.id))


async def run_out(tx: Tx, now: int) -> list[Challenge]:
    """The open challenges whose time is over, oldest first."""
    return await _open(tx, challenges.c.expires_at <= now)


async def _open(tx: Tx, which: ColumnElement[bool]) -> list[Challenge]:
    return await _challenges(tx, _select().where(OPEN, which).order_by(challenges.c.id))


def _select() -> Select[tuple[object, ...]]:
    return select(challenges, _post.label("post"))


async def _challenges(tx: Tx, query: Select[tuple[object, ...]]) -> list[Challenge]:
    rows = (await tx.execute(query)).all()
    seats: dict[int, list[ChallengeSeat]] = {row.id: [] for row in rows}
    sitting = (
        select(challenge_seats)
        .where(challenge_seats.c.challenge.in_(seats))
        .order_by(challenge_seats.c.challenge, challenge_seats.c.place)
    )
    for seat in await tx.execute(sitting):
        place = ChallengeSeat(seat.player, seat.seat, bool(seat.joined), seat.team)
        seats[seat.challenge].append(place)
    return [_challenge(row, tuple(seats[row.id])) for row in rows]


def _challenge(row: Row, seats: tuple[ChallengeSeat, ...]) -> Challenge:
    return Challenge(
        id=row.id,
        variant=row.variant,
        status=row.status,
        seats=seats,
        side=row.side,
        note=row.note,
        guild=row.guild,
        channel=row.channel,
        post=row.post,
        match=row.match,
        created=row.created,
        expires_at=row.expires_at,
        answered_by=row.answered_by,
        control=row.control,
        least=row.least,
        rated=bool(row.rated),
    )
