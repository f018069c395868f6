"""Queries for matches, loaded with all child rows. `match_saver` saves matches."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from sqlalchemy import (
    ScalarSelect,
    Table,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import aggregate_strings
from sqlalchemy.sql.visitors import iterate

from bot.store.driver.row_mapper import from_row
from bot.store.driver.statement import Row, Statement
from bot.store.driver.table_statements import bind_columns, equal
from bot.store.driver.tx import Tx
from bot.store.match.clocks import NO_LIMIT, is_seat_to_act
from bot.store.models import Clock, ClockStop, Departure, Downtime, Match, Offer
from bot.store.tables.games import (
    LEFT,
    RUNNING,
    clock_stops,
    clocks,
    consents,
    departures,
    downtimes,
    match_seats,
    matches,
    plans,
)
from bot.store.tables.games import offers as offers_table
from bot.store.tables.messages import posts

_NOTHING: ColumnElement[str] = literal_column("''")
_COLUMN: ColumnElement[str] = literal_column("','")
_ROW: ColumnElement[str] = literal_column("';'")


def _aggregated(
    table: Table, *columns: str, where: ColumnElement[bool] | None = None
) -> ScalarSelect[str]:
    """Return a subquery that aggregates the child rows of a match into one string."""
    first, *others = (func.coalesce(cast(table.c[name], Text), _NOTHING) for name in columns)
    row: ColumnElement[str] = first
    for more in others:
        row = row.concat(_COLUMN).concat(more)
    joined = aggregate_strings(row, _ROW)  # type: ignore[arg-type]
    return select(joined).where(_of_match(table) if where is None else where).scalar_subquery()


def _of_match(table: Table) -> ColumnElement[bool]:
    return table.c.match == matches.c.id


def _prefixed(table: Table, prefix: str) -> list[ColumnElement[object]]:
    """Return a table's columns with a prefix; the table has at most one row per match."""
    return [column.label(prefix + column.name) for column in table.columns]


_newest_post = (
    select(posts.c.message)
    .where(posts.c.match == matches.c.id, posts.c.ply.is_not(None))
    .order_by(posts.c.ply.desc(), posts.c.message.desc())
    .limit(1)
    .scalar_subquery()
)
_recent = (downtimes.c.until > clocks.c.started) | (
    downtimes.c.id == select(func.max(downtimes.c.id)).scalar_subquery()
)
_DEPARTURE = ("number", "seat", "ply", "at", "why", "group_number", "partner", "played_by", "until")
WHOLE = (
    select(
        matches,
        *_prefixed(clocks, "clock_"),
        *_prefixed(offers_table, "offer_"),
        _newest_post.label("post"),
        _aggregated(match_seats, "seat", "player", "bank").label("seats"),
        _aggregated(departures, *_DEPARTURE).label("left"),
        _aggregated(clock_stops, "started", "id", "seat", "until", "why").label("stopped"),
        _aggregated(plans, "seat", where=_of_match(plans) & plans.c.ended.is_(None)).label(
            "planned"
        ),
        _aggregated(consents, "seat").label("agreed"),
        _aggregated(downtimes, "id", "started", "until", where=_recent).label("away"),
    )
    .outerjoin_from(matches, clocks, clocks.c.match == matches.c.id)
    .outerjoin(offers_table, offers_table.c.match == matches.c.id)
)
TABLES = frozenset(part.name for part in iterate(WHOLE) if isinstance(part, Table))
"""The tables from which `WHOLE` reads."""
_CLOCK = [name for name in bind_columns(clocks) if name not in ("match", "muted")]
_CLOCK_OF = attrgetter(*(f"clock_{name}" for name in _CLOCK))


def match_from_row(row: Row) -> Match:
    seats = sorted([int(figure) for figure in seat] for seat in _rows(row.seats))
    players = tuple(player for _, player, _ in seats)
    return from_row(
        Match,
        row,
        players=players,
        banks=tuple(bank for _, _, bank in seats),
        offer=_offer(row),
        departures=_departures(row, players),
        clock=_clock(row),
        stops=_stops(row.stopped),
        downtimes=_downtimes(row.away),
        planned=tuple(sorted(int(seat) for (seat,) in _rows(row.planned))),
    )


def _rows(text: str | None) -> list[list[str]]:
    return [part.split(",") for part in text.split(";")] if text else []


def _departures(row: Row, players: Sequence[int]) -> tuple[Departure, ...]:
    columns_of_rows = sorted(_rows(row.left), key=lambda columns: int(columns[0]))
    return tuple(
        Departure(
            row.id,
            int(seat),
            players[int(seat)],
            int(ply),
            int(at),
            why,  # type: ignore[arg-type]
            int(together),
            int(partner) if partner else None,
            hands,  # type: ignore[arg-type]
            int(until) if until else None,
        )
        for _, seat, ply, at, why, together, partner, hands, until in columns_of_rows
        if int(seat) < len(players)
    )


def _stops(text: str | None) -> tuple[ClockStop, ...]:
    columns_of_rows = sorted(_rows(text), key=lambda columns: (int(columns[0]), int(columns[1])))
    return tuple(
        ClockStop(int(seat), int(started), int(until), why)  # type: ignore[arg-type]
        for started, _, seat, until, why in columns_of_rows
    )


def _downtimes(text: str | None) -> tuple[Downtime, ...]:
    return tuple(
        Downtime(*map(int, fields))
        for fields in sorted(_rows(text), key=lambda fields: int(fields[0]))
    )


def _offer(row: Row) -> Offer | None:
    if row.offer_kind is None:
        return None
    agreed = tuple(sorted(int(seat) for (seat,) in _rows(row.agreed)))
    return Offer(
        row.offer_kind, row.offer_seat, row.offer_ply, row.offer_at, row.offer_expires_at, agreed
    )


