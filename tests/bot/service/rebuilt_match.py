"""Position of a match, replayed from its moves and departures and validated."""

from bot.service import position_cache
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.match import move_rows
from engine import Position


def rebuilt(tx: Tx, match_id: int) -> Position:
    """Return the position with its history.

    Raises NotFound, RulesChanged or Damaged.
    """
    match = lifecycle.load(tx, match_id)
    line = position_cache.merge_departures(move_rows.moves_of(tx, match_id), match.departures)
    return position_cache.replay_checked(match, position_cache.variant_of(match), line)
