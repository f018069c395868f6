"""Available actions of a player in a match, apart from moving."""

from typing import Literal

from bot.service.actions import offers, takebacks
from bot.service.errors import ServiceError
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match, OfferKind

Choice = Literal[
    "undo", "hint", "agree", "refuse", "withdraw", "takeback", "draw", "pause", "gift",
    "claim", "partner", "nudge", "plan", "resign", "abort", "rematch",
]  # fmt: skip
OFFERS: tuple[OfferKind, ...] = ("takeback", "draw", "pause", "gift")


async def of(tx: Tx, match: Match, player: int, *, now: int) -> list[Choice]:
    """Return the actions available to this player, or an empty list.

    Spectators and departed players have none. Raises `RulesChanged`, `Damaged`.
    """
    seat = match.seat_of(player)
    if seat is None:
        return []
    if match.status != "running":
        return ["rematch"]
    if seat in match.gone:
        return []
    undo: list[Choice] = ["undo"] if takebacks.undoable(match, player, now) is not None else []
    agreements = await _agreements(tx, match, seat, now)
    # Before every seat has moved no consent is needed. After that an abort is an offer.
    abort: list[Choice] = [] if await lifecycle.everybody_moved(tx, match) else ["abort"]
    hint: list[Choice] = ["hint"] if match.to_move == player and not match.rated else []
    return [
        *hint,
        *(undo + [what for what in agreements if not undo or what != "takeback"]),
        *await _waiting(tx, match, seat, player, now),
        "resign",
        *abort,
    ]


async def _agreements(tx: Tx, match: Match, seat: int, now: int) -> list[Choice]:
    """Return the offers that this seat can make, or its answers to the open offer."""
    there = match.offer
    if there is None or there.expires_at <= now:
        return [kind for kind in OFFERS if await _has_a_say(tx, match, kind, seat)]
    if there.seat == seat:
        return ["withdraw"]
    return ["agree", "refuse"] if seat in await offers.asked(tx, match) else []


async def _has_a_say(tx: Tx, match: Match, kind: OfferKind, seat: int) -> bool:
    try:
        return seat in await offers.TERMS[kind].voters(tx, match, seat)
    except ServiceError:
        return False


async def _waiting(tx: Tx, match: Match, seat: int, player: int, now: int) -> list[Choice]:
    """Return the actions for players who are waiting for another player's move."""
    found: list[Choice] = []
    assert match.turn is not None
    if match.overdue is not None and seat in await lifecycle.opponents(tx, match, match.turn):
        found.append("claim")
    if any(one.partner == seat and one.until is not None for one in match.stand_ins):
        found.append("partner")
    if match.to_move == player:
        return found
    if match.level is not None:
        return found
    if now >= turn_clock.nudge_from(match):
        found.append("nudge")
    if seat in await lifecycle.playing(tx, match):
        found.append("plan")
    return found
