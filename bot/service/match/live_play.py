"""Live play: everyone has been replying within minutes."""

from bot.store.models import Match

QUICK_SECONDS = 300
"""Seconds within which a reply counts as quick."""
LIVE_ROUNDS = 2
"""Number of consecutive quick replies that each player needs."""


def is_live(match: Match) -> bool:
    """Whether all active players are replying quickly. Always true for a solo match."""
    people = match.people - {match.players[seat] for seat in match.departed_seats}
    return match.is_solo or match.quick_replies >= LIVE_ROUNDS * len(people)


def quick_replies_after(match: Match, now: int) -> int:
    """Return the number of consecutive quick replies after a reply made now."""
    return match.quick_replies + 1 if now - match.moved_at <= QUICK_SECONDS else 0
