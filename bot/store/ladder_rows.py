"""Rows of ladders: their ratings and the changes made by each game.

Each ladder has an id, to which its rows refer. A guild's ladder is replaced as a whole: a second
ladder is built next to the current one (`bot.service.rating.settlement`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, bindparam, delete, select, tuple_

from bot.store.due_rows import DueRows
from bot.store.models.ratings import (
    LadderRows,
    StoredChange,
    StoredLadder,
    StoredMeetings,
    StoredOpponent,
    StoredRating,
    StoredTally,
)
from bot.store.row_mapper import to_columns
from bot.store.statement import Statement, bind_list
from bot.store.table_statements import (
    delete_rows,
    insert_missing,
    insert_row,
    insert_with_id,
    select_rows,
    update_rows,
    upsert,
)
from bot.store.tables.ratings import (
    farming_tallies,
    ladders,
    rating_changes,
    rating_meetings,
    rating_opponents,
    ratings,
)
from bot.store.tx import Tx

GLOBAL = 0
"""The guild id of the global ladder in the table `ladders`."""
BATCH = 1000
"""Number of rows of a discarded ladder that are deleted in one transaction."""
BEGINNING = (0, 0)
"""Position in history before the first game."""

_GET = select_rows(ladders, "guild", "status")
_ADD = insert_with_id(ladders)
_DUE = DueRows(ladders.c.due_at)
_SET_STATUS = update_rows(ladders, ("id",), "status", "due_at")
_ADVANCE = update_rows(ladders, ("id",), "counted_at", "counted_match", "due_at")
_DELETE = delete_rows(ladders, "id")
_TABLES: Mapping[Table, Any] = {
    ratings: StoredRating,
    rating_changes: StoredChange,
    rating_opponents: StoredOpponent,
    rating_meetings: StoredMeetings,
    farming_tallies: StoredTally,
}
"""The tables of a ladder's rows, in the order of `LadderRows`."""


def _delete_some(table: Table) -> Statement:
    key = tuple(table.primary_key.columns)
    some = select(*key).where(table.c.ladder == bindparam("ladder")).limit(bindparam("most"))
    return Statement(delete(table).where(tuple_(*key).in_(some)))


_SAVE = (
    upsert(ratings),
    insert_row(rating_changes),
    insert_missing(rating_opponents),
    upsert(rating_meetings),
    upsert(farming_tallies),
)
_ALL = tuple(select_rows(table, "ladder") for table in _TABLES)
_DELETE_SOME = tuple(map(_delete_some, _TABLES))


def _of_players(table: Table, *which: Any) -> Statement:
    of = (table.c.ladder == bindparam("ladder"), table.c.player.in_(bind_list("people")))
    return Statement(select(table).where(*of, *which))


_RATINGS = _of_players(ratings)
_MEETINGS = _of_players(rating_meetings, rating_meetings.c.last_at > bindparam("since"))
_TALLIES = _of_players(farming_tallies)


def get_ladder(tx: Tx, guild: int | None, status: str = "shown") -> StoredLadder | None:
    """Return a guild's ladder with this status ("shown" or "building"), or None.

    `guild` is None for the global ladder.
    """
    return tx.one(StoredLadder, _GET, guild=guild or GLOBAL, status=status)


def add_ladder(tx: Tx, guild: int | None, status: str, *, due_at: int | None = None) -> int:
    """Add a ladder without rows. Returns its id."""
    row = {"guild": guild or GLOBAL, "status": status, "due_at": due_at}
    return tx.new_id(_ADD, **row, counted_at=-1, counted_match=0)


def first_due(tx: Tx, now: int) -> StoredLadder | None:
    """Return the ladder whose building or deletion is most overdue, or None."""
    return _DUE.first(tx, StoredLadder, now)


def recalculate(tx: Tx, guild: int | None, changed: tuple[int, int], now: int) -> None:
    """Rebuild a guild's ladder, because a counted game has changed.

    `changed` is the position of that game in history. If the ladder is already being rebuilt and
    has not passed this position, nothing changes.
    """
    if not recalculate_if_passed(tx, guild, changed, now):
        add_ladder(tx, guild, "building", due_at=now)


def recalculate_if_passed(tx: Tx, guild: int | None, changed: tuple[int, int], now: int) -> bool:
    """Restart the building of a ladder if it has passed this position in history.

    Returns False if no ladder is being built.
    """
    building = get_ladder(tx, guild, "building")
    if building is not None and building.counted_to >= changed:
        tx.run(_SET_STATUS, id=building.id, status="discarded", due_at=now)
        add_ladder(tx, guild, "building", due_at=now)
    return building is not None


def record_progress(tx: Tx, ladder: StoredLadder, order: tuple[int, int], now: int) -> None:
    """Record that a ladder has counted all games up to this position in history."""
    at, match = order
    tx.run(_ADVANCE, id=ladder.id, counted_at=at, counted_match=match, due_at=now)


def show(tx: Tx, ladder: StoredLadder, now: int) -> None:
    """Make a completed ladder the current one, and discard its predecessor."""
    shown = get_ladder(tx, ladder.guild)
    if shown is not None:
        tx.run(_SET_STATUS, id=shown.id, status="discarded", due_at=now)
    tx.run(_SET_STATUS, id=ladder.id, status="shown", due_at=None)


def delete_batch(tx: Tx, ladder: StoredLadder) -> None:
    """Delete some rows of a discarded ladder, or the ladder if none are left."""
    for statement in _DELETE_SOME:
        if tx.run(statement, ladder=ladder.id, most=BATCH):
            return
    tx.run(_DELETE, id=ladder.id)


def save(tx: Tx, ladder: int, rows: LadderRows) -> None:
    """Insert or update these rows of a ladder.

    A second change by the same game is an integrity error.
    """
    parts: tuple[Sequence[Any], ...] = rows
    for statement, some in zip(_SAVE, parts, strict=True):
        tx.many(statement, ({"ladder": ladder, **to_columns(row)} for row in some))


def rows_of(tx: Tx, ladder: int, people: Collection[int], since: int) -> LadderRows:
    """Return the rows needed to rate the next game of these players.

    These are their ratings and tallies, and their meetings after `since` with any players.
    """
    return LadderRows(
        tx.all(StoredRating, _RATINGS, ladder=ladder, people=people),
        [],
        [],
        tx.all(StoredMeetings, _MEETINGS, ladder=ladder, people=people, since=since),
        tx.all(StoredTally, _TALLIES, ladder=ladder, people=people),
    )


def all_rows(tx: Tx, ladder: int) -> LadderRows:
    """Return all rows of a ladder."""
    rows: list[Any] = [
        tx.all(kind, statement, ladder=ladder)
        for kind, statement in zip(_TABLES.values(), _ALL, strict=True)
    ]
    return LadderRows(*rows)
