"""Live play: everyone has been replying within minutes."""

from bot.store.models import Match

PROMPT = 300
"""Seconds within which a reply counts as quick."""
ROUNDS = 2
"""Consecutive quick replies required of each player."""


def at_table(match: Match) -> bool:
    """Whether all active players are replying quickly. Always true for a solo match."""
    here = match.people - {match.players[seat] for seat in match.gone}
    return match.alone or match.quick_replies >= ROUNDS * len(here)


def after(match: Match, now: int) -> int:
    """Return the number of consecutive quick replies after a reply made now."""
    return match.quick_replies + 1 if now - match.moved_at <= PROMPT else 0
