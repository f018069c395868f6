"""Changes of a draft: an event whose sign-up has not opened."""

from dataclasses import replace

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.errors import NotADraft
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service.drafts import (
    EventDraft,
    check_draft,
    new_event,
)
from bot.extensions.tournaments.service.events import load_event, must_organise
from bot.extensions.tournaments.store import event_rows


def draft_of(event: Event) -> EventDraft:
    """Convert an unopened event back to its organiser's draft."""
    assert event.closes_at is not None
    return EventDraft(
        event.name,
        event.variant,
        event.format,
        event.control,
        rated=event.rated,
        vacation=event.vacation,
        games_each=event.games_each,
        at_once=event.at_once,
        min_entrants=event.min_entrants,
        max_entrants=event.max_entrants,
        min_reliability=event.min_reliability,
        min_rating=event.min_rating,
        max_rating=event.max_rating,
        role=event.role,
        rounds=event.rounds,
        round_days=event.round_days,
        closes_in=event.closes_at - event.created_at,
    )


def load_draft(tx: Tx, event_id: int, guild: int, *, by: int, is_manager: bool) -> Event:
    """Return a draft of this guild.

    Raises `NoSuchEvent`, `NotOrganiser`, and `NotADraft` if its sign-up has opened.
    """
    event = load_event(tx, event_id, guild)
    must_organise(event, by, is_manager=is_manager)
    if event.status != "draft":
        raise NotADraft(event=event.name)
    return event


def change_draft(
    tx: Tx,
    event_id: int,
    draft: EventDraft,
    *,
    guild: int,
    by: int,
    is_manager: bool,
    now: int,
) -> Event:
    """Change a draft and return it.

    Raises the errors of `load_draft` and `check_draft`.
    """
    event = load_draft(tx, event_id, guild, by=by, is_manager=is_manager)
    check_draft(tx, draft, guild=guild, organiser=by, is_manager=is_manager, is_new=False, now=now)
    changed = new_event(
        draft,
        guild=event.guild,
        channel=event.channel,
        organiser=event.organiser,
        now=event.created_at,
    )
    event_rows.save(tx, event, replace(changed, id=event.id, forum=event.forum))
    return load_event(tx, event.id)


def discard_draft(tx: Tx, event_id: int, guild: int, *, by: int, is_manager: bool) -> Event:
    """Delete a draft and return it. Raises the errors of `load_draft`."""
    event = load_draft(tx, event_id, guild, by=by, is_manager=is_manager)
    event_rows.delete_event(tx, event.id)
    return event
