"""Formats of events, with a game for each."""

from bot.extensions.tournaments.models import EventFormat

FORMATS: tuple[tuple[EventFormat, str], ...] = (
    ("all", "halma-8"),
    ("tables", "chinese-checkers-3"),
    ("tables", "halma-4"),
    ("tables", "chinese-checkers-6"),
    ("cup", "halma-8"),
    ("rounds", "halma-8"),
)
"""Pairs of a format and a variant with a suitable number of seats."""
