"""Statements: built once, run with bound values, the same for every database."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

import pytest
from sqlalchemy import Integer, Text, bindparam, delete, func, select, update
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store import Store, Tx
from bot.store.driver.postgres_connection import POSTGRESQL
from bot.store.driver.row_mapper import from_row, to_columns
from bot.store.driver.statement import SQLITE, Statement, bind_list
from bot.store.driver.table_statements import delete_rows, insert_row, select_rows, update_rows
from bot.store.tables import metadata
from bot.store.tables.guilds import servers
from bot.store.tables.players import players
from engine import Outcome
from tests.bot.store.statements import PERSON, every_statement
from tests.transactions import reading, writing

ADD = Statement(PERSON)
NAMED = Statement(
    select(players.c.id, players.c.name, func.length(players.c.name).label("length"))
    .where(players.c.id.in_(bind_list("ids")), players.c.name != "nobody")
    .order_by(players.c.id)
)
RENAME = Statement(update(players).where(players.c.id > bindparam("above")).values(name="New"))
DROP = Statement(delete(players).where(players.c.name.in_(("New", "Old"))))
COUNT = Statement(select(func.count()).select_from(players))
PUT = insert_row(servers, existing="update")
PUT_ONCE = insert_row(servers, existing="keep")
NEW = Statement(PERSON.returning(players.c.id))
IN_SETTING = select_rows(servers, "guild", "setting")
CHANGE = update_rows(servers, ("guild", "setting"), "value")
FORGET = delete_rows(servers, "guild")


def person(number: int, name: str = "") -> dict[str, object]:
    return {"id": number, "name": name, "created": 1, "seen_at": 2}


@pytest.fixture
async def tx(store: Store) -> AsyncIterator[Tx]:
    with writing(store) as opened:
        opened.many(ADD, [person(1, "Ada"), person(2, "Bruno"), person(3, "nobody")])
        yield opened


async def test_a_row_has_its_columns_by_name(tx: Tx) -> None:
    row = tx.row(NAMED, ids=[2])
    assert row is not None
    assert (row.id, row.name, row.length) == row == (2, "Bruno", 5)
    assert row._fields == ("id", "name", "length")
    with pytest.raises(AttributeError):
        row.locale  # noqa: B018


@pytest.mark.parametrize(
    ("ids", "rows"), [([], []), ([1], [1]), ((1, 2, 3), [1, 2]), ({3, 9}, []), (range(9), [1, 2])]
)
async def test_a_list_can_have_any_length(tx: Tx, ids: list[int], rows: list[int]) -> None:
    for _ in range(2):
        assert [row.id for row in tx.rows(NAMED, ids=ids)] == rows
        assert tx.column(NAMED, ids=ids) == rows


async def test_nul_characters_are_removed_from_texts(tx: Tx) -> None:
    tx.run(ADD, **person(4, "\0Ze\0no\0"))
    tx.many(ADD, [person(5, "Y\0o")])
    assert [row.name for row in tx.rows(NAMED, ids=[4, 5])] == ["Zeno", "Yo"]
    by_name = Statement(select(players.c.id).where(players.c.name.in_(bind_list("names"))))
    assert tx.column(by_name, names=["Zen\0o", "Bru"]) == [4]


async def test_a_missing_row_is_none(tx: Tx) -> None:
    assert tx.row(NAMED, ids=[9]) is None
    assert tx.value(NAMED, ids=[9]) is None
    assert tx.value(COUNT) == 3


async def test_changed_rows_are_counted(tx: Tx) -> None:
    assert tx.run(RENAME, above=1) == 2
    assert tx.run(RENAME, above=9) == 0
    assert tx.run(DROP) == 2


async def test_an_insert_returns_the_new_id(tx: Tx) -> None:
    assert tx.new_id(NEW, **person(7)) == 7


async def test_many_without_values_runs_no_statement(store: Store) -> None:
    with writing(store) as tx:
        tx.many(ADD, [])
    assert store.counts.statements == 0


async def test_inserting_updates_or_keeps_an_existing_row(tx: Tx) -> None:
    row = {"guild": 5, "setting": "colour"}
    assert tx.run(PUT, **row, value="red") == 1
    assert tx.run(PUT, **row, value="blue") == 1
    assert tx.run(PUT_ONCE, **row, value="green") == 0
    assert tx.column(Statement(select(servers.c.value))) == ["blue"]


@pytest.mark.parametrize("values", [{}, {"ids": [1], "name": "Ada"}, {"id": 1}])
async def test_missing_or_extra_values_are_an_error(tx: Tx, values: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="wants"):
        tx.rows(NAMED, **values)


async def test_statements_and_transactions_are_counted(store: Store) -> None:
    heard: list[str] = []
    store.counts.on_statement = heard.append
    with writing(store) as tx:
        tx.run(ADD, **person(1))
        tx.many(ADD, [person(2), person(3)])
    with reading(store) as tx:
        tx.value(COUNT)
    counts = store.counts
    assert (counts.statements, counts.reads, counts.writes) == (3, 1, 1)
    assert [sql.split()[0] for sql in heard] == ["INSERT", "INSERT", "SELECT"]


SQLITE_ALONE = ("PRAGMA", "json_extract", "json_each", "json_array", "rowid", "total_changes")
"""SQL that only SQLite has.