def _clock(row: Row) -> Clock | None:
    if row.clock_match is None:
        return None
    values = dict(zip(_CLOCK, _CLOCK_OF(row), strict=True))
    return Clock(match=row.id, control=row.control, muted=bool(row.clock_muted), **values)


# Finding a player's matches through `match_seats` uses an index, so the cost hardly depends on the
# total number of matches.
_seats = select(match_seats.c.match).where(equal(match_seats, "player"))

_SOONEST = (clocks.c.deadline, matches.c.id)

_GET = Statement(WHOLE.where(equal(matches, "id")))
_RUNNING = Statement(WHOLE.where(RUNNING).order_by(matches.c.id))
# Two SELECTs, so that each can use an index.
IN_CHANNEL = union_all(
    *(
        select(matches.c.id).where(RUNNING, column == bindparam("place")).correlate(None)
        for column in (matches.c.channel, matches.c.thread)
    )
)
_RUNNING_IN = Statement(
    WHOLE.where(matches.c.id.in_(IN_CHANNEL)).order_by(
        matches.c.moved_at.desc(), matches.c.id.desc()
    )
)
_NEWEST = (matches.c.ended_at.desc(), matches.c.id.desc())
_RUNNING_OF = Statement(
    WHOLE.where(RUNNING, matches.c.id.in_(_seats.where(~LEFT))).order_by(
        matches.c.moved_at, matches.c.id
    )
)
_AWAITING = Statement(
    WHOLE.where(
        matches.c.id.in_(
            select(clocks.c.match)
            .select_from(clocks)
            .join(match_seats, is_seat_to_act())
            .where(equal(match_seats, "player"))
            .correlate(None)
        )
    ).order_by(*_SOONEST)
)
_OVERDUE = Statement(
    WHOLE.where(clocks.c.deadline < bindparam("before"))
    .order_by(*_SOONEST)
    .limit(bindparam("limit"))
)
_finished = (
    select(matches.c.id)
    .join(match_seats, match_seats.c.match == matches.c.id)
    .where(equal(match_seats, "player"), matches.c.status != "running")
    .order_by(*_NEWEST)
    .limit(bindparam("most"))
)
_finished_here = _finished.where(equal(matches, "guild")).offset(bindparam("past"))
_FINISHED_OF = Statement(WHOLE.where(matches.c.id.in_(_finished)).order_by(*_NEWEST))
_FINISHED_IN = Statement(WHOLE.where(matches.c.id.in_(_finished_here)).order_by(*_NEWEST))
_ALL_OF = Statement(WHOLE.where(matches.c.id.in_(_seats)).order_by(matches.c.id))
_EVERYTHING = Statement(WHOLE.order_by(matches.c.id))

_COUNT = Statement(select(func.count()).select_from(matches))


def get_match(tx: Tx, match_id: int) -> Match | None:
    """Return this match; None if it does not exist.

    It is read once per transaction, until something of it changes.
    """
    loaded = tx.cache(TABLES)
    if match_id not in loaded:
        return next(iter(_all(tx, tx.rows(_GET, id=match_id))), None)
    match: Match = loaded[match_id]
    return match


def running_matches(tx: Tx) -> list[Match]:
    """Return all running matches, oldest first."""
    return _all(tx, tx.rows(_RUNNING))


def running_in_channel(tx: Tx, channel: int) -> list[Match]:
    """Return the running matches in a channel or thread, most recent move first."""
    return _all(tx, tx.rows(_RUNNING_IN, place=channel))


def running_of_player(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that this player has not left, longest waiting first."""
    return _all(tx, tx.rows(_RUNNING_OF, player=player))


def awaiting_player(tx: Tx, player: int) -> list[Match]:
    """Return the matches in which this player must act, nearest deadline first."""
    return _all(tx, tx.rows(_AWAITING, player=player))


def overdue(tx: Tx, before: int, limit: int | None = None) -> Iterator[Match]:
    """Yield the matches whose deadline was before `before`, earliest first.

    Each is read when its turn comes. A match that is no longer overdue then is skipped.
    """
    for number, match in enumerate(
        _all(tx, tx.rows(_OVERDUE, before=before, limit=limit or NO_LIMIT))
    ):
        again = get_match(tx, match.id) if number else match
        if again is not None and again.clock is not None and again.clock.deadline < before:
            yield again


def finished_of(tx: Tx, player: int, limit: int = 25) -> list[Match]:
    """Return up to `limit` of this player's matches that are over, latest first."""
    return _all(tx, tx.rows(_FINISHED_OF, player=player, most=limit))


def finished_in_guild(tx: Tx, player: int, guild: int, limit: int, past: int) -> list[Match]:
    """Return this player's matches in a guild that are over, latest first.

    Skips the first `past` matches and returns up to `limit`.
    """
    return _all(tx, tx.rows(_FINISHED_IN, player=player, guild=guild, most=limit, past=past))


def all_of_player(tx: Tx, player: int) -> list[Match]:
    """Return all matches in which this player has or had a seat, oldest first."""
    return _all(tx, tx.rows(_ALL_OF, player=player))


def count_matches(tx: Tx) -> int:
    """Return the number of matches."""
    number: int = tx.value(_COUNT)
    return number


def all_matches(tx: Tx) -> list[Match]:
    """Return all matches, oldest first."""
    return _all(tx, tx.rows(_EVERYTHING))


def _all(tx: Tx, rows: Iterable[Row]) -> list[Match]:
    loaded = [match_from_row(row) for row in rows]
    tx.cache(TABLES).update((match.id, match) for match in loaded)
    return loaded
