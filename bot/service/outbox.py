"""Transactional outbox: messages are stored with the change that causes them.

A row is inserted in the transaction of the change. The sender claims it before the attempt and
settles it after Discord has answered. If a row stays claimed but unsettled, the outcome is unknown,
and the sender looks for the message on Discord before it sends the row again.
"""

from typing import NamedTuple

from bot.store import Tx
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import ButtonRemoval
from bot.store.outbox import message_kinds, outbox_retries, outbox_rows, posts

LEASE = 300
"""Duration of a claim in seconds. After that, the claim is considered abandoned."""
FIRST_RETRY = 5
LONGEST_RETRY = 3600
"""Retry backoff in seconds: starts at FIRST_RETRY and doubles up to LONGEST_RETRY."""
RETENTION = 30 * 86400
"""Seconds for which settled rows are kept."""


class DeliveryFailed(NamedTuple):
    """Delivery failed, or its outcome is unknown."""

    error: str
    permanent: bool = False
    """Whether a retry is pointless: channel gone, no permission, direct messages closed."""
    retry_after: int = 0
    """Minimum delay in seconds that Discord has requested."""
    refused: bool = False
    """Whether Discord rejected the request. If not, the message may have arrived."""
    gone: bool = False
    """Whether the channel or thread no longer exists."""
    unknown_kind: bool = False
    """Whether the extension that would send the message is not installed."""


def claim_row(tx: Tx, row: OutboxRow, *, now: int) -> bool:
    """Claim this row for sending. Returns False if it is already claimed or settled."""
    return outbox_rows.claim_row(tx, row.id, attempts=row.attempts, until=now + LEASE, now=now)


def give_back(tx: Tx, row: OutboxRow, *, now: int) -> None:
    """Undo the claim of a row whose delivery has not been started.

    No-op if the claim was not stored.
    """
    outbox_rows.give_back(tx, row.id, attempts=row.attempts, tried_at=row.tried_at, now=now)


def mark_sent(tx: Tx, row_id: int, message: int | None, *, now: int) -> bool:
    """Mark a row as delivered, and queue the removal of buttons from older boards.

    `message` is the id of the new message, if any. Returns False if the row was already settled.
    """
    row = outbox_rows.settle_row(tx, row_id, "sent", now)
    if row is None:
        return False
    shown = message_kinds.get_kind(row.kind).post
    if message is None or row.channel is None or shown is None:
        return True
    post = Post(message, row.channel, row.match, row.ply, row.challenge)
    posts.put_post(tx, post, live=shown == "live", now=now)
    if row.match is None:
        return True
    for older in posts.claim_live_posts(tx, row.match, but=message):
        old = ButtonRemoval(row.match, older.ply, older.message, message)
        outbox_rows.queue(tx, old, channel=older.channel, now=now)
    return True


def drop_superseded(tx: Tx, row_id: int, *, now: int) -> bool:
    """Drop a superseded row that was never delivered.

    Returns False if it was already settled.
    """
    return outbox_rows.settle_row(tx, row_id, "dropped", now) is not None


def mark_failed(tx: Tx, row: OutboxRow, why: DeliveryFailed, *, jitter: float, now: int) -> bool:
    """Record a failed attempt, and schedule a retry with exponential backoff.

    Returns False if the row was already settled, or if another process has claimed it.

    `jitter`, from 0 up to but not including 1, shortens the pause by up to half, so that rows which
    failed together are not retried together. After a permanent failure, or after all attempts of
    its kind (`MessageKind.attempts`), there is no automatic retry. A row whose extension is not
    installed waits for it, for `RETENTION` at most, and blocks no other row.
    """
    if why.unknown_kind and now - row.created < RETENTION:
        return outbox_retries.set_aside(tx, row.id, now + LONGEST_RETRY, why.error)
    if why.refused:
        outbox_rows.mark_refused(tx, row.id)
    kind = message_kinds.get_kind(row.kind)
    if why.permanent or (kind.attempts is not None and row.attempts + 1 >= kind.attempts):
        return outbox_rows.settle_row(tx, row.id, kind.given_up, now, why.error) is not None
    pause = min(FIRST_RETRY * 2 ** min(row.attempts, 16), LONGEST_RETRY)
    pause = max(round(pause * (1 - jitter / 2)), why.retry_after, 1)
    return outbox_rows.postpone_row(tx, row.id, now + pause, why.error)


def postpone_claimed(tx: Tx, row: OutboxRow, until: int) -> None:
    """Postpone a claimed row, whose message was not sent, until the given time."""
    if not row.was_attempted:
        outbox_rows.mark_refused(tx, row.id)
    outbox_rows.postpone_row(tx, row.id, until, "quiet hours")
