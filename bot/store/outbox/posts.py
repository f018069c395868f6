"""Rows of posts: which board or challenge each message of the bot shows."""

from sqlalchemy import bindparam, select, update

from bot.store.driver.row_mapper import to_columns
from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import equal, insert_row, update_rows
from bot.store.driver.tx import Tx
from bot.store.models.outbox import Post
from bot.store.tables.messages import posts

_LIVE = equal(posts, "match") & (posts.c.live == 1)
GET = Statement(
    select(posts).where(posts.c.message.in_((bindparam("message"), bindparam("other"))))
)
ADD = insert_row(posts, existing="keep")
SHOW = update_rows(posts, ("message",), "ply", "live")
_SHOWS_BOARD = posts.c.ply.is_not(None)  # a notice with buttons has no ply
LIVE = Statement(select(posts).where(_LIVE, _SHOWS_BOARD).order_by(posts.c.message.desc()).limit(1))
CLAIM_LIVE = Statement(
    update(posts)
    .where(_LIVE, _SHOWS_BOARD, posts.c.message != bindparam("but"))
    .values(live=0)
    .returning(posts)
)
CLAIM_NOTICES = Statement(
    update(posts).where(_LIVE, posts.c.ply.is_(None)).values(live=0).returning(posts)
)


def get_post(tx: Tx, message: int) -> Post | None:
    """Return the post of this message; None if it shows no board or challenge."""
    return get_posts(tx, message, None)[0]


def get_posts(tx: Tx, message: int, other: int | None) -> tuple[Post | None, Post | None]:
    """Return the posts of two messages in one query.

    Each is None if the message has no post.
    """
    shown = {post.message: post for post in tx.all(Post, GET, message=message, other=other)}
    return shown.get(message), None if other is None else shown.get(other)


def live_post(tx: Tx, match_id: int) -> Post | None:
    """Return the newest board with the match's buttons, or None."""
    return tx.one(Post, LIVE, match=match_id)


def put_post(tx: Tx, post: Post, *, live: bool, now: int) -> None:
    """Insert or update the row of a message.

    `live` is True if the message has the buttons of its match.
    """
    if not tx.run(ADD, **to_columns(post, "at"), live=int(live), at=now):
        tx.run(SHOW, message=post.message, ply=post.ply, live=int(live))


def claim_live_posts(tx: Tx, match_id: int, *, but: int) -> list[Post]:
    """Claim the match's boards that have buttons, except `but`.

    They are no longer recorded as having buttons.
    """
    taken = tx.all(Post, CLAIM_LIVE, match=match_id, but=but)
    return sorted(taken, key=lambda post: post.message)


def claim_notices(tx: Tx, match_id: int) -> list[Post]:
    """Claim the notices about a match that have buttons.

    They are no longer recorded as having buttons.
    """
    return sorted(tx.all(Post, CLAIM_NOTICES, match=match_id), key=lambda post: post.message)
