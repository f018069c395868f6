"""Draws by agreement: all who still play must agree, and not before the game has begun in earnest."""

from bot.service.errors import TooEarlyToDraw
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.models import Match
from engine import Outcome
from engine.outcome import ranking

FIRST_ROUNDS = 10
"""In the first rounds, in which everybody moves once each, nobody may offer a draw."""


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: those who still play. TooEarlyToDraw."""
    if match.turns < FIRST_ROUNDS * len(match.players):
        raise TooEarlyToDraw(match, rounds=FIRST_ROUNDS)
    return await lifecycle.playing(tx, match)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """All agree: those who still play share a place."""
    ranks: tuple[tuple[int, ...], ...] = (tuple(range(len(match.players))),)
    if len(match.players) > 2:
        here = await lifecycle.with_position(tx, match)
        ranks = lifecycle.shared(ranking(here.rules, here.position), match.departures)
    return await lifecycle.end(tx, match, "finished", Outcome(ranks, "agreed"), now)
