"""Whether all players are at the table: each has answered within minutes for a while."""

from bot.store.models import Match

PROMPT = 300
"""Seconds within which somebody answers who is at the table."""
ROUNDS = 2
"""So many turns of each player on end."""


def at_table(match: Match) -> bool:
    """Whether everybody who plays answers at once just now; who plays alone always does."""
    here = match.people - {match.players[seat] for seat in match.gone}
    return match.alone or match.prompt >= ROUNDS * len(here)


def after(match: Match, now: int) -> int:
    """How many turns on end were answered at once, with that which is answered now."""
    return match.prompt + 1 if now - match.moved_at <= PROMPT else 0
