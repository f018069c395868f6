"""Rows of challenges and their slots, and of the latest challenge to each rematch."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import bindparam, func, select

from bot.store.driver.row_mapper import from_row, to_columns
from bot.store.driver.statement import Row, Statement, bind_list
from bot.store.driver.table_statements import delete_rows, equal, insert_row, update_rows
from bot.store.driver.tx import Tx
from bot.store.models import Challenge, ChallengeSeat, ChallengeStatus
from bot.store.tables.challenges import OPEN, challenge_seats, challenges
from bot.store.tables.games import LEFT, RUNNING, match_seats, matches, rematches
from bot.store.tables.messages import posts

_post = (
    select(func.max(posts.c.message)).where(posts.c.challenge == challenges.c.id).scalar_subquery()
)
_CHALLENGES = select(challenges, _post.label("post"))
_OLDEST_FIRST = _CHALLENGES.order_by(challenges.c.id)
_PLACED = select(challenge_seats.c.challenge).where(challenge_seats.c.player == bindparam("player"))

_ADD, _ADD_SEAT = (
    insert_row(challenges, "answered_at", returns_id=True),
    insert_row(challenge_seats),
)
_GET = Statement(_CHALLENGES.where(equal(challenges, "id")))
_SEATS = Statement(
    select(challenge_seats)
    .where(challenge_seats.c.challenge.in_(bind_list("ids")))
    .order_by(challenge_seats.c.challenge, challenge_seats.c.slot)
)
_SIT = update_rows(challenge_seats, ("challenge", "slot"), "player", "seat", "joined", "team")
_CLEAR = delete_rows(challenge_seats, "challenge", "joined")
_CLOSE = update_rows(challenges, ("id",), "status", "answered_by", "match", "answered_at")
_OPEN_BY = Statement(_OLDEST_FIRST.where(OPEN, challenges.c.challenger == bindparam("player")))
_ASKING = Statement(
    _OLDEST_FIRST.where(OPEN, challenges.c.id.in_(_PLACED.where(challenge_seats.c.joined == 0)))
)
_NAMING = Statement(_OLDEST_FIRST.where(challenges.c.id.in_(_PLACED)))
_RUN_OUT = Statement(
    _CHALLENGES.where(OPEN, challenges.c.expires_at <= bindparam("now"))
    .order_by(challenges.c.expires_at, challenges.c.id)
    .limit(bindparam("most"))
)
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
    .where(equal(match_seats, "player"), RUNNING, matches.c.event.is_(None), ~LEFT)
)


def add_challenge(tx: Tx, challenge: Challenge) -> Challenge:
    """Insert a challenge. Returns it with its new id."""
    values = to_columns(challenge, "id", "seats", "post")
    number = tx.new_id(_ADD, challenger=challenge.challenger, **values)
    tx.many(
        _ADD_SEAT,
        (
            {"challenge": number, "slot": slot, **to_columns(seat)}
            for slot, seat in enumerate(challenge.seats)
        ),
    )
    return replace(challenge, id=number)


def created_since(tx: Tx, player: int, since: int) -> list[int]:
    """Return when this player created challenges after `since`, latest first."""
    return tx.column(_MADE_SINCE, player=player, since=since)


def count_running_games(tx: Tx, player: int) -> int:
    """Return the number of running matches that this player has not left.

    Matches of events are not counted.
    """
    return int(tx.value(_RUNNING_GAMES, player=player))


def get_challenge(tx: Tx, challenge_id: int) -> Challenge | None:
    """Return this challenge; None if it does not exist."""
    challenges_found = _challenges(tx, tx.rows(_GET, id=challenge_id))
    return challenges_found[0] if challenges_found else None


def set_seat(tx: Tx, challenge_id: int, slot: int, seat: ChallengeSeat) -> None:
    """Update one slot of a challenge."""
    tx.run(_SIT, challenge=challenge_id, slot=slot, **to_columns(seat))


def remove_free_seats(tx: Tx, challenge_id: int) -> None:
    """Delete the slots that nobody has joined."""
    tx.run(_CLEAR, challenge=challenge_id, joined=0)


def close_challenge(
    tx: Tx,
    challenge_id: int,
    status: ChallengeStatus,
    *,
    by: int | None,
    match: int | None = None,
    now: int,
) -> None:
    """Close a challenge with its final status."""
    tx.run(_CLOSE, id=challenge_id, status=status, answered_by=by, match=match, answered_at=now)


def open_challenges_by(tx: Tx, player: int) -> list[Challenge]:
    """Return the open challenges of this challenger, oldest first."""
    return _challenges(tx, tx.rows(_OPEN_BY, player=player))


def awaiting_answer_of(tx: Tx, player: int) -> list[Challenge]:
    """Return the open challenges that await this player's answer, oldest first."""
    return _challenges(tx, tx.rows(_ASKING, player=player))


def challenges_with(tx: Tx, player: int) -> list[Challenge]:
    """Return all challenges in which this player has a slot, oldest first.

    Includes their own challenges.
    """
    return _challenges(tx, tx.rows(_NAMING, player=player))


def expired(tx: Tx, now: int, limit: int) -> list[Challenge]:
    """Return up to `limit` open challenges that have expired, earliest expiry first."""
    return _challenges(tx, tx.rows(_RUN_OUT, now=now, most=limit))


def _challenges(tx: Tx, rows: Sequence[Row]) -> list[Challenge]:
    seats: dict[int, list[ChallengeSeat]] = {row.id: [] for row in rows}
    for row in tx.rows(_SEATS, ids=seats) if rows else ():
        seats[row.challenge].append(from_row(ChallengeSeat, row))
    return [from_row(Challenge, row, seats=tuple(seats[row.id])) for row in rows]


_REMATCH = Statement(select(rematches.c.challenge).where(rematches.c.match == bindparam("match")))
_PUT_REMATCH = insert_row(rematches, existing="update")


def get_rematch(tx: Tx, match_id: int) -> int | None:
    """Return the id of the latest challenge to a rematch of this match, or None."""
    challenge: int | None = tx.value(_REMATCH, match=match_id)
    return challenge


def put_rematch(tx: Tx, match_id: int, challenge_id: int) -> None:
    """Store the challenge to a rematch, replacing any earlier one."""
    tx.run(_PUT_REMATCH, match=match_id, challenge=challenge_id)
