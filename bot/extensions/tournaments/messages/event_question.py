"""The question after a timeout, in the thread of the game that was lost."""

from functools import partial

from bot.extension_api.commands import App
from bot.extension_api.outbox import MessageKind, OutboxRow
from bot.extension_api.posts import Draft, composes, plain_draft, translator_for_post
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.payloads import EventQuestion
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.store import entrant_rows
from bot.extensions.tournaments.views.event_posts import question_view


@composes(MessageKind("event-question", EventQuestion))
def compose(tx: Tx, app: App, row: OutboxRow, question: EventQuestion) -> Draft | None:
    """Compose the question; None if it has been answered, or the event is over."""
    entrant = entrant_rows.get_entrant(tx, question.event, question.player)
    if entrant is None or entrant.asked_at is None:
        return None
    view = event_view(tx, question.event)
    t = translator_for_post(tx, app, view.event.guild)
    build = partial(question_view, t, view, entrant)
    return plain_draft(build, mentions=(question.player,), guild=view.event.guild)
