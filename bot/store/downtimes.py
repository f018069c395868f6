"""Rows of the heartbeat and of downtimes, and shifts of due times after them."""

from sqlalchemy import BindParameter, bindparam, select, update

from bot.store.statement import Statement
from bot.store.table_statements import insert_row, upsert
from bot.store.tables.challenges import OPEN, challenges
from bot.store.tables.games import downtimes, heartbeat, undelivered_boards
from bot.store.tables.messages import PENDING, outbox
from bot.store.tables.players import settings
from bot.store.tx import Tx

DAY = 86400


def last_heartbeat(tx: Tx) -> int | None:
    """Return the time of the last heartbeat; None if there was none."""
    when: int | None = tx.value(_LAST)
    return when


def set_heartbeat(tx: Tx, now: int) -> None:
    """Record a heartbeat."""
    tx.run(_BEAT, id=1, at=now)


def add_downtime(tx: Tx, started: int, until: int) -> None:
    """Insert an interval in which the bot was down."""
    tx.run(_ADD, started=started, until=until)


def downtimes_since(tx: Tx, since: int) -> list[tuple[int, int]]:
    """Return the start and end of each downtime that lasted beyond `since`."""
    return [(row.started, row.until) for row in tx.rows(_SINCE, since=since)]


def extend_challenges(tx: Tx, seconds: int) -> None:
    """Extend every open challenge by `seconds`."""
    tx.run(_PUT_OFF, seconds=seconds)


def cap_due_times(tx: Tx, now: int, *, message: int, retry_limit: int) -> None:
    """Move due times earlier after the system clock was set back.

    Nothing then waits longer than intended. `message` and `retry_limit` are the longest retry
    delays, in seconds, of an outbox row and of an undelivered board.
    """
    tx.run(_MESSAGES, latest=now + message)
    tx.run(_PLACES, latest=now + retry_limit)
    tx.run(_DIGESTS, now=now)


_LAST = Statement(select(heartbeat.c.at))
_BEAT = upsert(heartbeat)
_ADD = insert_row(downtimes, "id")
_SINCE = Statement(
    select(downtimes.c.started, downtimes.c.until)
    .where(downtimes.c.until > bindparam("since"))
    .order_by(downtimes.c.started)
)
_PUT_OFF = Statement(
    update(challenges).where(OPEN).values(expires_at=challenges.c.expires_at + bindparam("seconds"))
)
_LATEST: BindParameter[int] = bindparam("latest")
_NOW: BindParameter[int] = bindparam("now", type_=settings.c.digest_at.type)
_MESSAGES = Statement(
    update(outbox).where(PENDING, outbox.c.due_at > _LATEST).values(due_at=_LATEST)
)
_PLACES = Statement(
    update(undelivered_boards)
    .where(undelivered_boards.c.retry_at > _LATEST)
    .values(retry_at=_LATEST)
)
# Whole days are subtracted, so that digests keep their time of day.
_DIGESTS = Statement(
    update(settings)
    .where(settings.c.digest_at > _NOW + DAY)
    .values(digest_at=settings.c.digest_at - (settings.c.digest_at - _NOW) // DAY * DAY)
)
