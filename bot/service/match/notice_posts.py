"""What follows a delivered notice: an updated board, and later no buttons."""

from bot.store import Tx
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import BoardRefresh, ButtonRemoval, Notice
from bot.store.outbox import outbox_rows, posts

WITH_BUTTONS = frozenset({"overdue", "partner-left"})
"""Notices that ask a question, other than offers."""
OF_PLAYERS = frozenset({"left", "both-hands", "computer-hands"})
"""Notices about who plays for someone who has left. The board shows that too."""


def on_notice_sent(tx: Tx, row: OutboxRow, notice: Notice, message: int | None, now: int) -> None:
    """Record a question as a post without a ply, or update the players of the board."""
    if notice.notice in OF_PLAYERS and row.channel is not None:
        refresh = BoardRefresh(notice.match, notice.ply)
        outbox_rows.queue(tx, refresh, channel=row.channel, now=now)
    if notice.notice in WITH_BUTTONS and message is not None and row.channel is not None:
        post = Post(message, row.channel, notice.match, None, None)
        posts.put_post(tx, post, live=True, now=now)


def queue_button_removals(tx: Tx, match_id: int, now: int) -> None:
    """Queue the removal of the buttons from all questions about a match."""
    for post in posts.claim_notices(tx, match_id):
        removal = ButtonRemoval(match_id, None, post.message)
        outbox_rows.queue(tx, removal, channel=post.channel, now=now)
