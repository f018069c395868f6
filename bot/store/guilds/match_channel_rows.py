"""Rows of match channels: threads, undelivered boards, departed members."""

from collections.abc import Iterator

from sqlalchemy import bindparam, exists, select, update

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import (
    delete_rows,
    equal,
    insert_row,
    select_rows,
    update_rows,
)
from bot.store.driver.tx import Tx
from bot.store.match.matches import IN_CHANNEL
from bot.store.models import UndeliveredBoard
from bot.store.schedule.due_rows import DueRows
from bot.store.tables.games import RUNNING, match_seats, matches, undelivered_boards

_SEAT = equal(match_seats, "match", "player")
_GET = select_rows(undelivered_boards, "match")
_PUT = insert_row(undelivered_boards, existing="update")
_DROP = delete_rows(undelivered_boards, "match")
_DUE = DueRows(undelivered_boards.c.retry_at)
_WAITING_IN = Statement(
    select(undelivered_boards.c.match)
    .join(matches, matches.c.id == undelivered_boards.c.match)
    .where(equal(matches, "guild"), RUNNING)
    .order_by(undelivered_boards.c.match)
)
_RUNNING_IN = Statement(
    select(matches.c.id).where(RUNNING, equal(matches, "guild")).order_by(matches.c.id)
)
_RUNNING_AT = Statement(
    select(matches.c.id).where(matches.c.id.in_(IN_CHANNEL)).order_by(matches.c.id)
)
_COME_BACK = Statement(
    update(undelivered_boards)
    .where(
        undelivered_boards.c.match.in_(select(matches.c.id).where(RUNNING, equal(matches, "guild")))
    )
    .values(notified_ply=None, retry_at=bindparam("now"))
)
_ABSENT = Statement(select(match_seats.c.absent_since).where(_SEAT))
_SET_ABSENT = update_rows(match_seats, ("match", "player"), "absent_since")
_CLEAR_ABSENT = Statement(
    update(match_seats)
    .where(
        equal(match_seats, "player"),
        match_seats.c.absent_since.is_not(None),
        exists().where(matches.c.id == match_seats.c.match, RUNNING, equal(matches, "guild")),
    )
    .values(absent_since=None)
)


def get_undelivered(tx: Tx, match_id: int) -> UndeliveredBoard | None:
    """Return the undelivered board of this match, or None."""
    return tx.one(UndeliveredBoard, _GET, match=match_id)


def put_undelivered(tx: Tx, lost: UndeliveredBoard) -> None:
    """Insert or update the undelivered board of a match."""
    tx.run(_PUT, lost)


def delete_undelivered(tx: Tx, match_id: int) -> None:
    """Delete the undelivered board of a match, which has now been posted."""
    tx.run(_DROP, match=match_id)


def due_retries(tx: Tx, now: int, limit: int) -> Iterator[UndeliveredBoard]:
    """Yield up to `limit` undelivered boards to retry at `now`, most overdue first."""
    return _DUE.each(tx, UndeliveredBoard, now, limit)


def undelivered_in_guild(tx: Tx, guild: int) -> list[int]:
    """Return the running matches of this guild whose board is undelivered."""
    return tx.column(_WAITING_IN, guild=guild)


def running_in_guild(tx: Tx, guild: int) -> list[int]:
    """Return the running matches of this guild."""
    return tx.column(_RUNNING_IN, guild=guild)


def running_in_channel(tx: Tx, channel: int) -> list[int]:
    """Return the running matches in this thread, or in this channel and its threads."""
    return tx.column(_RUNNING_AT, place=channel)


def retry_in_guild(tx: Tx, guild: int, now: int) -> int:
    """Make the undelivered boards of this guild due for a retry. Returns their number."""
    return tx.run(_COME_BACK, guild=guild, now=now)


def has_left_guild(tx: Tx, match_id: int, player: int) -> bool:
    """Return whether this player is known to have left the guild of the match."""
    return tx.value(_ABSENT, match=match_id, player=player) is not None


def set_left_guild(tx: Tx, match_id: int, player: int, since: int) -> None:
    """Record when a player left the guild of the match."""
    tx.run(_SET_ABSENT, match=match_id, player=player, absent_since=since)


def clear_left_guild(tx: Tx, guild: int, player: int) -> None:
    """Record in a player's running matches in the guild that they are there again."""
    tx.run(_CLEAR_ABSENT, guild=guild, player=player)
