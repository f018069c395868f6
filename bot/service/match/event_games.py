"""Matches of an event, such as a tournament of an extension.

An extension starts these matches with a label (`Match.event`). The core shows the label. It informs
the extensions when players leave the match and when it ends.

The players must play the match to the end: it cannot be aborted, paused or taken back by agreement,
and it has no hints.
"""

from collections.abc import Sequence
from typing import Literal

from bot import extension_points
from bot.service.errors import BoundByEvent
from bot.store import Tx
from bot.store.models import LeaveReason, Match, OfferKind

REFUSED: frozenset[OfferKind] = frozenset({"abort", "pause", "takeback"})
"""Kinds of offers that are refused in a match of an event."""


def must_allow(match: Match, action: OfferKind | Literal["hint"]) -> None:
    """Raise `BoundByEvent` if a match of an event does not allow this action."""
    if match.event is not None and (action == "hint" or action in REFUSED):
        raise BoundByEvent(match, event=match.event, why=action)


def allows_vacation(tx: Tx, match: Match) -> bool:
    """Whether vacations stop the clock of a match; only its event can rule it out."""
    return match.event is None or all(
        extension.allows_vacation(tx, match)
        for extension in extension_points.installed()
        if extension.allows_vacation is not None
    )


def on_match_finished(tx: Tx, match: Match, now: int, no_show: int | None) -> None:
    """Inform the extensions that a match has ended.

    `no_show` is the seat that did not make its first move in time, or None.
    """
    for extension in extension_points.installed():
        if match.event is not None and extension.on_match_finished is not None:
            extension.on_match_finished(tx, match, now, no_show)
        if extension.on_any_match_finished is not None:
            extension.on_any_match_finished(tx, match, now)


def on_player_left(tx: Tx, match: Match, seats: Sequence[int], why: LeaveReason, now: int) -> None:
    """Inform the extensions that players have left a running match of an event."""
    if match.event is None:
        return
    for extension in extension_points.installed():
        if extension.on_player_left is not None:
            extension.on_player_left(tx, match, tuple(seats), why, now)
