"""Aborts: a match ends without a result.

One player can abort it before every seat has moved. After that all players must agree.
"""

from bot.service import idempotency
from bot.service.errors import TooLateToAbort
from bot.service.match import lifecycle
from bot.store import Tx, ratings
from bot.store.models import Match


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Abort a match before every seat has moved.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `TooLateToAbort`.
    """
    if await idempotency.earlier(tx, interaction, "abort", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await lifecycle.running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if await lifecycle.everybody_moved(tx, match):
        raise TooLateToAbort(match)
    if not match.alone:
        await ratings.broke_off(tx, match_id, seat, "requested", now)
    await idempotency.done(tx, interaction, "abort", match=match_id, now=now)
    return await lifecycle.end(tx, match, "aborted", None, now)


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: all that have not departed.

    Players who have finished must agree too, because they would lose their rank.
    """
    return set(range(len(match.players))) - set(match.gone)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Abort the match without a result or any effect on ratings."""
    return await lifecycle.end(tx, match, "aborted", None, now)
