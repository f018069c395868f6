"""What Discord must be told: owed by the change itself, delivered afterwards, kept until it is there.

A row is written in the transaction of the change. It is claimed before it is sent and settled after
Discord has answered; claimed and not settled means that nobody knows, and it is looked for before it
is sent again.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.store import Tx, posts
from bot.store import outbox as rows
from bot.store.messages import OutboxRow, Post
from bot.store.values.payloads import Kind, Payload, UnderMessage

LEASE = 300
"""Seconds after which a claimed row is taken to be abandoned."""
FIRST_PAUSE = 5
LONGEST_PAUSE = 3600
"""Seconds between attempts: the first pause, doubled after each attempt up to the longest."""
EDITED = 8
"""Attempts to change a message that is there already: it would only look better."""
CHANGES = frozenset({"strip", "challenge-changed", "challenge-over"})
KEPT = 30 * 86400
"""For how many seconds what has been sent is remembered."""
WAITS = KEPT + 86400
"""How many seconds late it may be forgotten."""


async def queue(
    tx: Tx,
    kind: Kind,
    payload: Payload,
    *,
    channel: int | None = None,
    user: int | None = None,
    now: int,
) -> int:
    """Owe something to a channel or, by direct message, to a user; the row's id.

    A board or result drops the older boards and notices of its match that nobody has tried to send;
    a challenge-over drops the post of its challenge in the same way.
    """
    return await rows.add(tx, kind, payload, channel=channel, user=user, now=now)


async def due(
    tx: Tx,
    *,
    now: int,
    limit: int,
    but: Collection[int] = frozenset(),
    resting: Collection[int] = frozenset(),
) -> list[OutboxRow]:
    """What may be sent now, longest due first; never what waits for an older row of its channel.

    `but`: not what is for these servers; `resting`: not what goes to these channels.
    """
    return await rows.due(tx, now, limit, but, resting)


async def due_strips(tx: Tx, *, now: int, limit: int) -> list[OutboxRow]:
    """The old boards that may lose their buttons now: nobody waits for them, and they for nobody."""
    return await rows.due_strips(tx, now, limit)


async def claim(tx: Tx, row: OutboxRow, *, now: int) -> bool:
    """Mark that this row is about to be sent; False if somebody else has it, or it is settled."""
    return await rows.claim(tx, row.id, attempts=row.attempts, until=now + LEASE, now=now)


async def release(tx: Tx, *, now: int, started: bool = True) -> int:
    """What was claimed by a process that runs no more is due now, and, at the start of the program
    (`started`), what was claimed when it ended. How many rows."""
    return await rows.release(tx, now, started=started)


async def sent(tx: Tx, row_id: int, message: int | None, *, now: int) -> None:
    """It is there, as this message. Older boards of the match that bear buttons lose them."""
    row = await rows.settle(tx, row_id, "sent", now)
    if (
        row is None
        or message is None
        or row.channel is None
        or row.kind not in ("board", "result", "challenge")
    ):
        return
    post = Post(message, row.channel, row.match, row.ply, row.challenge)
    await posts.show(tx, post, live=row.kind == "board", now=now)
    if row.match is None:
        return
    for older in await posts.take_live(tx, row.match, but=message):
        old = UnderMessage(row.match, older.ply, older.message, message)
        await queue(tx, "strip", old, channel=older.channel, now=now)


async def drop(tx: Tx, row_id: int, *, now: int) -> None:
    """It has not arrived and is not true any more: it shall not be sent."""
    await rows.settle(tx, row_id, "dropped", now)


async def failed(
    tx: Tx,
    row: OutboxRow,
    error: str,
    *,
    permanent: bool = False,
    refused: bool = False,
    retry_after: int = 0,
    jitter: float,
    now: int,
) -> None:
    """It has not arrived. Tried again later; if `permanent`, not until somebody asks (`retry`).

    Pauses double from attempt to attempt; `jitter` in [0, 1) takes up to half of a pause away, so
    that what failed together does not come back together. `retry_after`: at least so many seconds.
    `refused`: Discord has said so; otherwise it may have arrived all the same, and is looked for first.
    The change of an old message is given up after `EDITED` attempts.
    """
    if refused:
        await rows.refused(tx, row.id)
    if permanent or (row.kind in CHANGES and row.attempts + 1 >= EDITED):
        state = "dropped" if row.kind == "strip" else "failed"
        await rows.settle(tx, row.id, state, now, error)
        return
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts, 16), LONGEST_PAUSE)
    pause = max(round(pause * (1 - jitter / 2)), retry_after, 1)
    await rows.postpone(tx, row.id, now + pause, error)


async def put_off(tx: Tx, row: OutboxRow, until: int) -> None:
    """It was claimed, but is not to be sent before then."""
    if not row.attempted_before:
        await rows.refused(tx, row.id)
    await rows.postpone(tx, row.id, until, "quiet hours")


async def retry(tx: Tx, *, match: int | None = None, channel: int | None = None, now: int) -> int:
    """Owe again what was given up in this match or channel (everywhere, if neither); how many.

    Boards that a newer one has replaced since stay given up.
    """
    return await rows.revive(tx, match=match, channel=channel, now=now)


async def failures(tx: Tx, match: int) -> list[str]:
    """Why messages of this match were given up, oldest first; empty if none was."""
    return await rows.failures(tx, match)


async def prune(tx: Tx, *, now: int) -> int:
    """Forget what was sent or dropped long ago; how many rows."""
    return await rows.prune(tx, now - KEPT)
