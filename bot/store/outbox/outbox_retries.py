"""Pending and failed rows of the outbox that wait for an extension or a guild."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, case, literal_column, select, update

from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.tx import Tx
from bot.store.outbox import message_kinds
from bot.store.outbox.outbox_rows import NOBODY_ELSES, OLD_BOARD_ATTEMPTS, ROW, read_row, superseded
from bot.store.tables.games import matches
from bot.store.tables.messages import FAILED, PENDING, SETTLED, outbox

RETRY_IN_GUILD = Statement(
    update(outbox)
    .where(
        SETTLED,
        FAILED,
        ~superseded(),
        outbox.c.kind.in_(bind_list("kinds")),
        outbox.c.settled_at >= bindparam("since"),
        outbox.c.channel.in_(
            select(matches.c.channel)
            .where(matches.c.guild == bindparam("of_guild"))
            .union(select(matches.c.thread).where(matches.c.guild == bindparam("of_guild")))
        ),
    )
    .values(state="owed", settled_at=None, due_at=bindparam("now"))
)
SET_ASIDE = Statement(
    update(outbox)
    .where(ROW, NOBODY_ELSES)
    .values(
        due_at=bindparam("due_at"),
        claimed_at=None,
        tried_at=None,
        error=bindparam("error"),
        attempts=case(
            (outbox.c.attempts < OLD_BOARD_ATTEMPTS, OLD_BOARD_ATTEMPTS), else_=outbox.c.attempts
        ),
    )
)
PENDING_OF_KINDS = Statement(
    select(outbox, literal_column("0").label("outdated")).where(
        PENDING, outbox.c.kind.in_(bind_list("kinds"))
    )
)


def retry_in_guild(tx: Tx, guild: int, *, kinds: Sequence[str], since: int, now: int) -> int:
    """Make failed rows in the channels of a guild's matches pending again.

    Returns their number.
    """
    return tx.run(
        RETRY_IN_GUILD,
        of_guild=guild,
        kinds=kinds,
        since=since,
        now=now,
        superseding=message_kinds.superseding_pairs(),
    )


def set_aside(tx: Tx, row_id: int, due_at: int, error: str) -> bool:
    """Postpone a pending row that was not sent, so that it blocks no other row.

    Returns False if it is no longer pending, or another process has claimed it.
    """
    later = {"id": row_id, "due_at": due_at, "error": error}
    return tx.run(SET_ASIDE, **later, process=tx.process) == 1


def pending_payloads(tx: Tx, *kinds: str) -> list[Any]:
    """Return the payloads of the pending rows of these kinds."""
    return [read_row(row).payload for row in tx.rows(PENDING_OF_KINDS, kinds=kinds)]
