"""Erasure of players: requests, and the fate of each row that names a player.

In rows of games with other players, a pseudonymous player replaces the erased one (PSEUDONYMIZED).
Rows that concern only the erased player are deleted (DELETED). The `info` of every column that
names a player contains one of the two marks, which a test checks.
"""

from sqlalchemy import (
    Column,
    Table,
    TableClause,
    and_,
    bindparam,
    column,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    table,
    text,
    tuple_,
    update,
)

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import (
    delete_rows,
    equal,
    insert_row,
    select_rows,
    update_rows,
)
from bot.store.driver.tx import Tx
from bot.store.models import ErasureRequest
from bot.store.schedule.due_rows import DueRows
from bot.store.tables import base, columns_marked, metadata
from bot.store.tables.challenges import CLOSED, CLOSED_AT, OPEN, challenge_seats, challenges
from bot.store.tables.games import RUNNING, match_seats, matches, moves, rematches
from bot.store.tables.json_sql import JsonNumber
from bot.store.tables.messages import FAILED, interactions, outbox, posts
from bot.store.tables.players import erasures, players
from bot.store.tables.ratings import rated_seats, rating_changes, rating_opponents, ratings

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


def leftover_rows_about(tx: Tx, player: int) -> dict[str, list[dict[str, object]]]:
    """Return the rows that name this player, by table, with every column as stored."""
    rows: dict[str, list[dict[str, object]]] = {}
    for left, naming in _leftover_columns(tx):
        query = Statement(select(left).where(left.c[naming] == bindparam("who")))
        rows.setdefault(left.name, []).extend(row._asdict() for row in tx.rows(query, who=player))
    return rows


def delete_leftovers(tx: Tx, player: int) -> None:
    """Delete the rows that name this player."""
    for left, naming in _leftover_columns(tx):
        tx.run(Statement(delete(left).where(left.c[naming] == bindparam("who"))), who=player)


def _leftover_columns(tx: Tx) -> list[tuple[TableClause, str]]:
    """Return unknown tables, each with a column that names players."""
    naming = [(str(row[0]), str(row[1])) for row in tx.rows(_NAMING_PLAYERS)]
    return [(_table(tx, name), key) for name, key in naming if name not in metadata.tables]


def _table(tx: Tx, name: str) -> TableClause:
    return table(name, *map(column, tx.column(_COLUMNS, table_name=name)))


PSEUDONYMIZED, DELETED = columns_marked(base.PSEUDONYMIZED), columns_marked(base.DELETED)


BATCH = 500
"""Maximum number of rows changed in one transaction."""
OUTBOX_BATCH = 20_000
"""Maximum number of outbox ids searched in one transaction."""


def _batch(column: Column[int]) -> Statement:
    """Return a statement that replaces a player in up to `limit` rows of this column."""
    table = column.table
    assert isinstance(table, Table)
    keys = tuple(table.primary_key.columns)
    some = select(*keys).where(column == bindparam("who")).limit(bindparam("limit"))
    values: dict[str, object] = {column.key: bindparam("to")}
    if column is challenges.c.challenger:
        values["note"] = ""
    return Statement(update(table).where(tuple_(*keys).in_(some)).values(values))


_PLAYS = exists().where(
    match_seats.c.player == players.c.id, matches.c.id == match_seats.c.match, RUNNING
)
IDLE = and_(players.c.id > 0, ~_PLAYS)
"""Condition: a human player who has no running match."""
_RUNS = exists().where(matches.c.id == outbox.c.match, RUNNING)
_WAITS = exists().where(challenges.c.id == outbox.c.challenge, OPEN)
PRUNABLE_FAILURES = and_(FAILED, ~_RUNS, ~_WAITS)
"""Condition: a failed outbox row whose match or challenge is over."""


RATED = tuple(
    column
    for column in PSEUDONYMIZED
    if column.table in (rated_seats, ratings, rating_changes, rating_opponents)
)
"""Columns of rated games and of the ratings that must always name the same player.

They are therefore changed in one transaction, so that a game can be annulled at any time.
"""
_RATED = [
    Statement(
        update(column.table).where(column == bindparam("who")).values({column: bindparam("to")})
    )
    for column in RATED
]
_BATCHES = {column: _batch(column) for column in PSEUDONYMIZED if column not in RATED}
_DELETES = [Statement(delete(column.table).where(column == bindparam("who"))) for column in DELETED]
_ASK = insert_row(erasures, "pseudonym_id", "outbox_scanned_to", existing="keep")
_GET = select_rows(erasures, "player")
_DUE = DueRows(erasures.c.due_at)
_BEGUN = update_rows(erasures, ("player",), "pseudonym_id", "due_at")
_ADD_PSEUDONYM = Statement(
    insert(players).values({name: bindparam(name) for name in ("id", "name", "created", "seen_at")})
)
_WITHDRAW = Statement(
    delete(erasures).where(equal(erasures, "player"), erasures.c.pseudonym_id.is_(None))
)
_LAST_MESSAGE = Statement(select(func.coalesce(func.max(outbox.c.id), 0)))
_DELETE_MESSAGES = Statement(
    delete(outbox).where(
        outbox.c.id > bindparam("after"),
        outbox.c.id <= bindparam("until"),
        or_(
            outbox.c.user == bindparam("who"),
            JsonNumber(outbox.c.payload, "player") == bindparam("who"),
        ),
    )
)
_SCANNED = update_rows(erasures, ("player",), "outbox_scanned_to")
_DELETE_PLAYER = delete_rows(players, "id")


