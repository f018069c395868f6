"""Loads a match with all its child rows in one SELECT.

Child rows (seats, departures, consents, stops, conditional moves) come as text: rows separated by
`;`, their columns by `,`. None of these columns contains either character.
"""

from collections.abc import Sequence
from operator import attrgetter

from sqlalchemy import ScalarSelect, Table, Text, cast, func, literal_column, select
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import aggregate_strings
from sqlalchemy.sql.visitors import iterate

from bot.store.driver.row_mapper import from_row
from bot.store.driver.statement import Row
from bot.store.driver.table_statements import bind_columns
from bot.store.models import Clock, ClockStop, Departure, Downtime, Match, Offer
from bot.store.tables.games import (
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
