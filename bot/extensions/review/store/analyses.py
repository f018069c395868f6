"""Rows of stored match analyses, one for each finished match."""

from sqlalchemy import bindparam, select

from bot.extension_api.transactions import Statement, Tx, from_json, to_json, upsert
from bot.extensions.review.tables import analyses
from engine.analysis import VERSION, Analysis

_GET = Statement(select(analyses.c.analysis).where(analyses.c.match == bindparam("match")))
_PUT = upsert(analyses)


def get_analysis(tx: Tx, match_id: int) -> Analysis | None:
    """Return this match's analysis; None if none of the current version is stored."""
    return parse_analysis(tx.value(_GET, match=match_id))


def parse_analysis(text: str | None) -> Analysis | None:
    """Return a stored analysis; None for NULL or an analysis of an older version."""
    stored = None if text is None else from_json(Analysis, text)
    return stored if stored is not None and stored.version == VERSION else None


def put_analysis(tx: Tx, match_id: int, analysis: Analysis) -> None:
    """Store the analysis of a match."""
    tx.run(_PUT, match=match_id, analysis=to_json(analysis))
