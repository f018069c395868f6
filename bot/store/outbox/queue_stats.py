"""Queue statistics for monitoring, in one query."""

from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.outbox.outbox_rows import IS_BUTTON_REMOVAL, SERVER
from bot.store.tables.games import RUNNING, clocks, matches
from bot.store.tables.messages import PENDING, outbox

_PENDING = (PENDING, ~IS_BUTTON_REMOVAL)
_MEASURES = Statement(
    select(
        select(func.count()).select_from(outbox).where(*_PENDING).scalar_subquery().label("owed"),
        select(func.min(outbox.c.created)).where(*_PENDING).scalar_subquery().label("oldest"),
        select(func.count())
        .select_from(clocks)
        .where(clocks.c.deadline < bindparam("before"))
        .scalar_subquery()
        .label("overdue"),
        select(func.count()).select_from(clocks).scalar_subquery().label("running"),
    )
)


_PLACE = func.coalesce(matches.c.thread, matches.c.channel)
_CHANNELS = Statement(
    select(_PLACE.label("place"), func.count().label("games"))
    .where(matches.c.guild == bindparam("guild"), RUNNING)
    .group_by(_PLACE)
    .order_by(_PLACE)
)
_PENDING_IN_GUILD = Statement(
    select(func.count().label("number"), func.min(outbox.c.created).label("oldest")).where(
        *_PENDING, bindparam("guild") == SERVER
    )
)


class QueuedMessages(NamedTuple):
    """The number of pending messages, and the creation time of the oldest one or None."""

    number: int
    oldest: int | None


class QueueStats(NamedTuple):
    """Counts for the metrics and health checks."""

    queued: int
    """Number of pending messages, not counting button removals."""
    oldest: int | None
    """Creation time of the oldest pending message; None if there is none."""
    overdue: int
    """Number of turns whose deadline was before the given time."""
    running: int
    """Number of running matches."""


def get_stats(tx: Tx, *, before: int) -> QueueStats:
    """Return the counts. Turns with a deadline earlier than `before` are overdue."""
    row = tx.row(_MEASURES, before=before)
    assert row is not None
    return QueueStats(row.owed, row.oldest, row.overdue, row.running)


def games_by_channel(tx: Tx, guild: int) -> dict[int, int]:
    """Return the number of running matches in each channel or thread of a guild."""
    return {row.place: row.games for row in tx.rows(_CHANNELS, guild=guild)}


def queued_for_guild(tx: Tx, guild: int) -> QueuedMessages:
    """Return the number of a guild's pending messages and when the oldest was created."""
    row = tx.row(_PENDING_IN_GUILD, guild=guild)
    assert row is not None
    return QueuedMessages(row.number, row.oldest)
