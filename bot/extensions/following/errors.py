"""Errors of following, as data for error messages."""

from collections.abc import Mapping

from bot.extension_api.texts import N_
from bot.extension_api.transactions import ServiceError


class TooManyFollowed(ServiceError):
    """The player has reached a limit. Facts: limit, why ("games", "people", "events")."""


class NotFollowable(ServiceError):
    """The player cannot follow this person or event. Facts: why ("event" or None).

    The error does not reveal whether one has blocked the other.
    """


SENTENCES: Mapping[str, str] = {
    "too-many-followed/games": N_(
        "You are watching {limit} games. Stop watching one of them first."
    ),
    "too-many-followed/people": N_(
        "You are following {limit} people. Stop following one of them first."
    ),
    "too-many-followed/events": N_(
        "You are following {limit} tournaments. Stop following one of them first."
    ),
    "not-followable/event": N_("You can't follow this tournament."),
    "not-followable": N_("You can't follow this player."),
}
"""Sentences of the errors by code."""
