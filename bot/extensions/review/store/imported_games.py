"""Rows of imported games: records that players uploaded to review or to continue."""

from sqlalchemy import bindparam, delete, select

from bot.extension_api.transactions import (
    Statement,
    Tx,
    creation_time,
    insert_with_id,
    to_json,
    update_rows,
)
from bot.extensions.review.store.analyses import parse_analysis
from bot.extensions.review.tables import imported_games
from engine.analysis import Analysis

_MINE = imported_games.c.player == bindparam("person")
_ONE = (imported_games.c.id == bindparam("number")) & _MINE
_ADD = insert_with_id(imported_games, "analysis")
_TEXT = Statement(select(imported_games.c.text).where(_ONE))
_ANALYSIS = Statement(select(imported_games.c.analysis).where(_ONE))
_KEEP = update_rows(imported_games, ("id",), "analysis")
_NEWEST = select(imported_games.c.id).where(_MINE).order_by(imported_games.c.id.desc())
_DROP = Statement(
    delete(imported_games).where(
        _MINE, imported_games.c.id.not_in(_NEWEST.limit(bindparam("most")).scalar_subquery())
    )
)
record_created = creation_time(imported_games.c.given_at)
"""Query for when a record was imported."""


def add_record(tx: Tx, player: int, text: str, *, limit: int, now: int) -> int:
    """Insert a record and return its id.

    Deletes all but the player's newest `limit` records.
    """
    number = tx.new_id(_ADD, player=player, text=text, given_at=now)
    tx.run(_DROP, person=player, most=limit)
    return number


def record_text(tx: Tx, number: int, player: int) -> str | None:
    """Return the text of this record, or None if it does not belong to this player."""
    stored: str | None = tx.value(_TEXT, number=number, person=player)
    return stored


def record_analysis(tx: Tx, number: int, player: int) -> Analysis | None:
    """Return the current analysis of this player's record; None if none is stored."""
    return parse_analysis(tx.value(_ANALYSIS, number=number, person=player))


def set_analysis(tx: Tx, number: int, analysis_found: Analysis) -> None:
    """Store the analysis of a record."""
    tx.run(_KEEP, id=number, analysis=to_json(analysis_found))
