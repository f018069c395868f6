"""Draws by agreement of all active players, from a minimum number of rounds."""

from bot.service.errors import TooEarlyToDraw
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.models import Match
from engine import Outcome
from engine.outcome import ranking

FIRST_ROUNDS = 10
"""Rounds before a draw may be offered. In a round every player moves once."""


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: the active players. Raises `TooEarlyToDraw`."""
    if match.turns < FIRST_ROUNDS * len(match.players):
        raise TooEarlyToDraw(match, rounds=FIRST_ROUNDS)
    return await lifecycle.playing(tx, match)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """End the match as a draw: the active players share a rank."""
    ranks: tuple[tuple[int, ...], ...] = (tuple(range(len(match.players))),)
    if len(match.players) > 2:
        here = await lifecycle.with_position(tx, match)
        ranks = lifecycle.shared(ranking(here.rules, here.position), match.departures)
    return await lifecycle.end(tx, match, "finished", Outcome(ranks, "agreed"), now)
