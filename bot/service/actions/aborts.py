"""Games that are broken off without a result: by one while not all have moved, later by all."""

from bot.service import idempotency
from bot.service.errors import TooLateToAbort
from bot.service.match import lifecycle
from bot.store import Tx, ratings
from bot.store.models import Match


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """End a match without result before every seat has moved.

    Raises NotFound, Finished, NotPlaying, HasLeft, TooLateToAbort.
    """
    if await idempotency.earlier(tx, interaction, "abort", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await lifecycle.running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if await lifecycle.everybody_moved(tx, match):
        raise TooLateToAbort(match)
    if not match.alone:
        await ratings.broke_off(tx, match_id, seat, "asked", now)
    await idempotency.done(tx, interaction, "abort", match=match_id, now=now)
    return await lifecycle.end(tx, match, "aborted", None, now)


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: all who have not left, also those who have finished, for they lose their place."""
    return set(range(len(match.players))) - set(match.gone)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """All agree: it is as if it had never been played, and changes no rating."""
    return await lifecycle.end(tx, match, "aborted", None, now)
