"""Rows of ladders."""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import bindparam, case, func, literal_column, select, update

from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row, save_changes
from bot.extensions.tournaments.models import ClubLadder
from bot.extensions.tournaments.tables import club_ladders, ladder_members

POST_EDIT_INTERVAL = 3600
"""Minimum seconds between two edits of a ladder's post. Discord limits edits of older messages."""
NEWS_INTERVAL = 7 * 86400
"""Seconds after a change within which other changes join it in one summary."""
_EXISTS = club_ladders.c.removed_at.is_(None)

_ADD = insert_row(club_ladders, returns_id=True)
_GET = Statement(select(club_ladders).where(equal(club_ladders, "id")))
_OF_GUILD = Statement(
    select(club_ladders)
    .where(club_ladders.c.guild == bindparam("server"), _EXISTS)
    .order_by(club_ladders.c.id)
)
_OF_PLAYER = Statement(
    select(club_ladders)
    .join(ladder_members, ladder_members.c.ladder == club_ladders.c.id)
    .where(
        ladder_members.c.player == bindparam("person"), ladder_members.c.left_at.is_(None), _EXISTS
    )
    .order_by(club_ladders.c.id)
)
_DUE_POSTS, _DUE_NEWS = DueRows(club_ladders.c.post_at), DueRows(club_ladders.c.news_at)
# SQLite's scalar max() is PostgreSQL's greatest().
_NEXT_EDIT = case(
    (
        func.coalesce(club_ladders.c.post_edited_at, literal_column("0")) + POST_EDIT_INTERVAL
        > bindparam("now"),
        club_ladders.c.post_edited_at + POST_EDIT_INTERVAL,
    ),
    else_=bindparam("now"),
)
_RECORD_CHANGE = Statement(
    update(club_ladders)
    .where(club_ladders.c.id == bindparam("of_ladder"), _EXISTS)
    .values(
        post_at=func.coalesce(club_ladders.c.post_at, _NEXT_EDIT),
        news_at=func.coalesce(
            club_ladders.c.news_at, bindparam("now") + literal_column(str(NEWS_INTERVAL))
        ),
    )
)
_CREATED = Statement(select(club_ladders.c.created_at).where(equal(club_ladders, "id")))


def ladder_created(tx: Tx, number: int) -> int | None:
    """Return when a ladder was created; None if it does not exist."""
    created: int | None = tx.value(_CREATED, id=number)
    return created


def add_ladder(tx: Tx, ladder: ClubLadder) -> ClubLadder:
    """Insert a ladder. Returns it with its new id."""
    return replace(ladder, id=tx.new_id(_ADD, ladder))


def get_ladder(tx: Tx, ladder_id: int) -> ClubLadder | None:
    """Return this ladder, even if it was removed; None if it never existed."""
    return tx.one(ClubLadder, _GET, id=ladder_id)


def save_ladder(tx: Tx, before: ClubLadder, after: ClubLadder) -> None:
    """Write the difference between the stored state of a ladder and a new one."""
    save_changes(tx, club_ladders, before, after)


def record_change(tx: Tx, ladder_id: int, now: int) -> bool:
    """Make the jobs update the post and announce the change.

    Returns False if the ladder has been removed.
    """
    return tx.run(_RECORD_CHANGE, of_ladder=ladder_id, now=now) == 1


def ladders_of_guild(tx: Tx, guild: int) -> list[ClubLadder]:
    """Return the ladders of a guild, oldest first."""
    return tx.all(ClubLadder, _OF_GUILD, server=guild)


def ladders_of_player(tx: Tx, player: int) -> list[ClubLadder]:
    """Return the ladders of which this player is an active or inactive member."""
    return tx.all(ClubLadder, _OF_PLAYER, person=player)


def due_posts(tx: Tx, now: int, limit: int) -> Iterator[ClubLadder]:
    """Yield up to `limit` ladders whose post must be edited, most overdue first."""
    return _DUE_POSTS.each(tx, ClubLadder, now, limit)


def due_news(tx: Tx, now: int, limit: int) -> Iterator[ClubLadder]:
    """Yield up to `limit` ladders whose weekly summary is due, most overdue first."""
    return _DUE_NEWS.each(tx, ClubLadder, now, limit)
