"""Direct messages to the entrants of an event."""

from functools import partial

from bot.extension_api.commands import App
from bot.extension_api.outbox import MessageKind, OutboxRow
from bot.extension_api.posts import Draft, composes, plain_draft, translator_for_post
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.payloads import EventNotice
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.views.event_posts import notice_view


@composes(MessageKind("event-notice", EventNotice))
def compose(tx: Tx, app: App, row: OutboxRow, notice: EventNotice) -> Draft | None:
    """Compose the message; None if the event has been deleted."""
    if event_rows.get_event(tx, notice.event) is None:
        return None
    view = event_view(tx, notice.event)
    t = translator_for_post(tx, app, None, notice.player)
    return plain_draft(partial(notice_view, t, view, notice))
