"""Draws by agreement of all active players, after a minimum number of rounds."""

from bot.service.errors import TooEarlyToDraw
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.models import Match
from engine import Outcome
from engine.outcome import ranking

FIRST_ROUNDS = 10
"""Number of rounds before a draw may be offered.

Every player moves once per round.
"""


def required_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: the active players. Raises `TooEarlyToDraw`."""
    if match.turn_count < FIRST_ROUNDS * len(match.players):
        raise TooEarlyToDraw(match, rounds=FIRST_ROUNDS)
    return lifecycle.active_seats(tx, match)


def apply_draw(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """End the match as a draw: the active players share a rank."""
    ranks: tuple[tuple[int, ...], ...] = (tuple(range(len(match.players))),)
    if len(match.players) > 2:
        state = lifecycle.load_position(tx, match)
        ranks = lifecycle.merge_departed(ranking(state.rules, state.position), match.departures)
    return lifecycle.finish(tx, match, "finished", Outcome(ranks, "agreed"), now)
