"""The position of a match made anew from its moves and departures, each move judged."""

from bot.service import replay
from bot.service.match import state
from bot.store import Tx, moves
from engine import Position


async def rebuilt(tx: Tx, match_id: int) -> Position:
    """The position with its history. Raises NotFound, RulesChanged, Damaged."""
    match = await state.get(tx, match_id)
    line = replay.line(await moves.of(tx, match_id), match.departures)
    return replay.walk(match, replay.rules(match), line)