_LONG_AWAY = Statement(select(players.c.id).where(IDLE, players.c.seen_at < bindparam("before")))
_OLD = and_(CLOSED, bindparam("before") > CLOSED_AT)
_PRUNE_OF_CHALLENGES = [
    Statement(delete(table).where(table.c.challenge.in_(select(challenges.c.id).where(_OLD))))
    for table in (posts, outbox, challenge_seats, interactions, rematches)
]
_PRUNE_CHALLENGES = Statement(delete(challenges).where(_OLD))
_PRUNE_FAILURES = Statement(
    delete(outbox).where(PRUNABLE_FAILURES, outbox.c.settled_at < bindparam("before"))
)


NOT_EXPORTED = (
    moves.c.player,
    challenges.c.answered_by,
    *columns_marked({"export": "none"}),
)
"""Columns that name a player but are not searched for the data export.

Moves are part of the game records, answered challenges are exported with their slots, and a row
such as a block is visible only to the player who made it.
"""
_EXPORTED = [
    column
    for column in (players.c.id, *PSEUDONYMIZED, *DELETED, outbox.c.user)
    if column not in NOT_EXPORTED
]
_ROWS_ABOUT = {
    table.name: Statement(
        select(table).where(
            or_(*(column == bindparam("who") for column in _EXPORTED if column.table is table))
        )
    )
    for table in dict.fromkeys(column.table for column in _EXPORTED)
}


def add_erasure(tx: Tx, request: ErasureRequest) -> None:
    """Insert an erasure request, unless this player has one."""
    tx.run(_ASK, player=request.player, asked_at=request.asked_at, due_at=request.due_at)


def get_erasure(tx: Tx, player: int) -> ErasureRequest | None:
    """Return this player's erasure request, or None."""
    return tx.one(ErasureRequest, _GET, player=player)


def first_due_erasure(tx: Tx, now: int) -> ErasureRequest | None:
    """Return the most overdue erasure request, or None."""
    return _DUE.first(tx, ErasureRequest, now)


def withdraw_erasure(tx: Tx, player: int) -> bool:
    """Delete a request. Returns False if there is none, or the erasure has started."""
    return tx.run(_WITHDRAW, player=player) == 1


def begin_erasure(tx: Tx, player: int, by: int, name: str, now: int) -> None:
    """Start an erasure: insert the pseudonymous player `by` as the replacement."""
    tx.run(_ADD_PSEUDONYM, id=by, name=name, created=now, seen_at=now)
    tx.run(_BEGUN, player=player, pseudonym_id=by, due_at=now)


def replace_batch(tx: Tx, request: ErasureRequest) -> bool:
    """Process one batch of an erasure.

    Returns True if another batch may be needed, and False if nothing was left to replace or delete.
    """
    both = {"who": request.player, "to": request.pseudonym_id}
    if sum(tx.run(statement, **both) for statement in _RATED):
        return True
    if any(tx.run(batch, **both, limit=BATCH) for batch in _BATCHES.values()):
        return True
    last = tx.value(_LAST_MESSAGE)
    if request.outbox_scanned_to >= last:
        return False
    until = min(last, request.outbox_scanned_to + OUTBOX_BATCH)
    # Outbox rows addressed to the player or about them, whether sent or pending.
    tx.run(_DELETE_MESSAGES, who=request.player, after=request.outbox_scanned_to, until=until)
    tx.run(_SCANNED, player=request.player, outbox_scanned_to=until)
    return True


def finish_erasure(tx: Tx, player: int) -> None:
    """Delete the player and their own rows, as the last step of an erasure."""
    delete_leftovers(tx, player)
    for statement in _DELETES:
        tx.run(statement, who=player)
    tx.run(_DELETE_PLAYER, id=player)


def rows_about(tx: Tx, player: int) -> dict[str, list[dict[str, object]]]:
    """Return the rows that name this player, by table, with every column as stored.

    Rows that name the player only in a column of `NOT_EXPORTED` are left out.
    """
    rows = {
        name: [row._asdict() for row in tx.rows(query, who=player)]
        for name, query in _ROWS_ABOUT.items()
    }
    return {**rows, **leftover_rows_about(tx, player)}


def idle_players(tx: Tx, before: int) -> list[int]:
    """Return the players not seen since `before` who have no running match."""
    return tx.column(_LONG_AWAY, before=before)


def prune_challenges(tx: Tx, before: int) -> int:
    """Delete challenges closed before `before`, with their posts.

    Returns the number of challenges.
    """
    for statement in _PRUNE_OF_CHALLENGES:
        tx.run(statement, before=before)
    return tx.run(_PRUNE_CHALLENGES, before=before)


def prune_failures(tx: Tx, before: int) -> int:
    """Delete failed outbox rows of matches and challenges that are over.

    Returns their number.
    """
    return tx.run(_PRUNE_FAILURES, before=before)
