"""Row changes: write the difference between two states of a row."""

from dataclasses import fields
from functools import cache

from sqlalchemy import BindParameter, Table, bindparam, update

from bot.store.driver.row_mapper import V, changed_columns
from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx


def save_changes(tx: Tx, table: Table, before: V, after: V, *conditions: str) -> bool:
    """Write the fields in which a new state of a row differs from the stored one.

    The row is found by its primary key, which is not changed. The columns in `conditions` must
    still have their values of `before`. Returns False if there is no such row.
    """
    keys = tuple(table.primary_key.columns.keys())
    names = (field.name for field in fields(after) if field.name not in keys)
    changes = changed_columns(before, after, names)
    if not changes:
        return True
    values = {f"key_{name}": getattr(before, name) for name in (*keys, *conditions)}
    values |= {f"new_{name}": value for name, value in changes.items()}
    return tx.run(_changing(table, (*keys, *conditions), tuple(changes)), **values) == 1


@cache
def _changing(table: Table, keys: tuple[str, ...], columns: tuple[str, ...]) -> Statement:
    """Return the statement that changes these columns of the row with these keys."""
    these = [table.c[name] == bindparam(f"key_{name}") for name in keys]
    values: dict[str, BindParameter[object]] = {name: bindparam(f"new_{name}") for name in columns}
    return Statement(update(table).where(*these).values(values))
