"""Transactions: statements, rows, idempotent actions, errors, queued messages."""

from bot.service.clock.calendar import InvalidTime
from bot.service.errors import Damaged, NotFound, RulesChanged, ServiceError
from bot.service.idempotency import once
from bot.store import Tx
from bot.store.driver.row_mapper import from_json, to_columns, to_json
from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import (
    delete_rows,
    equal,
    insert_missing,
    insert_row,
    insert_with_id,
    save_changes,
    select_rows,
    update_rows,
    upsert,
)
from bot.store.models.outbox import OutboxRow
from bot.store.outbox.interactions import Interaction
from bot.store.outbox.outbox_retries import pending_payloads
from bot.store.outbox.outbox_rows import queue as queue_message
from bot.store.schedule.creation_times import creation_time
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
    "creation_time",
    "delete_rows",
    "equal",
    "from_json",
    "insert_missing",
    "insert_row",
    "insert_with_id",
    "once",
    "pending_payloads",
    "queue_message",
    "save_changes",
    "select_rows",
    "to_columns",
    "to_json",
    "update_rows",
    "upsert",
]

UNPLAYABLE = (Damaged, RulesChanged)

"""Errors of a match in which no move can be made, until the operator repairs it."""
