"""Rows of events."""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import bindparam, case, delete, func, literal_column, select, update

from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row, save_changes
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.tables import entrants, events

HUB_EDIT_INTERVAL = 3600
"""Minimum seconds between two edits of a hub that is older than that.

Discord limits edits of messages that are older than an hour. Changes of status are shown at once.
"""
UNFINISHED = ("draft", "open", "running")

_ADD = insert_row(events, returns_id=True)
_GET = Statement(select(events).where(equal(events, "id")))
_DELETE = Statement(delete(events).where(equal(events, "id")))
_DUE_PHASES, _DUE_OPENINGS = DueRows(events.c.phase_at), DueRows(events.c.openings_at)
_DUE_HUBS = DueRows(events.c.hub_at)
_OF_GUILD = Statement(
    select(events)
    .where(
        events.c.guild == bindparam("server"),
        events.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .order_by(events.c.id.desc())
    .limit(bindparam("most"))
)
_OF_PLAYER = Statement(
    select(events)
    .join(entrants, entrants.c.event == events.c.id)
    .where(
        entrants.c.player == bindparam("person"),
        entrants.c.left_at.is_(None),
        events.c.status.in_(("open", "running")),
    )
    .order_by(events.c.id)
)
_OF_ORGANISER = Statement(
    select(events)
    .where(
        events.c.organiser == bindparam("person"),
        events.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .order_by(events.c.id)
)
_CONTINUE = Statement(
    update(events)
    .where(
        events.c.id == bindparam("event"),
        events.c.status.in_(("open", "running")),
    )
    .values(phase_at=bindparam("now"), openings_at=bindparam("now"))
)
_CONTINUE_IN_GUILD = Statement(
    update(events)
    .where(
        events.c.guild == bindparam("server"),
        events.c.status.in_(("open", "running")),
    )
    .values(
        phase_at=bindparam("now"),
        openings_at=bindparam("now"),
        hub_at=func.coalesce(events.c.hub_at, bindparam("now")),
    )
)
_COUNT_UNFINISHED = Statement(
    select(func.count()).where(
        events.c.guild == bindparam("server"), events.c.status.in_(UNFINISHED)
    )
)
# SQLite's scalar max() is PostgreSQL's greatest().
_INTERVAL = case(
    (
        events.c.opens_at > bindparam("now") - HUB_EDIT_INTERVAL,
        literal_column("0"),
    ),
    else_=literal_column(str(HUB_EDIT_INTERVAL)),
)
_NEXT_EDIT = case(
    (
        func.coalesce(events.c.hub_edited_at, literal_column("0")) + _INTERVAL > bindparam("now"),
        events.c.hub_edited_at + _INTERVAL,
    ),
    else_=bindparam("now"),
)
_RECORD_CHANGE = Statement(
    update(events)
    .where(events.c.id == bindparam("event"), events.c.status == literal_column("'running'"))
    .values(
        phase_at=bindparam("now"),
        openings_at=func.coalesce(events.c.openings_at, bindparam("now")),
        hub_at=func.coalesce(events.c.hub_at, _NEXT_EDIT),
    )
)
_CREATED = Statement(select(events.c.created_at).where(equal(events, "id")))


def event_created(tx: Tx, number: int) -> int | None:
    """Return when an event was created; None if it does not exist."""
    created: int | None = tx.value(_CREATED, id=number)
    return created


def add_event(tx: Tx, event: Event) -> Event:
    """Insert an event. Returns it with its new id."""
    return replace(event, id=tx.new_id(_ADD, event))


def get_event(tx: Tx, event_id: int) -> Event | None:
    """Return this event, or None."""
    return tx.one(Event, _GET, id=event_id)


def save(tx: Tx, before: Event, after: Event) -> bool:
    """Write the difference between the stored state of an event and a new state.

    Returns False, and changes nothing, if the status has changed in the meantime.
    """
    return save_changes(tx, events, before, after, "status")


def delete_event(tx: Tx, event_id: int) -> None:
    """Delete an event, its entrants and its pairings."""
    tx.run(_DELETE, id=event_id)


def due_phases(tx: Tx, now: int, limit: int) -> Iterator[Event]:
    """Yield up to `limit` events whose next phase is due, most overdue first."""
    return _DUE_PHASES.each(tx, Event, now, limit)


def due_openings(tx: Tx, now: int, limit: int) -> Iterator[Event]:
    """Yield up to `limit` events in which matches may begin, most overdue first."""
    return _DUE_OPENINGS.each(tx, Event, now, limit)


def due_hubs(tx: Tx, now: int, limit: int) -> Iterator[Event]:
    """Yield up to `limit` events whose hub must be edited, most overdue first."""
    return _DUE_HUBS.each(tx, Event, now, limit)


def events_of_guild(tx: Tx, guild: int, statuses: tuple[str, ...], limit: int) -> list[Event]:
    """Return a guild's newest events with one of these statuses."""
    return tx.all(Event, _OF_GUILD, server=guild, statuses=statuses, most=limit)


def events_of_player(tx: Tx, player: int) -> list[Event]:
    """Return the open and running events that this player has entered, in any guild.

    This includes events with the player on the waiting list, but not events that they have left.
    """
    return tx.all(Event, _OF_PLAYER, person=player)


def unfinished_of_organiser(tx: Tx, player: int) -> list[Event]:
    """Return the unfinished events of this organiser."""
    return tx.all(Event, _OF_ORGANISER, person=player, statuses=UNFINISHED)


def count_unfinished(tx: Tx, guild: int) -> int:
    """Return the number of a guild's unfinished events."""
    number: int = tx.value(_COUNT_UNFINISHED, server=guild)
    return number


def continue_in_guild(tx: Tx, guild: int, now: int) -> None:
    """Make the phases and the openings of a guild's events due at once."""
    tx.run(_CONTINUE_IN_GUILD, server=guild, now=now)


def continue_now(tx: Tx, event_id: int, now: int) -> None:
    """Make the phase and the openings of an open or running event due at once."""
    tx.run(_CONTINUE, event=event_id, now=now)


def record_change(tx: Tx, event_id: int, now: int) -> None:
    """Make the phase, openings and hub of a running event due for the jobs."""
    tx.run(_RECORD_CHANGE, event=event_id, now=now)
