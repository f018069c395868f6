"""The actions available to a player in a match, apart from moving."""

from typing import Literal

from bot.service.actions import hints, offers, takebacks
from bot.service.errors import ServiceError
from bot.service.match import event_games, lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match, OfferKind

Action = Literal[
    "undo", "hint", "agree", "refuse", "withdraw", "takeback", "draw", "pause", "gift",
    "claim", "partner", "nudge", "plan", "resign", "abort", "rematch",
]  # fmt: skip
OFFER_KINDS: tuple[OfferKind, ...] = ("takeback", "draw", "pause", "gift")


def available_actions(tx: Tx, match: Match, player: int, *, now: int) -> list[Action]:
    """Return the actions available to this player, or an empty list.

    Spectators have none, nor do players who have left a match that is still running. Raises
    `RulesChanged`, `Damaged`.
    """
    seat = match.seat_of(player)
    if seat is None:
        return []
    if match.status != "running":
        return ["rematch"]
    if seat in match.departed_seats:
        return []
    undo: list[Action] = (
        ["undo"] if takebacks.undo_state_for(match, player, now) is not None else []
    )
    agreements = _offer_actions(tx, match, seat, now)
    # Until every seat has moved, aborting needs no consent. After that, an abort is an offer.
    alone = can_abort(tx, match, player, now) and not lifecycle.all_seats_moved(tx, match)
    abort: list[Action] = ["abort"] if alone else []
    hint: list[Action] = ["hint"] if hints.may_ask(match, player) else []
    return [
        *hint,
        *(undo + [what for what in agreements if not undo or what != "takeback"]),
        *_waiting_actions(tx, match, player, now),
        "resign",
        *abort,
    ]


def _offer_actions(tx: Tx, match: Match, seat: int, now: int) -> list[Action]:
    """Return the offers that this seat can make, or its answers to the open offer."""
    offer_open = match.offer
    if offer_open is None or offer_open.expires_at <= now:
        return [kind for kind in OFFER_KINDS if _may_consent(tx, match, kind, seat)]
    if offer_open.seat == seat:
        return ["withdraw"]
    return ["agree", "refuse"] if seat in offers.awaiting_answer_from(tx, match) else []


def _may_consent(tx: Tx, match: Match, kind: OfferKind, seat: int) -> bool:
    try:
        event_games.must_allow(match, kind)
        return seat in offers.OFFER_RULES[kind].required_consents(tx, match, seat)
    except ServiceError:
        return False


def _waiting_actions(tx: Tx, match: Match, player: int, now: int) -> list[Action]:
    """Return which of claim, partner, nudge and plan are available to a player."""
    actions: list[Action] = []
    if can_claim(tx, match, player, now):
        actions.append("claim")
    if can_choose_takeover(tx, match, player, now):
        actions.append("partner")
    if can_nudge(tx, match, player, now):
        actions.append("nudge")
    if can_plan(tx, match, player, now):
        actions.append("plan")
    return actions


def can_claim(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can claim the overdue turn of a match in progress."""
    if match.overdue is None or match.turn is None:
        return False
    return match.seat_of(player) in lifecycle.opponent_seats(tx, match, match.turn)


def can_nudge(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can nudge the player whose turn it is."""
    if match.to_move == player or match.level is not None:
        return False
    return now >= turn_clock.nudge_allowed_at(match)


def can_plan(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can save conditional moves while another person is to move."""
    if match.to_move == player or match.level is not None:
        return False
    return match.seat_of(player) in lifecycle.active_seats(tx, match)


def can_get_hint(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can ask for a hint in this match."""
    return hints.may_ask(match, player)


def can_abort(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can abort a running match, or ask the others to abort it."""
    return match.event is None


def can_choose_takeover(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can choose who takes over their partner's seat."""
    return any(
        stand_in.until is not None and match.players[stand_in.partner] == player
        for stand_in in match.stand_ins
    )


def can_offer(tx: Tx, match: Match, player: int, now: int, kind: OfferKind) -> bool:
    """Whether a player can make an offer, or agree to the same offer."""
    seat = lifecycle.seat_of(match, player)
    offer_open = match.offer
    if offer_open is None or offer_open.expires_at <= now:
        return _may_consent(tx, match, kind, seat)
    mutual = offer_open.kind == kind and offers.OFFER_RULES[kind].is_mutual
    return mutual and seat in offers.awaiting_answer_from(tx, match)


def can_take_back(tx: Tx, match: Match, player: int, now: int) -> bool:
    """Whether a player can undo their last move, or ask to take it back."""
    if takebacks.undo_state_for(match, player, now) is not None:
        return True
    return can_offer(tx, match, player, now, "takeback")