It compiles for other databases too, but fails there.
"""


@pytest.mark.check
@pytest.mark.parametrize("dialect", [SQLITE, POSTGRESQL], ids=["sqlite", "postgresql"])
def test_every_statement_compiles_for_every_database(dialect: Dialect) -> None:
    statements = every_statement()
    assert len(statements) > 150
    for statement in statements.values():
        texts = []
        for language in (SQLITE, dialect):
            made = statement.compile(language)
            texts.append({what for what, bind in made.binds.items() if bind.required})
        assert texts[0] == texts[1]
        if dialect is not SQLITE:
            assert not [word for word in SQLITE_ALONE if word in str(made)], str(made)


def test_every_table_and_index_can_be_created_in_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=POSTGRESQL))
        for index in table.indexes:
            made = str(CreateIndex(index).compile(dialect=POSTGRESQL))
            assert (" WHERE " in made) == (index.dialect_options["sqlite"].get("where") is not None)


def test_no_column_type_needs_a_conversion() -> None:
    """Statements bypass SQLAlchemy's conversions, so no column may need one."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            assert isinstance(column.type.dialect_impl(SQLITE), (Integer, Text))


@dataclass(frozen=True, slots=True)
class Seat:
    """A dataclass nested in another one."""

    number: int
    here: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """A dataclass with every kind of field."""

    number: int
    name: str | None
    kind: Literal["a", "b"]
    flag: bool
    perhaps: bool | None
    groups: tuple[tuple[int, ...], ...]
    seats: tuple[Seat, ...]
    outcome: Outcome | None
    extra: int = 5


PLAIN = Thing(1, None, "a", True, None, (), (), None)
FULL = Thing(
    2, "x", "b", False, True, ((1, 2), (3,)), (Seat(1, True),), Outcome(((0,), (1,)), "goal"), 6
)


@pytest.mark.parametrize("thing", [PLAIN, FULL])
def test_a_stored_value_is_read_back_unchanged(thing: Thing) -> None:
    written = to_columns(thing)
    assert all(isinstance(value, int | str | None) for value in written.values())
    names = tuple(written)
    (row,) = Statement(select(*(func.upper(name).label(name) for name in names))).to_rows(
        [tuple(written.values())]
    )
    assert from_row(Thing, row) == thing
    assert type(from_row(Thing, row).flag) is bool


def test_columns_without_field_are_ignored_and_fields_without_column_are_passed() -> None:
    statement = Statement(select(players.c.id.label("number"), players.c.name, players.c.seen_at))
    (row,) = statement.to_rows([(7, "x", 0)])
    rest = {"kind": "a", "flag": True, "perhaps": None, "groups": (), "seats": (), "outcome": None}
    assert from_row(Thing, row, **rest) == Thing(7, "x", **rest)
    with pytest.raises(TypeError):
        from_row(Thing, row)


async def test_rows_are_read_changed_and_deleted_by_their_keys(tx: Tx) -> None:
    for guild, setting in ((1, "theme"), (1, "zone"), (2, "theme")):
        tx.run(PUT, guild=guild, setting=setting, value="old")
    assert tx.run(CHANGE, guild=1, setting="theme", value="new") == 1
    assert [row.value for row in tx.rows(IN_SETTING, guild=1, setting="theme")] == ["new"]
    assert [row.value for row in tx.rows(IN_SETTING, guild=2, setting="theme")] == ["old"]
    assert tx.run(FORGET, guild=1) == 2
    assert tx.run(FORGET, guild=2) == 1


def test_a_list_is_expanded_for_each_length() -> None:
    by_id = Statement(select(players.c.id).where(players.c.id.in_(bind_list("ids"))))
    for ids in ([], [1, 2], [3], [4, 5], [], *([0] * length for length in range(20))):
        sql, values = by_id.bind({"ids": ids}, SQLITE)
        assert values == ids
        assert sql.count("?") == len(ids)


@dataclass(frozen=True)
class Person:
    id: int
    name: str
    created: int
    seen_at: int
    unknown: str = "not a column"


async def test_the_fields_of_an_instance_are_bound_by_name(tx: Tx) -> None:
    assert tx.run(ADD, Person(7, "Clara", 1, 2)) == 1
    assert tx.run(ADD, Person(8, "Clara", 1, 2), name="David") == 1
    tx.many(ADD, [Person(9, "Emil", 1, 2)])
    assert [row.name for row in tx.rows(NAMED, ids=[7, 8, 9])] == ["Clara", "David", "Emil"]
    assert tx.new_id(NEW, Person(10, "Frida", 1, 2)) == 10
