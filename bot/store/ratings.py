"""Rows of rated games: added when a game ends, never changed, at most struck out by another row."""

from __future__ import annotations

import json
from typing import Any, Literal

from sqlalchemy import ColumnElement, exists, func, insert, or_, select, update

from bot.store.statement import Row
from bot.store.tables import (
    aborts,
    annulments,
    departures,
    match_seats,
    matches,
    moves,
    players,
    rated_games,
    rated_seats,
)
from bot.store.tx import Tx
from bot.store.values import Abort, Played, RatedGame, RatedSeat


async def add(tx: Tx, game: RatedGame) -> None:
    """A rated game has ended; a second time is an error of the database."""
    await tx.execute(
        insert(rated_games).values(
            match=game.match,
            finished_at=game.finished_at,
            kind=game.kind,
            guild=game.guild,
            worldwide=int(game.worldwide),
            half=int(game.half),
        )
    )
    for seat in game.seats:
        await tx.execute(
            insert(rated_seats).values(
                match=game.match,
                seat=seat.seat,
                player=seat.player,
                side=seat.side,
                place=seat.place,
                left=int(seat.left),
                rated=int(seat.rated),
                excused=json.dumps(seat.excused),
            )
        )


async def get(tx: Tx, match_id: int) -> RatedGame | None:
    """The rated game of this match."""
    found = await _games(tx, rated_games.c.match == match_id)
    return found[0] if found else None


async def of_guild(tx: Tx, guild: int) -> list[RatedGame]:
    """The rated games of a server, in the order in which they ended."""
    return await _games(tx, rated_games.c.guild == guild)


async def worldwide(tx: Tx) -> list[RatedGame]:
    """The rated games of all servers that count worldwide."""
    return await _games(tx, rated_games.c.worldwide == 1)


async def annul(tx: Tx, match_id: int, by: int, now: int) -> None:
    """It counts no more; the row that says what it was stays."""
    await tx.execute(insert(annulments).values(match=match_id, by=by, at=now))


async def wish_worldwide(tx: Tx, player: int, wish: bool) -> None:
    """Whether this person, who has a row, wants his future games to count worldwide."""
    await tx.execute(update(players).where(players.c.id == player).values(worldwide=int(wish)))


async def wishing_worldwide(tx: Tx, people: tuple[int, ...]) -> set[int]:
    """Those of these people who want it."""
    query = select(players.c.id).where(players.c.id.in_(people), players.c.worldwide == 1)
    return set(await tx.scalars(query))


async def played(tx: Tx, player: int) -> list[Played]:
    """This person's finished games, and those that went on without him, the oldest first."""
    mine = match_seats.c.player == player
    query = (
        select(
            matches.c.id,
            matches.c.guild,
            matches.c.ended_at,
            matches.c.outcome,
            match_seats.c.seat,
            departures.c.why,
            departures.c.at,
        )
        .join(match_seats, match_seats.c.match == matches.c.id)
        .outerjoin(
            departures,
            (departures.c.match == matches.c.id) & (departures.c.seat == match_seats.c.seat),
        )
        .where(mine, or_(matches.c.outcome.is_not(None), departures.c.why.is_not(None)))
        .order_by(matches.c.ended_at, matches.c.id)
    )
    return [_played(row) for row in await tx.execute(query)]


async def last_move_of(tx: Tx, player: int, before: int) -> int | None:
    """When this person last made a move before this moment, in any game."""
    query = (
        select(moves.c.at)
        .join(
            match_seats,
            (match_seats.c.match == moves.c.match) & (match_seats.c.seat == moves.c.seat),
        )
        .where(match_seats.c.player == player, moves.c.player == player, moves.c.at < before)
        .order_by(moves.c.at.desc())
        .limit(1)
    )
    when: int | None = await tx.scalar(query)
    return when


async def broke_off(
    tx: Tx, match_id: int, seat: int, why: Literal["asked", "no-show"], at: int
) -> None:
    """This seat ended the match before everybody had moved: by asking for it, or by not coming."""
    await tx.execute(insert(aborts).values(match=match_id, seat=seat, why=why, at=at))


async def aborts_of(tx: Tx, player: int) -> list[Abort]:
    """The matches that this person broke off, or never came to, the oldest first."""
    query = (
        select(aborts.c.at, aborts.c.why)
        .join(
            match_seats,
            (match_seats.c.match == aborts.c.match) & (match_seats.c.seat == aborts.c.seat),
        )
        .where(match_seats.c.player == player)
        .order_by(aborts.c.at, aborts.c.match)
    )
    return [Abort(row.at, row.why) for row in await tx.execute(query)]


async def moves_made(tx: Tx, guild: int) -> dict[tuple[int, int], int]:
    """How many moves each person has made himself in the rated games of a server: (match, person)."""
    query = (
        select(moves.c.match, moves.c.player, func.count())
        .join(rated_games, rated_games.c.match == moves.c.match)
        .where(rated_games.c.guild == guild, moves.c.player.is_not(None))
        .group_by(moves.c.match, moves.c.player)
    )
    found = (tuple(row) for row in await tx.execute(query))
    return {(match, player): made for match, player, made in found}


async def tables_of(tx: Tx, player: int, last: int) -> list[frozenset[int]]:
    """Who sat at each of this person's last so many matches, the newest last."""
    mine = select(match_seats.c.match).where(match_seats.c.player == player)
    query = (
        select(match_seats.c.match, match_seats.c.player)
        .where(match_seats.c.match.in_(mine.order_by(match_seats.c.match.desc()).limit(last)))
        .order_by(match_seats.c.match)
    )
    found: dict[int, set[int]] = {}
    for row in await tx.execute(query):
        found.setdefault(row.match, set()).add(row.player)
    return [frozenset(people) for people in found.values()]


async def _games(tx: Tx, which: ColumnElement[bool]) -> list[RatedGame]:
    void = exists().where(annulments.c.match == rated_games.c.match)
    order = (rated_games.c.finished_at, rated_games.c.match)
    rows = await tx.execute(select(rated_games, void.label("void")).where(which).order_by(*order))
    games = rows.all()
    sitting = (
        select(rated_seats)
        .join(rated_games, rated_games.c.match == rated_seats.c.match)
        .where(which)
        .order_by(rated_seats.c.match, rated_seats.c.seat)
    )
    seats: dict[int, list[RatedSeat]] = {row.match: [] for row in games}
    for row in await tx.execute(sitting):
        seats[row.match].append(
            RatedSeat(
                row.seat,
                row.player,
                row.side,
                row.place,
                bool(row.left),
                bool(row.rated),
                tuple(json.loads(row.excused)),
            )
        )
    return [
        RatedGame(
            row.match,
            row.finished_at,
            row.kind,
            row.guild,
            bool(row.worldwide),
            bool(row.half),
            bool(row.void),
            tuple(seats[row.match]),
        )
        for row in games
    ]


def _played(row: Row) -> Played:
    told: dict[str, Any] = json.loads(row.outcome) if row.outcome else {}
    ranking = tuple(tuple(group) for group in told.get("ranking", ()))
    at = row.ended_at if row.ended_at is not None else row.at
    return Played(row.id, row.guild, at, row.seat, ranking, told.get("reason", ""), row.why, row.at)
