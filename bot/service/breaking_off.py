"""Games that are broken off without a result: by one while not all have moved, later by all."""

from __future__ import annotations

from bot.service import course, once
from bot.service.errors import TooLateToAbort
from bot.service.values import Match
from bot.store import Tx, ratings


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """End a match without result before every seat has moved.

    Raises NotFound, Finished, NotPlaying, HasLeft, TooLateToAbort.
    """
    if await once.earlier(tx, interaction, "abort", match=match_id):
        return await course.get(tx, match_id)
    match = await course.running(tx, match_id)
    seat = course.seat_of(match, player)
    if await course.everybody_moved(tx, match):
        raise TooLateToAbort(match)
    await ratings.broke_off(tx, match_id, seat, "asked", now)
    await once.done(tx, interaction, "abort", match=match_id, now=now)
    return await course.end(tx, match_id, "aborted", None, now)


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: all who have not left, also those who have finished, for they lose their place."""
    return set(range(len(match.players))) - set(match.gone)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> None:
    """All agree: it is as if it had never been played, and changes no rating."""
    await course.end(tx, match.id, "aborted", None, now)
