"""Next due time of every scheduled job, extensions included, in one query.

A column whose minimum is a job's due time is marked in its table. Due times that depend on further
conditions are defined in this module.
"""

from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy import ColumnElement, Select, exists, func, select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.guilds.removed_guild_rows import NOT_ON_HOLD
from bot.store.outbox import outbox_rows
from bot.store.players import erasure_rows
from bot.store.tables import columns_due
from bot.store.tables.challenges import CLOSED, CLOSED_AT, OPEN, challenges
from bot.store.tables.games import clocks, downtimes, matches
from bot.store.tables.guilds import removed_guilds
from bot.store.tables.messages import OVER, SETTLED, outbox, vacation_notices
from bot.store.tables.players import players


def _earliest(at: ColumnElement[int], *which: ColumnElement[bool]) -> Select[int]:
    return select(func.min(at)).where(*which)


_CAUGHT_UP = select(func.min(clocks.c.applied_downtime_id)).scalar_subquery()

_PLAYED_IN = (
    exists().where(matches.c.guild == removed_guilds.c.guild, NOT_ON_HOLD).correlate(removed_guilds)
)

_NEXT_DUE: Mapping[str, Select[int]] = MappingProxyType(
    {
        "downtimes": _earliest(downtimes.c.until, downtimes.c.id > _CAUGHT_UP),
        "challenges": _earliest(challenges.c.expires_at, OPEN),
        "settled": _earliest(outbox.c.settled_at, SETTLED, outbox.c.state != "failed"),
        "closed": _earliest(CLOSED_AT, CLOSED),
        "failures": _earliest(outbox.c.settled_at, erasure_rows.PRUNABLE_FAILURES),
        "idle": _earliest(players.c.seen_at, erasure_rows.IDLE),
        "guilds to hold": _earliest(removed_guilds.c.at, _PLAYED_IN),
        "vacation notices": _earliest(vacation_notices.c.until, OVER),
        "pending messages": _earliest(
            outbox.c.due_at, outbox_rows.FIRST_IN_LINE, ~outbox_rows.IS_BUTTON_REMOVAL
        ),
        "button removals": _earliest(
            outbox.c.due_at, outbox_rows.FIRST_IN_LINE, outbox_rows.IS_BUTTON_REMOVAL
        ),
    }
    | {column.info["due"]: _earliest(column) for column in columns_due()}
)
_ALL = Statement(
    select(
        *(
            first.scalar_subquery().label(f"due_{number}")
            for number, first in enumerate(_NEXT_DUE.values())
        )
    )
)
_EACH = {what: Statement(first) for what, first in _NEXT_DUE.items()}


def next_due(tx: Tx) -> dict[str, int | None]:
    """Return the earliest due time of each kind of work, or None where none is due."""
    return dict(zip(_NEXT_DUE, tx.rows(_ALL)[0], strict=True))


def next_due_of(tx: Tx, what: str) -> int | None:
    """Return the earliest due time of one kind of work; None if nothing is waiting."""
    at: int | None = tx.value(_EACH[what])
    return at
