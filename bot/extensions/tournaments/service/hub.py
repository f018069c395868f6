"""The hub: the single message that shows an event, kept up to date by edits.

It is edited only after a change, and at most once an hour, because Discord limits edits of messages
that are older than an hour. The first edit is not limited: it is made an hour after the sign-up has
opened, or at once when the event begins, so that the hub does not invite players to join too late.
"""

from dataclasses import replace

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import HubPost, HubUpdate
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.store.event_rows import HUB_EDIT_INTERVAL
from bot.store import Tx, outbox_rows
from bot.store.models.outbox import OutboxRow


def with_changed_hub(event: Event, now: int) -> Event:
    """Return the event with its hub due for an edit, within the hourly limit."""
    last = event.hub_edited_at
    if last is None and event.status == "open":
        last = event.opens_at
    due = now if last is None else max(now, last + HUB_EDIT_INTERVAL)
    return replace(event, hub_at=due if event.hub_at is None else min(due, event.hub_at))


def queue_post(tx: Tx, event: Event, now: int) -> None:
    """Queue the hub in the channel of the event."""
    outbox_rows.queue(tx, HubPost(event.id), channel=event.channel, now=now)


def edit_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the edits of up to `limit` hubs that have changed. Returns their number."""
    done = 0
    for event in event_rows.due_hubs(tx, now, limit):
        done += 1
        if event.hub is not None:
            outbox_rows.queue(tx, HubUpdate(event.id), channel=event.channel, now=now)
        event_rows.save(tx, event, replace(event, hub_at=None, hub_edited_at=now))
    return done


def on_posted(tx: Tx, row: OutboxRow, post: HubPost, message: int | None, now: int) -> None:
    """Record the message of the hub."""
    event = event_rows.get_event(tx, post.event)
    if event is not None and event.hub is None and message is not None:
        event_rows.save(tx, event, replace(event, hub=message))


def is_needed(event: Event, row: OutboxRow) -> bool:
    """Whether an edit is still needed, that is, no later edit has been queued."""
    return event.hub_edited_at is None or event.hub_edited_at <= row.created


def on_edited(tx: Tx, row: OutboxRow, update: HubUpdate, message: int | None, now: int) -> None:
    """Start the hour until the next edit at the time of this one."""
    event = event_rows.get_event(tx, update.event)
    if event is not None and is_needed(event, row):
        next_at = None if event.hub_at is None else max(event.hub_at, now + HUB_EDIT_INTERVAL)
        event_rows.save(tx, event, replace(event, hub_edited_at=now, hub_at=next_at))


def on_edit_delayed(tx: Tx, row: OutboxRow, update: HubUpdate, now: int) -> None:
    """Schedule another edit of the hub in an hour, instead of retrying at once."""
    event = event_rows.get_event(tx, update.event)
    if event is not None:
        event_rows.save(tx, event, with_changed_hub(replace(event, hub_edited_at=now), now))
