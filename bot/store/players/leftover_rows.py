"""Rows of removed extensions, whose tables are still in the database.

Rows that refer to a player are exported and erased with the player.
"""

from sqlalchemy import TableClause, bindparam, column, delete, select, table, text

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables import metadata

_NAMING_PLAYERS = Statement(
    text(
        "SELECT tables.name, keys.'from' FROM sqlite_schema AS tables "
        "JOIN pragma_foreign_key_list(tables.name) AS keys "
        "WHERE tables.type = 'table' AND keys.'table' = 'players'"
    ).columns(column("table"), column("column")),
    postgresql=text(
        "SELECT relname, attname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid "
        "JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] "
        "WHERE contype = 'f' AND confrelid = to_regclass('players')"
    ).columns(column("table"), column("column")),
)
_COLUMNS = Statement(
    text("SELECT name FROM pragma_table_info(:table_name)").columns(column("column")),
    postgresql=text(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(CAST(:table_name AS text)) "
        "AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
    ).columns(column("column")),
)


def rows_about(tx: Tx, player: int) -> dict[str, list[dict[str, object]]]:
    """Return the rows that name this player, by table, with every column as stored."""
    rows: dict[str, list[dict[str, object]]] = {}
    for left, naming in _leftover_columns(tx):
        query = Statement(select(left).where(left.c[naming] == bindparam("who")))
        rows.setdefault(left.name, []).extend(row._asdict() for row in tx.rows(query, who=player))
    return rows


def delete_rows(tx: Tx, player: int) -> None:
    """Delete the rows that name this player."""
    for left, naming in _leftover_columns(tx):
        tx.run(Statement(delete(left).where(left.c[naming] == bindparam("who"))), who=player)


def _leftover_columns(tx: Tx) -> list[tuple[TableClause, str]]:
    """Return unknown tables, each with a column that names players."""
    naming = [(str(row[0]), str(row[1])) for row in tx.rows(_NAMING_PLAYERS)]
    return [(_table(tx, name), key) for name, key in naming if name not in metadata.tables]


def _table(tx: Tx, name: str) -> TableClause:
    return table(name, *map(column, tx.column(_COLUMNS, table_name=name)))
