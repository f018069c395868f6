"""Who advances from a pair of a cup, in the thread of the pair's last game."""

from functools import partial

from bot.extension_api.commands import App
from bot.extension_api.controls import layout
from bot.extension_api.outbox import MessageKind, OutboxRow
from bot.extension_api.posts import Draft, composes, plain_draft, translator_for_post
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.payloads import EventTie
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.views.cup_ties import tie_text


@composes(MessageKind("event-tie", EventTie))
def compose(tx: Tx, app: App, row: OutboxRow, tie: EventTie) -> Draft | None:
    """Compose the line; None if the result has changed or the event is gone."""
    if event_rows.get_event(tx, tie.event) is None:
        return None
    view = event_view(tx, tie.event)
    t = translator_for_post(tx, app, view.event.guild)
    text = tie_text(t, view, tie.stage, tie.winner)
    return None if text is None else plain_draft(partial(layout, text), guild=view.event.guild)
