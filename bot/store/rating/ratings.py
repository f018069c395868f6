"""Rows of rated games, annulments and aborts, and queries for a player's results.

Rated games are inserted when a match ends and never change. An annulment is a separate row. Both
are numbered in one sequence, in the order in which they have changed the ratings.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    func,
    literal_column,
    or_,
    select,
)

from bot.store.driver.row_mapper import from_row, to_columns
from bot.store.driver.statement import Row, Statement, bind_list
from bot.store.driver.table_statements import equal, insert_row, update_rows
from bot.store.driver.tx import Tx
from bot.store.models import Abort, PlayedSeat, RatedGame, RatedSeat, computer_at
from bot.store.tables.games import departures, match_seats, matches, moves
from bot.store.tables.players import players
from bot.store.tables.ratings import WORLDWIDE, aborts, annulments, rated_games, rated_seats

PAGE = 500
"""Number of games read by one query."""

_ADD, _ADD_SEAT = insert_row(rated_games), insert_row(rated_seats)
_ANNUL, _ADD_ABORT = insert_row(annulments), insert_row(aborts)
_LAST_NUMBERS = tuple(
    Statement(select(func.coalesce(func.max(table.c.number), 0)))
    for table in (rated_games, annulments)
)
_ANNULLED = (
    select(annulments.c.number)
    .where(annulments.c.match == rated_games.c.match)
    .scalar_subquery()
    .label("annulled")
)
_GAMES = Statement(
    select(rated_games, _ANNULLED).where(rated_games.c.match.in_(bind_list("matches")))
)
_SEATS = Statement(
    select(rated_seats)
    .where(rated_seats.c.match.in_(bind_list("matches")))
    .order_by(rated_seats.c.match, rated_seats.c.seat)
)

_GUILDS = Statement(select(rated_games.c.guild).distinct())
_ANNULLED_AMONG = Statement(
    select(annulments.c.match).where(annulments.c.match.in_(bind_list("matches")))
)


def _after(which: ColumnElement[bool]) -> Statement:
    """Return a SELECT for the next games of a ladder, in the order of counting."""
    games = select(rated_games, _ANNULLED).where(which, rated_games.c.number > bindparam("number"))
    return Statement(games.order_by(rated_games.c.number).limit(bindparam("limit")))


_OF_GUILD = _after(rated_games.c.guild == bindparam("guild"))
_WORLDWIDE = _after(WORLDWIDE)
_SET_WORLDWIDE = update_rows(players, ("id",), "global_rating")
_OPTED_IN = Statement(
    select(players.c.id).where(players.c.id.in_(bind_list("people")), players.c.global_rating == 1)
)


def _of_seat(table: Table) -> ColumnElement[bool]:
    """Return the condition that a row belongs to the seat in `match_seats`."""
    return (table.c.match == match_seats.c.match) & (table.c.seat == match_seats.c.seat)


_PLAYED = Statement(
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
    .outerjoin(departures, _of_seat(departures))
    .where(
        match_seats.c.player == bindparam("player"),
        or_(matches.c.outcome.is_not(None), departures.c.why.is_not(None)),
    )
    .order_by(matches.c.ended_at.nulls_first(), matches.c.id)
)
_theirs, _others = match_seats.alias(), match_seats.alias()
_third = match_seats.alias()
_AGAINST_COMPUTER = Statement(
    select(_others.c.player, _theirs.c.seat, matches.c.outcome)
    .select_from(_theirs)
    .join(matches, matches.c.id == _theirs.c.match)
    .join(_others, _others.c.match == matches.c.id)
    .where(
        _theirs.c.player == bindparam("player"),
        _others.c.player <= computer_at(1),
        matches.c.status == literal_column("'finished'"),
        ~select(_third.c.seat)
        .where(_third.c.match == matches.c.id, _third.c.seat == 2)
        .correlate(matches)
        .exists(),
    )
)
_COMMON = Statement(
    select(_theirs.c.seat, _others.c.seat.label("other"), matches.c.outcome)
    .select_from(_theirs)
    .join(_others, _others.c.match == _theirs.c.match)
    .join(matches, matches.c.id == _theirs.c.match)
    .where(
        _theirs.c.player == bindparam("player"),
        _others.c.player == bindparam("against"),
        matches.c.guild == bindparam("guild"),
        matches.c.outcome.is_not(None),
    )
)
_LAST_MOVE = Statement(
    select(func.max(moves.c.at))
    .join(match_seats, _of_seat(moves))
    .where(equal(match_seats, "player"), equal(moves, "player"), moves.c.at < bindparam("before"))
)
_ABORTS = Statement(
    select(aborts.c.at, aborts.c.why)
    .join(match_seats, _of_seat(aborts))
    .where(match_seats.c.player == bindparam("player"))
    .order_by(aborts.c.at, aborts.c.match)
)
_MINE = (
    select(match_seats.c.match)
    .join(matches, matches.c.id == match_seats.c.match)
    .where(match_seats.c.player == bindparam("player"), matches.c.event.is_(None))
    .order_by(match_seats.c.match.desc())
    .limit(bindparam("last"))
)
_SET_PLACE = update_rows(rated_seats, ("match", "seat"), "place")
_TABLES = Statement(
    select(match_seats.c.match, match_seats.c.player)
    .where(match_seats.c.match.in_(_MINE))
    .order_by(match_seats.c.match)
)


def add_game(tx: Tx, game: RatedGame) -> None:
    """Insert a rated game with its seats, under the next number.

    Raises `sqlite3.IntegrityError` if the match already has a rated game.
    """
    columns = to_columns(game, "annulled", "seats")
    tx.run(_ADD, **{**columns, "number": _next_number(tx)})
    tx.many(_ADD_SEAT, ({"match": game.match, **to_columns(seat)} for seat in game.seats))


def get_game(tx: Tx, match: int) -> RatedGame | None:
    """Return the rated game of this match, or None."""
    return next(iter(games_of(tx, [match])), None)


def games_of(tx: Tx, matches: Collection[int]) -> list[RatedGame]:
    """Return the rated games of these matches, in no particular order."""
    return _games(tx, tx.rows(_GAMES, matches=matches)) if matches else []


def all_games(tx: Tx, guild: int | None) -> Iterator[RatedGame]:
    """Yield all games of a guild in the order of counting, including annulled ones.

    `guild` is None for the games that count globally.
    """
    after = 0
    while True:
        page = {"number": after, "limit": PAGE}
        rows = (
            tx.rows(_WORLDWIDE, **page)
            if guild is None
            else tx.rows(_OF_GUILD, guild=guild, **page)
        )
        if not rows:
            return
        yield from _games(tx, rows)
        after = rows[-1].number


def guilds_with_games(tx: Tx) -> list[int]:
    """Return the guilds that have rated games."""
    return tx.column(_GUILDS)


def correct_places(tx: Tx, match: int, places: Mapping[int, int]) -> None:
    """Replace the places of a rated game by seat. The ratings stay as they are."""
    tx.many(
        _SET_PLACE,
        ({"match": match, "seat": seat, "place": place} for seat, place in places.items()),
    )


def add_annulment(tx: Tx, match: int, by: int, now: int) -> None:
    """Insert the annulment of a rated game, under the next number.

    Raises `sqlite3.IntegrityError` if the game has been annulled.
    """
    tx.run(_ANNUL, match=match, by=by, at=now, number=_next_number(tx))


def annulled_among(tx: Tx, matches: Collection[int]) -> set[int]:
    """Return the matches among these whose rated games have been annulled."""
    return set(tx.column(_ANNULLED_AMONG, matches=matches)) if matches else set()


def set_global_opt_in(tx: Tx, player: int, opted_in: bool) -> None:
    """Set whether this player's future games count towards the global pools.

    The player must have a row.
    """
    tx.run(_SET_WORLDWIDE, id=player, global_rating=int(opted_in))


def opted_in_globally(tx: Tx, people: tuple[int, ...]) -> set[int]:
    """Return the players among these who have opted in to the global pool."""
    return set(tx.column(_OPTED_IN, people=people))


def finished_games_of(tx: Tx, player: int) -> list[PlayedSeat]:
    """Return this player's finished games and the games that they left, oldest first."""
    return [_played(row) for row in tx.rows(_PLAYED, player=player)]


