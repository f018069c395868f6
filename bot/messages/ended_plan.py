"""Direct message saying that conditional moves ended before they were played."""

from functools import partial

from bot.app import App
from bot.messages.composition import Draft, composes, translator_for_post
from bot.service.conditional_moves import executor
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import EndedPlan
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout
from bot.views.conditional_moves_panel import ended_text


@composes(MessageKind("plan", EndedPlan, on_sent=executor.on_cancellation_delivered))
def compose(tx: Tx, app: App, row: OutboxRow, plan: EndedPlan) -> Draft | None:
    """Compose the notice of ended conditional moves; None if already reported."""
    if executor.unread(tx, plan) is None:
        return None
    match = lifecycle.load(tx, plan.match)
    t = translator_for_post(tx, app, match.guild, row.user)
    return Draft.of(partial(layout, ended_text(t, match, plan.ended)), guild=match.guild)
