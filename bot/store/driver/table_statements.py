"""Statements on single tables, and the saving of a changed row."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Literal, cast

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Executable,
    Table,
    and_,
    bindparam,
    delete,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from bot.store.driver.row_mapper import V, changed_columns
from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx

InsertInto = Callable[[Table], Any]
"""The function `insert` of a dialect."""
BATCH = 500
"""Maximum number of rows deleted at once, so that other writers do not wait long."""


def bind_columns(table: Table, *but: str) -> dict[str, BindParameter[Any]]:
    """Return a bind parameter for each column of a table except `but`, for `values`."""
    return {name: bindparam(name) for column in table.columns if (name := column.name) not in but}


def equal(table: Table, *names: str) -> ColumnElement[bool]:
    """Return the condition that each column equals the parameter of the same name."""
    return and_(*(table.c[name] == bindparam(name) for name in names))


def insert_row(
    table: Table,
    *but: str,
    existing: Literal["error", "keep", "update"] = "error",
    returns_id: bool = False,
) -> Statement:
    """Return a statement that inserts a row. The columns `but` get their defaults.

    `existing` says what happens to a row with the same primary key: "keep" leaves it unchanged, and
    "update" changes all its columns except `but`. With `returns_id`, the database assigns the
    column `id`, and `Tx.new_id` returns it.
    """
    keys = table.primary_key.columns.keys()
    values = bind_columns(table, *but, *(["id"] if returns_id else []))

    def added(insert_into: InsertInto) -> Executable:
        row = insert_into(table).values(values)
        if existing == "keep":
            row = row.on_conflict_do_nothing()
        elif existing == "update":
            changed = {name: row.excluded[name] for name in values if name not in keys}
            row = row.on_conflict_do_update(index_elements=keys, set_=changed)
        return cast(Executable, row.returning(table.c.id) if returns_id else row)

    return upsert(added)


def upsert(added: Callable[[InsertInto], Executable]) -> Statement:
    """Return a statement that inserts a row, from a function that builds it.

    The function is given `insert` of the database, because each has its own clause for an existing
    row. PostgreSQL's is only imported where it is used.
    """

    def for_postgresql() -> Executable:
        from sqlalchemy.dialects import postgresql

        return added(postgresql.insert)

    return Statement(lambda: added(sqlite.insert), postgresql=for_postgresql)


def select_rows(table: Table, *keys: str) -> Statement:
    """Return a statement for the rows with these keys."""
    return Statement(lambda: select(table).where(equal(table, *keys)))


def update_rows(table: Table, keys: Sequence[str], *columns: str) -> Statement:
    """Return a statement that changes columns of the rows with these keys."""
    values: dict[str, BindParameter[Any]] = {name: bindparam(name) for name in columns}
    return Statement(lambda: update(table).where(equal(table, *keys)).values(values))


def delete_rows(table: Table, *keys: str) -> Statement:
    """Return a statement that deletes the rows with these keys."""
    return Statement(lambda: delete(table).where(equal(table, *keys)))


def delete_older(at: Column[Any], *which: ColumnElement[bool]) -> Statement:
    """Return a statement that deletes a batch of rows older than `before`.

    The oldest rows are deleted first.
    """
    key = at.table.c.id

    def expression() -> Executable:
        oldest = select(key).where(*which, at < bindparam("before")).order_by(at).limit(BATCH)
        return delete(at.table).where(key.in_(oldest))

    return Statement(expression)


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
