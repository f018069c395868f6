"""Rows of ladders: their ratings and the changes made by each game.

A guild has one ladder, with an id to which its rows refer, and there is a global one.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Executable, Table, bindparam, delete, literal_column, select

from bot.store.driver.row_mapper import to_columns
from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import (
    InsertInto,
    bind_columns,
    delete_rows,
    equal,
    insert_row,
    select_rows,
    update_rows,
    upsert,
)
from bot.store.driver.tx import Tx
from bot.store.models.ratings import (
    LadderRows,
    StoredChange,
    StoredOpponent,
    StoredRating,
)
from bot.store.tables.ratings import (
    ladders,
    rating_changes,
    rating_opponents,
    ratings,
)

GLOBAL = 0
"""The guild id of the global ladder in the table `ladders`."""

_FIND = Statement(select(ladders.c.id).where(equal(ladders, "guild")))
_ADD = insert_row(ladders, returns_id=True)
_TABLES: Mapping[Table, Any] = {
    ratings: StoredRating,
    rating_changes: StoredChange,
    rating_opponents: StoredOpponent,
}
"""The tables of a ladder's rows, in the order of `LadderRows`."""


def _add_games() -> Statement:
    """Return a statement that adds to the games against an opponent, or inserts a row."""
    keys, values = rating_opponents.primary_key.columns.keys(), bind_columns(rating_opponents)

    def added(insert_into: InsertInto) -> Executable:
        row = insert_into(rating_opponents).values(values)
        games = {"games": rating_opponents.c.games + row.excluded.games}
        return cast(Executable, row.on_conflict_do_update(index_elements=keys, set_=games))

    return upsert(added)


_SAVE = (insert_row(ratings, existing="update"), insert_row(rating_changes), _add_games())
_ALL = tuple(select_rows(table, "ladder") for table in _TABLES)
_DELETE_ALL = tuple(delete_rows(table, "ladder") for table in _TABLES)
_REFUNDED = update_rows(rating_changes, ("ladder", "match", "player"), "refunded")
_FIXED = ("kind", "finished_at", "points_before", "points", "games_before", "games")
"""Fields of a change that a refund leaves as they are."""
_RATINGS = Statement(
    select(ratings).where(equal(ratings, "ladder"), ratings.c.player.in_(bind_list("people")))
)
_CHANGES = select_rows(rating_changes, "ladder", "match")

_PEOPLE = bind_list("people")
_own, _theirs = rating_changes.alias("own"), rating_changes.alias("theirs")
_COMMON = Statement(
    select(_own.c.match)
    .join(_theirs, (_theirs.c.ladder == _own.c.ladder) & (_theirs.c.match == _own.c.match))
    .where(
        _own.c.ladder == bindparam("ladder"),
        _own.c.refunded.is_(None),
        _own.c.player.in_(_PEOPLE),
        _own.c.finished_at > bindparam("since"),
        _theirs.c.player.in_(_PEOPLE),
        _theirs.c.player > _own.c.player,
    )
)
_DROP_OPPONENT = Statement(
    delete(rating_opponents).where(
        equal(rating_opponents, "ladder", "player", "kind", "opponent"),
        rating_opponents.c.games <= literal_column("0"),
    )
)


def find_ladder(tx: Tx, guild: int | None) -> int | None:
    """Return the id of a guild's ladder, or None if no game has been counted in it.

    `guild` is None for the global ladder.
    """
    ladder: int | None = tx.value(_FIND, guild=guild or GLOBAL)
    return ladder


def ensure_ladder(tx: Tx, guild: int | None) -> int:
    """Return the id of a guild's ladder, which is added if it does not exist."""
    ladder = find_ladder(tx, guild)
    return tx.new_id(_ADD, guild=guild or GLOBAL) if ladder is None else ladder


def add_changes(tx: Tx, ladder: int, rows: LadderRows) -> None:
    """Insert the changes of a game, and insert or update the ratings and opponents.

    A second change by the same game is an integrity error.
    """
    parts: tuple[Sequence[Any], ...] = rows
    for statement, some in zip(_SAVE, parts, strict=True):
        tx.many(statement, ({"ladder": ladder, **to_columns(row)} for row in some))


def save_refunds(tx: Tx, ladder: int, rows: LadderRows) -> None:
    """Update the ratings, the changes and the opponents of an annulled game.

    An opponent is deleted if no other game against them counts.
    """
    keys = {"ladder": ladder}
    tx.many(_SAVE[0], (keys | to_columns(row) for row in rows.ratings))
    tx.many(_REFUNDED, (keys | to_columns(row, *_FIXED) for row in rows.changes))
    tx.many(_SAVE[2], (keys | to_columns(row) for row in rows.opponents))
    tx.many(_DROP_OPPONENT, (keys | to_columns(row, "games") for row in rows.opponents))


def replace_rows(tx: Tx, ladder: int, rows: LadderRows) -> None:
    """Replace all rows of a ladder."""
    for statement in _DELETE_ALL:
        tx.run(statement, ladder=ladder)
    add_changes(tx, ladder, rows)


def ratings_of(tx: Tx, ladder: int, people: Collection[int]) -> list[StoredRating]:
    """Return the ratings of these players in all pools of a ladder."""
    return tx.all(StoredRating, _RATINGS, ladder=ladder, people=people)


def changes_by(tx: Tx, ladder: int, match: int) -> list[StoredChange]:
    """Return the rating changes that a match has made in a ladder."""
    return tx.all(StoredChange, _CHANGES, ladder=ladder, match=match)


def common_matches(tx: Tx, ladder: int, people: Collection[int], since: int) -> set[int]:
    """Return the matches after `since` that count for at least two of these players."""
    return set(tx.column(_COMMON, ladder=ladder, people=people, since=since))


def all_rows(tx: Tx, ladder: int) -> LadderRows:
    """Return all rows of a ladder."""
    rows: list[Any] = [
        tx.all(kind, statement, ladder=ladder)
        for kind, statement in zip(_TABLES.values(), _ALL, strict=True)
    ]
    return LadderRows(*rows)
