"""Transactions: statements, rows, idempotent actions, errors, queued messages.

Queries and actions are functions whose first argument is a `Tx`. Commands call them with
`await ctx.read(...)` and `await ctx.write(...)`. Statements are module constants, built with
SQLAlchemy or with `insert_row`.
"""

from bot.service.clock.calendar import InvalidTime
from bot.service.errors import Damaged, NotFound, RulesChanged, ServiceError
from bot.service.idempotency import once
from bot.store import Tx
from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import (
    equal,
    insert_row,
    save_changes,
)
from bot.store.models.outbox import OutboxRow
from bot.store.outbox.interactions import Interaction
from bot.store.outbox.outbox_retries import pending_payloads
from bot.store.outbox.outbox_rows import queue as queue_message
from bot.store.schedule.due_rows import DueRows

__all__ = [
    "UNPLAYABLE",
    "DueRows",
    "Interaction",
    "InvalidTime",
    "NotFound",
    "OutboxRow",
    "ServiceError",
    "Statement",
    "Tx",
    "bind_list",
    "equal",
    "insert_row",
    "once",
    "pending_payloads",
    "queue_message",
    "save_changes",
]

UNPLAYABLE = (Damaged, RulesChanged)
"""Errors of a match in which no move can be made, until the operator repairs it."""
