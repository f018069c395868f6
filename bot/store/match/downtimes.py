"""Rows of the heartbeat and of downtimes, and shifts of due times after them."""

from collections.abc import Sequence

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    bindparam,
    delete,
    select,
    true,
    update,
)

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import insert_row
from bot.store.driver.tx import Tx
from bot.store.tables.challenges import OPEN, challenges
from bot.store.tables.games import (
    clock_stops,
    clocks,
    departures,
    downtimes,
    heartbeat,
    offers,
    undelivered_boards,
)
from bot.store.tables.guilds import removed_guilds
from bot.store.tables.messages import PENDING, outbox
from bot.store.tables.players import erasures


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


def extend_terms(tx: Tx, since: int, seconds: int) -> None:
    """Extend by `seconds` every term that was running at `since`.

    Terms are open challenges and offers, takeover choices, erasure requests, and the hold of the
    games of guilds that the bot was removed from.
    """
    for statement in _EXTEND:
        tx.run(statement, since=since, seconds=seconds)


def unfinished_downtimes(tx: Tx, now: int) -> list[tuple[int, int]]:
    """Return the downtimes that end in the future, latest first.

    Returns [] if the first of them starts in the future too. They exist if the system clock was set
    forward, which looks like downtime, and then back.
    """
    wrong = downtimes_since(tx, now)
    return wrong[::-1] if wrong and wrong[0][0] <= now else []


def cut_downtimes(tx: Tx, wrong: Sequence[tuple[int, int]], now: int) -> None:
    """Cut these downtimes short, and take back what they have added to terms.

    One downtime until now replaces them. It is credited to all clocks, which thereby lose what was
    credited wrongly.
    """
    started = min(first for first, _ in wrong)
    # It is added first, because its id must be greater than those of the others.
    add_downtime(tx, min(started, now - 1), now)
    tx.run(_DELETE, now=now)
    undone = sum(until - max(first, now) for first, until in wrong)
    for statement in _SHORTEN:
        tx.run(statement, now=now, seconds=undone)
    # No downtime has extended the hold of a guild that was removed after all of them.
    tx.run(_SHORTEN_HOLD, now=now, seconds=undone, latest=max(until for _, until in wrong))
    tx.run(_NOT_OVERDUE, now=now)


def cap_due_times(tx: Tx, now: int, *, message: int, retry_limit: int, claim: int) -> None:
    """Move due times earlier after the system clock was set back.

    Nothing then waits longer than intended. `message`, `retry_limit` and `claim` are, in seconds,
    the longest retry delays of an outbox row and of an undelivered board, and the longest time
    until an overdue turn is abandoned.
    """
    tx.run(_MESSAGES, latest=now + message)
    tx.run(_PLACES, latest=now + retry_limit)
    tx.run(_CLAIMS, latest=now + claim)


_LAST = Statement(select(heartbeat.c.at))
_BEAT = insert_row(heartbeat, existing="update")
_ADD = insert_row(downtimes, "id")
_SINCE = Statement(
    select(downtimes.c.started, downtimes.c.until)
    .where(downtimes.c.until > bindparam("since"))
    .order_by(downtimes.c.started)
)
_DELETE = Statement(delete(downtimes).where(downtimes.c.until > bindparam("now")))
_SECONDS: BindParameter[int] = bindparam("seconds", type_=BigInteger())
_TERMS: Sequence[tuple[Column[int], Column[int], ColumnElement[bool]]] = (
    (challenges.c.expires_at, challenges.c.created, OPEN),
    (departures.c.until, departures.c.at, departures.c.played_by == "asked"),
    (offers.c.expires_at, offers.c.at, true()),
    (erasures.c.due_at, erasures.c.asked_at, erasures.c.due_at > erasures.c.asked_at),
    (clock_stops.c.until, clock_stops.c.started, clock_stops.c.why == "unreachable_channel"),
)
"""The end of each kind of term, its beginning, and a condition."""
_HELD = removed_guilds.c.at
_EXTEND = [
    *(
        Statement(
            update(end.table)
            .where(end > bindparam("since"), which)
            .values({end.name: end + _SECONDS})
        )
        for end, _, which in _TERMS
    ),
    # The hold of a guild's games is counted from the removal.
    Statement(
        update(removed_guilds).where(bindparam("since") >= _HELD).values(at=_HELD + _SECONDS)
    ),
]
_SHORTEN = [
    *(
        Statement(
            update(end.table)
            .where(begun <= bindparam("now"), end - _SECONDS > begun, end > bindparam("now"), which)
            .values({end.name: end - _SECONDS})
        )
        for end, begun, which in _TERMS
    ),
]
_LATEST: BindParameter[int] = bindparam("latest")
_SHORTEN_HOLD = Statement(
    update(removed_guilds)
    .where(bindparam("now") < _HELD, _HELD <= _LATEST)
    .values(at=_HELD - _SECONDS)
)
_NOT_OVERDUE = Statement(
    update(clocks).where(clocks.c.overdue > bindparam("now")).values(overdue=None)
)
_MESSAGES = Statement(
    update(outbox).where(PENDING, outbox.c.due_at > _LATEST).values(due_at=_LATEST)
)
_PLACES = Statement(
    update(undelivered_boards)
    .where(undelivered_boards.c.retry_at > _LATEST)
    .values(retry_at=_LATEST)
)
_CLAIMS = Statement(
    update(clocks)
    .where(clocks.c.overdue.is_not(None), clocks.c.deadline > _LATEST)
    .values(deadline=_LATEST)
)
