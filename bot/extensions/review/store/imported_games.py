"""Rows of imported games: records that players uploaded to review or to continue."""

from sqlalchemy import bindparam, delete, select, update

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.review.store.analyses import StoredAnalysis, current_analysis
from bot.extensions.review.tables import imported_games
from engine.analysis import Analysis

_MINE = imported_games.c.player == bindparam("person")
_ONE = (imported_games.c.id == bindparam("number")) & _MINE
_ADD = insert_row(imported_games, "analysis", returns_id=True)
_TEXT = Statement(select(imported_games.c.text).where(_ONE))
_ANALYSIS = Statement(select(imported_games.c.id, imported_games.c.analysis).where(_ONE))
_KEEP = Statement(
    update(imported_games).where(equal(imported_games, "id")).values(analysis=bindparam("analysis"))
)
_NEWEST = select(imported_games.c.id).where(_MINE).order_by(imported_games.c.id.desc())
_DROP = Statement(
    delete(imported_games).where(
        _MINE, imported_games.c.id.not_in(_NEWEST.limit(bindparam("most")).scalar_subquery())
    )
)
_CREATED = Statement(select(imported_games.c.given_at).where(equal(imported_games, "id")))


def record_created(tx: Tx, number: int) -> int | None:
    """Return when a record was imported; None if it does not exist."""
    created: int | None = tx.value(_CREATED, id=number)
    return created


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
    return current_analysis(tx.one(StoredAnalysis, _ANALYSIS, number=number, person=player))


def set_analysis(tx: Tx, number: int, analysis_found: Analysis) -> None:
    """Store the analysis of a record."""
    tx.run(_KEEP, StoredAnalysis(number, analysis_found))
