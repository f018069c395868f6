"""The messages that the bot has made: which board or challenge each shows."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from bot.store.mapping import columns, value
from bot.store.messages import Post
from bot.store.statement import Statement, insert_missing
from bot.store.tables import posts
from bot.store.tx import Tx

_OLDER = (
    (posts.c.match == bindparam("match"))
    & (posts.c.live == 1)
    & (posts.c.message != bindparam("but"))
)
GET = Statement(select(posts).where(posts.c.message == bindparam("message")))
ADD = insert_missing(posts)
TAKE_LIVE = Statement(update(posts).where(_OLDER).values(live=0).returning(posts))


async def get(tx: Tx, message: int) -> Post | None:
    """What this message shows."""
    row = await tx.row(GET, message=message)
    return None if row is None else value(Post, row)


async def add(tx: Tx, post: Post, *, live: bool, now: int) -> None:
    """Remember a message; `live`: it bears the buttons of a match. Known already: nothing."""
    await tx.run(ADD, **columns(post), live=int(live), at=now)


async def take_live(tx: Tx, match_id: int, *, but: int) -> list[Post]:
    """The match's messages that bear buttons, all but one; they are not counted so any more."""
    taken = [value(Post, row) for row in await tx.rows(TAKE_LIVE, match=match_id, but=but)]
    return sorted(taken, key=lambda post: post.message)