def computer_games_of(tx: Tx, player: int) -> list[tuple[int, int, tuple[tuple[int, ...], ...]]]:
    """Return this player's finished two-player games against a computer player.

    Each tuple contains the computer's player id, the player's seat, and the ranking.
    """
    return [
        (row.player, row.seat, tuple(map(tuple, json.loads(row.outcome)["ranking"])))
        for row in tx.rows(_AGAINST_COMPUTER, player=player)
    ]


def common_games_of(
    tx: Tx, player: int, other: int, guild: int
) -> list[tuple[int, int, tuple[tuple[int, ...], ...]]]:
    """Return the finished games in a guild in which both of these players had a seat.

    Each tuple contains the seat of `player`, the seat of `other`, and the ranking.
    """
    results = []
    for row in tx.rows(_COMMON, player=player, against=other, guild=guild):
        ranking = tuple(map(tuple, json.loads(row.outcome).get("ranking", ())))
        if ranking:
            results.append((row.seat, row.other, ranking))
    return results


def last_move_at(tx: Tx, player: int, before: int) -> int | None:
    """Return when this player last moved before `before`, in any match; None if never."""
    when: int | None = tx.value(_LAST_MOVE, player=player, before=before)
    return when


def add_abort(tx: Tx, match: int, seat: int, why: Literal["requested", "no-show"], at: int) -> None:
    """Record that this seat caused the match to end before every seat had moved.

    `why` is the cause: the player requested the abort, or never moved.
    """
    tx.run(_ADD_ABORT, match=match, seat=seat, why=why, at=at)


def aborts_of(tx: Tx, player: int) -> list[Abort]:
    """Return the aborts caused by this player, oldest first."""
    return tx.all(Abort, _ABORTS, player=player)


def tablemates_of(tx: Tx, player: int, last: int) -> list[frozenset[int]]:
    """Return the players of each of this player's `last` newest matches, newest last.

    Matches of events are left out, because the players did not choose each other.
    """
    tables: dict[int, set[int]] = {}
    for match, person in tx.rows(_TABLES, player=player, last=last):
        tables.setdefault(match, set()).add(person)
    return [frozenset(people) for people in tables.values()]


def _next_number(tx: Tx) -> int:
    """Return the next number of the sequence. Writers run one at a time."""
    last: int = max(tx.value(statement) for statement in _LAST_NUMBERS)
    return last + 1


def _games(tx: Tx, rows: list[Row]) -> list[RatedGame]:
    seats: dict[int, list[RatedSeat]] = {row.match: [] for row in rows}
    for row in tx.rows(_SEATS, matches=seats) if rows else ():
        seats[row.match].append(from_row(RatedSeat, row))
    return [from_row(RatedGame, row, seats=tuple(seats[row.match])) for row in rows]


def _played(row: Row) -> PlayedSeat:
    outcome: dict[str, Any] = json.loads(row.outcome) if row.outcome else {}
    ranking = tuple(tuple(group) for group in outcome.get("ranking", ()))
    at = row.ended_at if row.ended_at is not None else row.at
    return PlayedSeat(
        row.id, row.guild, at, row.seat, ranking, outcome.get("reason", ""), row.why, row.at
    )
