"""Loading of events, and checks shared by most actions on an event."""

from bot.extension_api.matches import Match, clean_note
from bot.extension_api.people import log_guild_change
from bot.extension_api.transactions import ServiceError, Tx
from bot.extensions.tournaments.errors import (
    BadReason,
    EventIsOver,
    EventNotRunning,
    NoSuchEvent,
    NotAManager,
    NotOrganiser,
)
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.store import event_rows, pairing_rows

REASON_LENGTH = 200
"""Maximum length of a manager's reason in characters."""


def load_event(tx: Tx, event_id: int, guild: int | None = None) -> Event:
    """Return this event.

    Raises `NoSuchEvent` if it does not exist or belongs to another guild.
    """
    event = event_rows.get_event(tx, event_id)
    if event is None or guild not in (None, event.guild):
        raise NoSuchEvent(key=event_id)
    return event


def allows_vacation(tx: Tx, match: Match) -> bool:
    """Whether vacations stop the clock of a match. Only an event can prevent it."""
    pairing = pairing_rows.pairing_of_match(tx, match.id)
    return pairing is None or load_event(tx, pairing.pairing.event).vacation


def must_organise(event: Event, by: int, *, is_manager: bool) -> None:
    """Raise `NotOrganiser` unless the player organises the event or is a manager."""
    if by != event.organiser and not is_manager:
        raise NotOrganiser(event=event.name)


def must_manage(*, is_manager: bool) -> None:
    """Raise `NotAManager` unless the player is a manager."""
    if not is_manager:
        raise NotAManager


def must_not_be_over(event: Event) -> None:
    """Raise `EventIsOver` if the event has been finished or cancelled."""
    if event.status in ("finished", "cancelled"):
        raise EventIsOver(event=event.name)


def must_be_running(event: Event) -> None:
    """Raise `EventIsOver` or `EventNotRunning` unless the event is running."""
    must_not_be_over(event)
    if event.status != "running":
        raise EventNotRunning(event=event.name)


def clean_reason(reason: str) -> str:
    """Return a manager's reason as one line. Raises `BadReason` if empty or too long."""
    try:
        words = clean_note(reason, REASON_LENGTH)
    except ServiceError:
        words = ""
    if not words:
        raise BadReason(limit=REASON_LENGTH)
    return words


def record_decision(
    tx: Tx, event: Event, *, by: int, what: str, before: str, after: str, now: int
) -> None:
    """Add a manager's decision to the guild's audit log."""
    about = f"event {event.id} {what}"
    log_guild_change(tx, event.guild, by, about, before, after, now)
