"""Who advances from a pair of a cup, in the thread of the pair's last game."""

from functools import partial

from bot.app import App
from bot.extensions.tournaments.payloads import EventTie
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.views.cup_ties import tie_text
from bot.messages.composition import Draft, composes, plain_draft, translator_for_post
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout


@composes(MessageKind("event-tie", EventTie))
def compose(tx: Tx, app: App, row: OutboxRow, tie: EventTie) -> Draft | None:
    """Compose the line; None if the result has changed or the event is gone."""
    if event_rows.get_event(tx, tie.event) is None:
        return None
    view = event_view(tx, tie.event)
    t = translator_for_post(tx, app, view.event.guild)
    text = tie_text(t, view, tie.stage, tie.winner)
    return None if text is None else plain_draft(partial(layout, text), guild=view.event.guild)
