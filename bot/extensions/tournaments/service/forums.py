"""Forum of an event: a forum channel in which each match is a post of its own.

The hub and the other posts of the event stay in its text channel. A match continues there if its
post or the forum is deleted.
"""

from dataclasses import replace

from bot.extension_api.matches import Match, get_match, leave_channel
from bot.extension_api.people import must_be_allowed_channel
from bot.extension_api.transactions import Tx, queue_message
from bot.extensions.tournaments.models import Event, Pairing
from bot.extensions.tournaments.payloads import ForumTags
from bot.extensions.tournaments.service import hub
from bot.extensions.tournaments.service.events import (
    load_event,
    must_not_be_over,
    must_organise,
)
from bot.extensions.tournaments.store import event_rows, pairing_rows


def choose_forum(
    tx: Tx,
    event_id: int,
    forum: int | None,
    *,
    guild: int,
    by: int,
    is_manager: bool,
    now: int,
) -> Event:
    """Choose the forum of an event's next matches, or None, and return the event.

    Without a forum, they begin in threads of its channel. Raises `NoSuchEvent`, `NotOrganiser`,
    `EventIsOver`, `WrongChannel`.
    """
    event = load_event(tx, event_id, guild)
    must_organise(event, by, is_manager=is_manager)
    must_not_be_over(event)
    if forum is not None:
        must_be_allowed_channel(tx, guild, forum, None)
    return _set_forum(tx, event, forum, now)


def leave_forum(tx: Tx, event: Event, now: int) -> None:
    """Move the running matches of an event from its deleted forum to its channel."""
    _set_forum(tx, event, None, now)
    for pairing, _ in pairing_rows.unfinished_pairings(tx, event.id):
        if pairing.match is None or pairing.forum != event.forum:
            continue
        match = get_match(tx, pairing.match)
        if match is not None and match.status == "running" and match.thread is not None:
            leave_channel(tx, match.thread, now=now)


def _set_forum(tx: Tx, event: Event, forum: int | None, now: int) -> Event:
    after = replace(event, forum=forum)
    if event.status != "draft":
        after = hub.with_changed_hub(after, now)
    event_rows.save(tx, event, after)
    return after


def queue_tags(tx: Tx, pairing: Pairing, match: Match, now: int) -> None:
    """Queue the change of tags of a match that is over, if it is a post in a forum."""
    if pairing.forum is not None and match.thread is not None and match.guild is not None:
        tags = ForumTags(match.guild, pairing.forum)
        queue_message(tx, tags, channel=match.thread, now=now)
