"""Rows of rated games, annulments and aborts, and queries for a player's results.

Rated games are inserted when a match ends and never change. An annulment is a separate row.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    tuple_,
)

from bot.store import ladder_rows
from bot.store.models import Abort, PlayedSeat, RatedGame, RatedSeat, computer_at
from bot.store.row_mapper import from_row, to_columns
from bot.store.statement import Row, Statement, bind_list
from bot.store.table_statements import equal, insert_row, update_rows
from bot.store.tables.games import departures, match_seats, matches, moves
from bot.store.tables.players import players
from bot.store.tables.ratings import WORLDWIDE, aborts, annulments, rated_games, rated_seats
from bot.store.tx import Tx

PAGE = 500
"""Number of games read by one query."""

_ADD, _ADD_SEAT = insert_row(rated_games, "number"), insert_row(rated_seats)
_ANNUL, _ADD_ABORT = insert_row(annulments), insert_row(aborts)
_VOID = exists().where(annulments.c.match == rated_games.c.match)
_GET = Statement(select(rated_games, _VOID.label("void")).where(equal(rated_games, "match")))
_SEATS = Statement(
    select(rated_seats)
    .where(rated_seats.c.match.in_(bind_list("matches")))
    .order_by(rated_seats.c.match, rated_seats.c.seat)
)

_GUILDS_OF = Statement(
    select(rated_games.c.guild, rated_games.c.worldwide)
    .join(rated_seats, rated_seats.c.match == rated_games.c.match)
    .where(rated_seats.c.player == bindparam("player"))
    .distinct()
)
_GUILDS = Statement(select(rated_games.c.guild).distinct())
_GUILDS_AFTER = Statement(
    select(rated_games.c.guild).where(rated_games.c.finished_at > bindparam("at")).distinct()
)


def _history(which: ColumnElement[bool]) -> Statement:
    """Return a SELECT for the next games in the history of a ladder."""
    order = (rated_games.c.finished_at, rated_games.c.match)
    after = tuple_(*order) > tuple_(bindparam("finished_at"), bindparam("match"))
    games = select(rated_games, _VOID.label("void")).where(which, after)
    return Statement(games.order_by(*order).limit(bindparam("limit")))


_GUILD_HISTORY = _history(rated_games.c.guild == bindparam("guild"))
_GLOBAL_HISTORY = _history(WORLDWIDE)
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
    """Insert a rated game with its seats.

    Raises `sqlite3.IntegrityError` if the match already has a rated game.
    """
    tx.run(_ADD, **to_columns(game, "number", "void", "seats"))
    tx.many(_ADD_SEAT, ({"match": game.match, **to_columns(seat)} for seat in game.seats))


def get_game(tx: Tx, match: int) -> RatedGame | None:
    """Return the rated game of this match, or None."""
    games = _games(tx, tx.rows(_GET, match=match))
    return games[0] if games else None


def games_after(
    tx: Tx, guild: int | None, after: tuple[int, int], *, limit: int
) -> list[RatedGame]:
    """Return the next games of a guild after this position in history, in order.

    `guild` is None for the games that count globally.
    """
    at, match = after
    since = {"finished_at": at, "match": match, "limit": limit}
    if guild is None:
        return _games(tx, tx.rows(_GLOBAL_HISTORY, **since))
    return _games(tx, tx.rows(_GUILD_HISTORY, guild=guild, **since))


def all_games(tx: Tx, guild: int | None) -> Iterator[RatedGame]:
    """Yield all games of a guild in historical order.

    `guild` is None for the games that count globally.
    """
    after = (-1, 0)
    while games := games_after(tx, guild, after, limit=PAGE):
        yield from games
        after = games[-1].order


def guilds_with_games(tx: Tx) -> list[int]:
    """Return the guilds that have rated games."""
    return tx.column(_GUILDS)


def correct_places(tx: Tx, game: RatedGame, places: Mapping[int, int], now: int) -> None:
    """Replace the places of a rated game by seat, and recalculate the ratings."""
    tx.many(
        _SET_PLACE,
        ({"match": game.match, "seat": seat, "place": place} for seat, place in places.items()),
    )
    ladder_rows.recalculate(tx, game.guild, game.order, now)
    if game.worldwide:
        ladder_rows.recalculate(tx, None, game.order, now)


def guilds_with_games_after(tx: Tx, at: int) -> list[int]:
    """Return the guilds with rated games that ended after `at`."""
    return tx.column(_GUILDS_AFTER, at=at)


def add_annulment(tx: Tx, game: RatedGame, by: int, now: int) -> None:
    """Annul a rated game and recalculate the ratings. The game's row is kept."""
    tx.run(_ANNUL, match=game.match, by=by, at=now)
    ladder_rows.recalculate(tx, game.guild, game.order, now)
    if game.worldwide:
        ladder_rows.recalculate(tx, None, game.order, now)


def recalculate_all_of(tx: Tx, player: int, now: int) -> None:
    """Recalculate each ladder in which this player has rated games.

    Call this after the player, a pseudonym, has replaced an erased player in the games.
    """
    rows = tx.rows(_GUILDS_OF, player=player)
    for guild in {row.guild for row in rows} | {None for row in rows if row.worldwide}:
        ladder_rows.recalculate(tx, guild, ladder_rows.BEGINNING, now)


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
