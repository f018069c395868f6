"""Test data: a player's rows in the tables of `review`."""

from bot.extensions.review.store import analyses, imported_games
from bot.store import Tx
from engine.analysis import Analysis


def leave(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Import a record, and store an analysis of a match."""
    imported_games.add_record(tx, player, "x", limit=5, now=now)
    analyses.put_analysis(tx, match, Analysis((), (), (), 0, 0))
