"""Rows of stored match analyses, one for each finished match."""

from dataclasses import dataclass

from sqlalchemy import select

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.review.tables import analyses
from engine.analysis import VERSION, Analysis


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The row of a match or of an imported game, whose number is `id`."""

    id: int
    analysis: Analysis | None


_GET = Statement(
    select(analyses.c.match.label("id"), analyses.c.analysis).where(equal(analyses, "match"))
)
_PUT = insert_row(analyses, existing="update")


def get_analysis(tx: Tx, match_id: int) -> Analysis | None:
    """Return this match's analysis; None if none of the current version is stored."""
    return current_analysis(tx.one(StoredAnalysis, _GET, match=match_id))


def current_analysis(stored: StoredAnalysis | None) -> Analysis | None:
    """Return a stored analysis; None if there is none or it is of an older version."""
    analysis = None if stored is None else stored.analysis
    return analysis if analysis is not None and analysis.version == VERSION else None


def put_analysis(tx: Tx, match_id: int, analysis: Analysis) -> None:
    """Store the analysis of a match."""
    tx.run(_PUT, StoredAnalysis(match_id, analysis), match=match_id)
