"""Rows of the messages that the bot has made: which board or challenge each shows."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from bot.store.messages import Post
from bot.store.statement import Row
from bot.store.tables import posts
from bot.store.tx import Tx


async def get(tx: Tx, message: int) -> Post | None:
    """What this message shows."""
    row = (await tx.execute(select(posts).where(posts.c.message == message))).one_or_none()
    return None if row is None else _post(row)


async def add(tx: Tx, post: Post, *, live: bool, now: int) -> None:
    """Remember a message; `live`: it bears the buttons of a match. Known already: nothing."""
    if await get(tx, post.message) is None:
        await tx.execute(
            insert(posts).values(
                message=post.message,
                channel=post.channel,
                match=post.match,
                ply=post.ply,
                challenge=post.challenge,
                live=int(live),
                at=now,
            )
        )


async def take_live(tx: Tx, match_id: int, *, but: int) -> list[Post]:
    """The match's messages that bear buttons, all but one; they are not counted so any more."""
    older = (posts.c.match == match_id) & (posts.c.live == 1) & (posts.c.message != but)
    rows = (await tx.execute(select(posts).where(older).order_by(posts.c.message))).all()
    await tx.execute(update(posts).where(older).values(live=0))
    return [_post(row) for row in rows]


def _post(row: Row) -> Post:
    return Post(row.message, row.channel, row.match, row.ply, row.challenge)
