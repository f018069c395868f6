"""Notice of turns that were credited with time after bot downtime."""

from collections.abc import Sequence

from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, composes
from bot.messages.turn_list import first_lines, turn_line, turns_draft
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import DowntimeCredit
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout


@composes(MessageKind("downtime-credit", DowntimeCredit))
def compose(tx: Tx, app: App, row: OutboxRow, credit: DowntimeCredit) -> Draft | None:
    """Compose the notice, without mentions; None if no turn is still pending."""
    return turns_draft(tx, app, row, credit, downtime_credit_view, mention=False)


def downtime_credit_view(
    t: Translator, player: int, turns: Sequence[tuple[Match, str]]
) -> ui.LayoutView:
    """Build the notice of downtime credit, with the new deadlines."""
    head = t.translate(
        "I was offline for a while. {player} gets that time back:", player=f"<@{player}>"
    )
    return layout([head, *first_lines(t, [turn_line(t, match) for match, _ in turns])])
