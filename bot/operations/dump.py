"""Database dump and restore as JSON Lines.

The first line states the schema, and the installed extensions with the schemas of their own
migrations. Each table follows as a line with its name and columns, then one line for each row. The
last line has the row count of each table and the last assigned ids, including those of deleted
rows, so that no id is assigned twice. Tables are in the order of their foreign keys, so that rows
refer only to earlier rows.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import (
    Column,
    Integer,
    Table,
    bindparam,
    column,
    func,
    insert,
    literal_column,
    select,
    table,
    text,
    tuple_,
)

from bot import extension_points
from bot.store.driver.errors import DRIVER_ERRORS, StoreError
from bot.store.driver.statement import SQLITE, Row, Statement
from bot.store.driver.table_statements import bind_columns
from bot.store.driver.tx import Tx
from bot.store.driver.upgrades import CORE, installed_migrations
from bot.store.tables import metadata, tables_of_extension

KIND = "halma-by-post"
BATCH = 1000
"""Number of rows read or written at once."""


def _key(of: Table) -> tuple[Column[Any], ...]:
    return tuple(of.primary_key.columns)


class _Statements:
    """The statements for one table: first page, next page, and insert."""

    def __init__(self, of: Table) -> None:
        key = _key(of)
        page = select(of).order_by(*key).limit(BATCH)
        after = tuple_(*(bindparam(column.name, type_=column.type) for column in key))
        self.first = Statement(page)
        self.next = Statement(page.where(tuple_(*key) > after))
        self.add = Statement(insert(of).values(bind_columns(of)))


_ALL = {each.name: _Statements(each) for each in metadata.sorted_tables}
_sequence = table("sqlite_sequence", column("name"), column("seq", Integer))
_FORGET_NUMBER = Statement(text("DELETE FROM sqlite_sequence WHERE name = :name"))
_SET_NUMBER = Statement(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"))


def _last(of: Table) -> Statement:
    """Return a SELECT of the last assigned id of a table; NULL or 0 if there is none."""
    (key,) = _key(of)
    numbers = table(f"{of.name}_{key.name}_seq", column("last_value"), column("is_called"))
    return Statement(
        select(_sequence.c.seq).where(_sequence.c.name == literal_column(f"'{of.name}'")),
        postgresql=select(numbers.c.last_value).where(numbers.c.is_called),
    )


def _advance_sequence(of: Column[Any]) -> Statement:
    """Return a statement that selects the greater of the highest id and `last`.

    On PostgreSQL it also sets the sequence of the column to this value.
    """
    last, highest = bindparam("last", type_=of.type), func.coalesce(func.max(of), 0)
    either = func.greatest(highest, last)
    numbers = func.pg_get_serial_sequence(of.table.name, of.name)
    set_ = func.setval(numbers, func.greatest(either, 1), either > 0)
    return Statement(
        select(func.max(highest, last)).select_from(of.table),
        postgresql=select(set_).select_from(of.table),
    )


# Tables whose ids are never reused, even after a row is deleted.
_LAST = {
    each.name: _last(each)
    for each in metadata.sorted_tables
    if each.dialect_options["sqlite"]["autoincrement"]
}
_ADVANCE = {
    each.name: _advance_sequence(number)
    for each in metadata.sorted_tables
    if (number := each.autoincrement_column) is not None
}


def export_lines(tx: Tx) -> Iterator[str]:
    """Yield the dump of a database, line by line, from one snapshot."""
    head = {"export": KIND, "schema": CORE.revisions()[-1], "extensions": _extensions()}
    yield _line(head)
    counts, last = dict[str, int](), dict[str, int]()
    for name, statements in _ALL.items():
        yield _line({"table": name, "columns": list(metadata.tables[name].columns.keys())})
        counts[name] = 0
        for row in _rows(tx, name, statements):
            counts[name] += 1
            yield _line(row)
    for name, statement in _LAST.items():
        last[name] = tx.value(statement) or 0
    yield _line({"rows": counts, "last": last})


def _extensions() -> dict[str, str | None]:
    """Return the newest revision of each extension; None for those without migrations."""
    newest = {folder.extension: folder.revisions()[-1] for folder in installed_migrations()}
    return {name: newest.get(name) for name in extension_points.names()}


def _rows(tx: Tx, name: str, statements: _Statements) -> Iterator[Row]:
    key = [column.name for column in _key(metadata.tables[name])]
    batch = tx.rows(statements.first)
    while batch:
        yield from batch
        if len(batch) < BATCH:
            return
        batch = tx.rows(
            statements.next,
            **{name_of_column: getattr(batch[-1], name_of_column) for name_of_column in key},
        )


def import_lines(tx: Tx, lines: Iterable[str]) -> int:
    """Restore a dump into an empty database. Returns the number of rows.

    Raises `StoreError` with a message for the operator if the database is not empty, or if the
    lines are not a complete dump of this schema. Tables of extensions that were not installed when
    the dump was written stay empty.
    """
    for name, statements in _ALL.items():
        if tx.rows(statements.first):
            raise StoreError(f"The database is not empty: there are rows in {name}.")
    reading = _ExportReader(lines)
    absent = reading.begin()
    counts = {name: 0 for name in _ALL if name not in absent}
    for name in counts:
        for batch in reading.batches(name):
            try:
                tx.many(_ALL[name].add, batch)
            except DRIVER_ERRORS as error:
                where = f"before line {reading.number + 1}"
                raise StoreError(f"A row of {name} {where} cannot be imported: {error}.") from None
            counts[name] += len(batch)
    _number(tx, reading.end(counts))
    return sum(counts.values())


def _number(tx: Tx, last: dict[str, int]) -> None:
    for name, statement in _ADVANCE.items():
        number = tx.value(statement, last=last.get(name, 0))
        if tx.dialect is SQLITE and name in _LAST:
            tx.run(_FORGET_NUMBER, name=name)
            tx.run(_SET_NUMBER, name=name, number=number)


class _ExportReader:
    """Parser for a dump: call `begin`, then `batches` for each table, then `end`."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._ahead: Any = None
        self.number = 0

    def begin(self) -> frozenset[str]:
        """Read the first line. Returns the tables that this dump cannot contain.

        Raises `StoreError` unless it starts a dump of this schema, and every extension with tables
        in the dump is installed.
        """
        head = self._next()
        if not isinstance(head, dict) or head.get("export") != KIND:
            raise StoreError("This file is not a Halma by Post export.")
        if head.get("schema") != (newest := CORE.revisions()[-1]):
            raise StoreError(
                f"This export has schema {head.get('schema')}, this version has {newest}. "
                "Import it with the version that wrote it and upgrade afterwards, or upgrade before "
                "the export."
            )
        written, installed = head.get("extensions"), _extensions()
        if isinstance(written, list):  # before extensions had migrations of their own
            written = dict.fromkeys(map(str, written))
        if not isinstance(written, dict):
            raise StoreError("Line 1 should list the extensions with their schemas.")
        if missing := sorted(written.keys() - installed.keys()):
            raise StoreError(
                f"This export contains data of extensions that are not installed here: "
                f"{', '.join(missing)}. Install them, or remove them where it was written and export "
                "again without their data."
            )
        for name, revision in written.items():
            if revision != installed[name]:
                raise _other_schema(name, revision, installed[name])
        self._ahead = self._next()
        return frozenset().union(*map(tables_of_extension, installed.keys() - written.keys()))

    def batches(self, name: str) -> Iterator[list[dict[str, object]]]:
        """Yield the rows of the next table in batches.

        Raises `StoreError` unless that table is `name` and its rows are complete.
        """
        head, columns = self._ahead, metadata.tables[name].columns.keys()
        stated_columns = head.get("columns") if isinstance(head, dict) else None
        if (
            not isinstance(head, dict)
            or head.get("table") != name
            or set(stated_columns or ()) != {*columns}
        ):
            raise StoreError(f"Line {self.number} should start the table {name} with its columns.")
        names = list(stated_columns or ())
        batch: list[dict[str, object]] = []
        while isinstance(row := self._next(), list):
            if len(row) != len(names):
                raise StoreError(f"Line {self.number} is not a complete row of {name}.")
            batch.append(dict(zip(names, row, strict=True)))
            if len(batch) == BATCH:
                yield batch
                batch = []
        self._ahead = row
        if batch:
            yield batch

    def end(self, counts: dict[str, int]) -> dict[str, int]:
        """Read the last line and return the last assigned id of each table.

        Raises `StoreError` if its row counts are not `counts`, or if more lines follow.
        """
        end = self._ahead
        if not isinstance(end, dict) or end.get("rows") != counts:
            raise StoreError("The number of rows does not match the last line.")
        if next(self._lines, None) is not None:
            raise StoreError("There are more lines after the last one expected.")
        return {str(name): int(number) for name, number in end.get("last", {}).items()}

    def _next(self) -> Any:
        self.number += 1
        try:
            if (line := next(self._lines, None)) is not None:
                return json.loads(line)
        except ValueError:  # neither text nor JSON
            raise StoreError(
                f"Line {self.number} cannot be read: this is not a Halma by Post export, or it is "
                "damaged."
            ) from None
        raise StoreError(f"The file ends early, after line {self.number - 1}.")


def _other_schema(name: str, written: object, installed: str | None) -> StoreError:
    """Return the error for an extension that had another revision when it was dumped."""
    written, installed = str(written or "0000"), installed or "0000"
    if written < installed:
        remedy = "Upgrade the extension where it was written, and export again."
    else:
        remedy = "Install the version of the extension that wrote it."
    return StoreError(
        f"This export has schema {written} of the extension {name}, the installed version has "
        f"{installed}. {remedy}"
    )


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
