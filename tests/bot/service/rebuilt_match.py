"""Position of a match, replayed from its moves and departures and validated."""

from bot.service import position_cache
from bot.service.match import lifecycle
from bot.store import Tx, move_rows
from engine import Position


async def rebuilt(tx: Tx, match_id: int) -> Position:
    """Return the position with its history.

    Raises NotFound, RulesChanged or Damaged.
    """
    match = await lifecycle.get(tx, match_id)
    line = position_cache.line(await move_rows.of(tx, match_id), match.departures)
    return position_cache.walk(match, position_cache.rules(match), line)
