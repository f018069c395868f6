"""The channel of an event: its deletion, and the move to another channel.

An event whose post is gone has no hub. Its games continue, and its organiser or a manager can post
it again with **Post it here**.
"""

from dataclasses import replace

from bot.extension_api.people import must_be_allowed_channel
from bot.extension_api.transactions import Interaction, OutboxRow, Tx, once, queue_message
from bot.extensions.tournaments.errors import EventNotRunning
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventNotice, HubPost
from bot.extensions.tournaments.service import forums, hub
from bot.extensions.tournaments.service.events import (
    load_event,
    must_not_be_over,
    must_organise,
)
from bot.extensions.tournaments.store import event_rows, series_rows

MOST_EVENTS = 50
"""Maximum number of a guild's events that are checked when a channel is deleted."""


def on_channel_deleted(tx: Tx, guild: int, channel: int, now: int) -> None:
    """Ask the organisers of the events in a deleted channel for another.

    Matches in a deleted forum continue in the channels of their events.
    """
    for event in event_rows.events_of_guild(tx, guild, event_rows.UNFINISHED, MOST_EVENTS):
        if event.forum == channel:
            forums.leave_forum(tx, event, now)
        elif event.channel == channel and event.status != "draft":
            on_hub_gone(tx, event.id, event.hub, has_channel=False, now=now)


def on_hub_gone(tx: Tx, event_id: int, message: int | None, *, has_channel: bool, now: int) -> None:
    """Forget the hub of an event; no-op if the event has another one.

    The organiser is notified if the channel no longer exists either.
    """
    event = event_rows.get_event(tx, event_id)
    if event is None or event.hub is None or event.hub != message:
        return
    event_rows.save(tx, event, replace(event, hub=None, hub_at=None))
    if not has_channel:
        _ask_organiser(tx, event, now)


def on_post_failed(tx: Tx, row: OutboxRow, post: HubPost, destination_gone: bool, now: int) -> None:
    """Notify the organiser of an event whose hub cannot be posted."""
    event = event_rows.get_event(tx, post.event)
    if event is not None and event.hub is None and row.channel == event.channel:
        _ask_organiser(tx, event, now)


def _ask_organiser(tx: Tx, event: Event, now: int) -> None:
    """Queue a direct message to the organiser, unless they have been erased."""
    if event.organiser > 0 and event.status in ("open", "running"):
        notice = EventNotice(event.id, event.organiser, "channel")
        queue_message(tx, notice, user=event.organiser, now=now)


def _event_again(tx: Tx, did: Interaction, event_id: int, **more: object) -> Event:
    return load_event(tx, event_id)


@once("event-move {event_id}", _event_again)
def move_event(
    tx: Tx,
    event_id: int,
    *,
    guild: int,
    channel: int,
    by: int,
    is_manager: bool,
    interaction: int,
    now: int,
) -> Event:
    """Post the hub in this channel, and begin the next games there. Returns the event.

    The seasons that follow are moved too. Raises `NoSuchEvent`, `NotOrganiser`, `EventIsOver`,
    `EventNotRunning` (still a draft), `WrongChannel`.
    """
    event = load_event(tx, event_id, guild)
    must_organise(event, by, is_manager=is_manager)
    must_not_be_over(event)
    if event.status == "draft":
        raise EventNotRunning
    must_be_allowed_channel(tx, guild, channel, None)
    after = replace(event, channel=channel, hub=None, hub_at=None)
    event_rows.save(tx, event, after)
    series = None if event.series is None else series_rows.get_series(tx, event.series)
    if series is not None:
        series_rows.save_series(tx, series, replace(series, channel=channel))
    hub.queue_post(tx, after, now)
    return after
