"""Rows of series of seasons."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import bindparam, func, literal_column, select

from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row, save_changes
from bot.extensions.tournaments.models import Event, Series
from bot.extensions.tournaments.tables import entrants, events, series

_ADD = insert_row(series, returns_id=True)
_GET = Statement(select(series).where(equal(series, "id")))
_DUE = DueRows(series.c.next_at)
_OF_GUILD = Statement(
    select(series)
    .where(series.c.guild == bindparam("server"), series.c.next_at.is_not(None))
    .order_by(series.c.id)
)
_EVENTS = Statement(
    select(events)
    .where(events.c.series == bindparam("of_series"))
    .order_by(events.c.id.desc())
    .limit(bindparam("most"))
)
_HELD = Statement(
    select(func.count()).where(
        events.c.series == bindparam("of_series"), events.c.status != literal_column("'cancelled'")
    )
)
_UNFINISHED_OF_PLAYER = Statement(
    select(func.count())
    .select_from(entrants.join(events, events.c.id == entrants.c.event))
    .where(
        events.c.series == bindparam("of_series"),
        events.c.status.in_(("open", "running")),
        entrants.c.player == bindparam("person"),
        entrants.c.left_at.is_(None),
    )
)
_WON = Statement(
    select(events.c.name, series.c.name.label("series"), events.c.season, events.c.ended_at)
    .select_from(
        entrants.join(events, events.c.id == entrants.c.event).outerjoin(
            series, series.c.id == events.c.series
        )
    )
    .where(
        entrants.c.player == bindparam("person"),
        entrants.c.place == literal_column("1"),
        events.c.guild == bindparam("server"),
        events.c.status == literal_column("'finished'"),
    )
    .order_by(events.c.ended_at.desc(), events.c.id.desc())
    .limit(bindparam("most"))
)
_FIRST_SEASON = Statement(
    select(func.min(events.c.created_at)).where(events.c.series == bindparam("number"))
)


class WonEvent(NamedTuple):
    """An event that a player has won."""

    name: str
    series: str | None
    """Name of its series, or None."""
    season: int | None
    ended_at: int


def add_series(tx: Tx, made: Series) -> Series:
    """Insert a series. Returns it with its new id."""
    return replace(made, id=tx.new_id(_ADD, made))


def get_series(tx: Tx, series_id: int) -> Series | None:
    """Return this series, even if it has been stopped; None if it does not exist."""
    return tx.one(Series, _GET, id=series_id)


def save_series(tx: Tx, before: Series, after: Series) -> None:
    """Write the difference between the stored state of a series and a new state."""
    save_changes(tx, series, before, after)


def series_of_guild(tx: Tx, guild: int) -> list[Series]:
    """Return the series of a guild that have not been stopped, oldest first."""
    return tx.all(Series, _OF_GUILD, server=guild)


def due_series(tx: Tx, now: int, limit: int) -> Iterator[Series]:
    """Yield up to `limit` series whose next season is due, most overdue first."""
    return _DUE.each(tx, Series, now, limit)


def events_of_series(tx: Tx, series_id: int, limit: int) -> list[Event]:
    """Return the newest events of a series."""
    return tx.all(Event, _EVENTS, of_series=series_id, most=limit)


def count_held(tx: Tx, series_id: int) -> int:
    """Return the number of seasons of a series that have not been cancelled."""
    number: int = tx.value(_HELD, of_series=series_id)
    return number


def count_unfinished_of_player(tx: Tx, series_id: int, player: int) -> int:
    """Return the number of unfinished seasons of a series that a player has entered."""
    number: int = tx.value(_UNFINISHED_OF_PLAYER, of_series=series_id, person=player)
    return number


def events_won(tx: Tx, player: int, guild: int, limit: int) -> list[WonEvent]:
    """Return the newest events that a player has won in a guild."""
    return [WonEvent(*row) for row in tx.rows(_WON, person=player, server=guild, most=limit)]


def series_created(tx: Tx, series_id: int) -> int | None:
    """Return when the first season of a series was created, or None."""
    created: int | None = tx.value(_FIRST_SEASON, number=series_id)
    return created
