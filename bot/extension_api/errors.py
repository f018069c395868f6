"""Errors that have a sentence for the player."""

from bot.service.errors import (
    Damaged,
    NoteTooLong,
    NotFound,
    PlaceCertain,
    RulesChanged,
    ServiceError,
)

__all__ = [
    "Damaged",
    "NotFound",
    "NoteTooLong",
    "PlaceCertain",
    "RulesChanged",
    "ServiceError",
]
