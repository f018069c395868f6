"""The hub: the single message that shows an event, kept up to date by edits.

It is edited only after a change. Discord limits edits of messages that are older than an hour, so
an old hub is edited at most once an hour. In its first hour, it shows each sign-up at once. When the
event begins, changes its round or ends, any hub is edited at once, so that it never invites players
to join too late.
"""

from dataclasses import replace

from bot.extension_api.matches import snowflake_time
from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import HubPost, HubUpdate
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.store.event_rows import HUB_EDIT_INTERVAL


def with_changed_hub(event: Event, now: int, *, at_once: bool = False) -> Event:
    """Return the event with its hub due for an edit: at once, or within the limits."""
    last = event.hub_edited_at
    due = now if last is None or at_once else max(now, last + _interval(event, now))
    return replace(event, hub_at=due if event.hub_at is None else min(due, event.hub_at))


def _interval(event: Event, now: int) -> int:
    """Return the number of seconds between two edits of the hub."""
    posted_at = event.opens_at or 0
    if event.hub is not None:
        posted_at = max(posted_at, snowflake_time(event.hub))
    return 0 if now < posted_at + HUB_EDIT_INTERVAL else HUB_EDIT_INTERVAL


def queue_post(tx: Tx, event: Event, now: int) -> None:
    """Queue the hub in the channel of the event."""
    queue_message(tx, HubPost(event.id), channel=event.channel, now=now)


def edit_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the edits of up to `limit` hubs that have changed. Returns their number."""
    done = 0
    for event in event_rows.due_hubs(tx, now, limit):
        done += 1
        if event.hub is not None:
            queue_message(tx, HubUpdate(event.id), channel=event.channel, now=now)
        event_rows.save(tx, event, replace(event, hub_at=None, hub_edited_at=now))
    return done


def on_posted(tx: Tx, row: OutboxRow, post: HubPost, message: int | None, now: int) -> None:
    """Record the message of the hub, and edit it if the event has changed since."""
    event = event_rows.get_event(tx, post.event)
    if event is not None and event.hub is None and message is not None:
        after = replace(event, hub=message)
        if event.hub_edited_at is not None and event.hub_edited_at >= row.created:
            after = with_changed_hub(after, now, at_once=True)
        event_rows.save(tx, event, after)


def is_needed(event: Event, row: OutboxRow) -> bool:
    """Whether an edit is still needed, that is, no later edit has been queued."""
    return event.hub_edited_at is None or event.hub_edited_at <= row.created


def on_edited(tx: Tx, row: OutboxRow, update: HubUpdate, message: int | None, now: int) -> None:
    """Start the hour until the next edit at the time of this one."""
    event = event_rows.get_event(tx, update.event)
    if event is not None and is_needed(event, row):
        next_at = event.hub_at
        if next_at is not None and next_at > now:  # a change that is due now is shown at once
            next_at = max(next_at, now + _interval(event, now))
        event_rows.save(tx, event, replace(event, hub_edited_at=now, hub_at=next_at))


def on_edit_delayed(tx: Tx, row: OutboxRow, update: HubUpdate, now: int) -> None:
    """Schedule another edit of the hub in an hour, instead of retrying at once."""
    event = event_rows.get_event(tx, update.event)
    if event is not None:
        later = now + HUB_EDIT_INTERVAL
        event_rows.save(tx, event, replace(event, hub_edited_at=now, hub_at=later))
