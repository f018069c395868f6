"""Errors that have a sentence for the player."""

from bot.service.clock.calendar import InvalidTime
from bot.service.errors import Damaged, NotFound, RulesChanged, ServiceError

__all__ = ["UNPLAYABLE", "InvalidTime", "NotFound", "ServiceError"]

UNPLAYABLE = (Damaged, RulesChanged)
"""Errors of a match in which no move can be made, until the operator repairs it."""
