"""Transactions: statements, rows and idempotent actions."""

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
from bot.store.outbox.interactions import Interaction
from bot.store.schedule.creation_times import creation_time
from bot.store.schedule.due_rows import DueRows

__all__ = [
    "DueRows",
    "Interaction",
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
    "save_changes",
    "select_rows",
    "to_columns",
    "to_json",
    "update_rows",
    "upsert",
]
