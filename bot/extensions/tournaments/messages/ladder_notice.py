"""Direct messages to members of ladders."""

from bot.extension_api.commands import App
from bot.extension_api.outbox import MessageKind, OutboxRow
from bot.extension_api.posts import Draft, composes, plain_draft, translator_for_post
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.ladder_payloads import LadderNotice
from bot.extensions.tournaments.store import ladder_rows
from bot.extensions.tournaments.views.ladder_posts import notice_view


@composes(MessageKind("ladder-notice", LadderNotice))
def compose(tx: Tx, app: App, row: OutboxRow, notice: LadderNotice) -> Draft | None:
    """Compose the message; None if the ladder has been removed."""
    ladder = ladder_rows.get_ladder(tx, notice.ladder)
    if ladder is None or ladder.removed_at is not None:
        return None
    t = translator_for_post(tx, app, None, notice.player)
    return plain_draft(lambda: notice_view(t, ladder, notice))
