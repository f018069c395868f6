"""Offers that need consent: draws, takebacks, pauses, extra time and late aborts.

A match has at most one open offer. An offer is accepted when all voters agree. It ends when a voter
declines, a move is made or a player leaves, and it expires after a week. Expiry is not announced,
because it does not affect the game.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from bot.service.actions import aborts, agreements, takebacks
from bot.service.clock import snowflakes
from bot.service.clock.calendar import DAY
from bot.service.errors import (
    AlreadyOffered,
    AnotherOffer,
    NobodyToGive,
    NoOffer,
    PlaceCertain,
    PlaysOn,
    WithdrawnLately,
)
from bot.service.idempotency import once
from bot.service.match import computer_players, event_games, lifecycle
from bot.store import Tx
from bot.store.match import match_saver, offer_rows
from bot.store.models import Match, Offer, OfferKind, level_of
from bot.store.models.payloads import NO_FACTS, NoticeFacts

LIFETIME = 7 * DAY
"""Seconds after which an open offer expires."""
COOLDOWN = 3600
"""Seconds before a player may repeat an offer that they have withdrawn."""


class OfferRules(NamedTuple):
    """The rules of one kind of offer."""

    required_consents: Callable[[Tx, Match, int], set[int]]
    """Returns the seats that must agree, including the offering one.

    Raises an error if that seat may not make this offer.
    """
    apply: Callable[[Tx, Match, int, int], Match]
    """Applies the accepted offer of a seat and returns the changed match, to be saved.

    Called with (tx, match, seat, now).
    """
    facts: Callable[[Tx, Match, int], NoticeFacts]
    """Returns the facts to include in the notice to the voters."""
    is_mutual: bool = True
    """Whether a second request for the same thing counts as consent."""


def _no_facts(tx: Tx, match: Match, seat: int) -> NoticeFacts:
    return NO_FACTS


OFFER_RULES: Mapping[OfferKind, OfferRules] = MappingProxyType(
    {
        "draw": OfferRules(agreements.draw_consents, agreements.apply_draw, _no_facts),
        "takeback": OfferRules(
            takebacks.required_consents,
            takebacks.apply_takeback,
            takebacks.takeback_facts,
            is_mutual=False,
        ),
        "pause": OfferRules(agreements.pause_consents, agreements.apply_pause, _no_facts),
        "abort": OfferRules(aborts.required_consents, aborts.apply_abort, _no_facts),
        "gift": OfferRules(agreements.extra_time_consents, agreements.apply_gift, _no_facts),
    }
)


@once("offer-{kind}")
def make_offer(
    tx: Tx,
    match_id: int,
    kind: OfferKind,
    *,
    player: int,
    interaction: int,
    now: int,
    drawn: int | None = None,
) -> Match:
    """Make or accept an offer. This is the idempotent version of `propose`."""
    return propose(tx, match_id, kind, player=player, now=now, drawn=drawn)


def take_back(
    tx: Tx, match_id: int, *, player: int, interaction: int, now: int
) -> tuple[Match, bool]:
    """Undo the player's last move if that is still possible, or else offer a takeback.

    Returns the match, and whether the move was undone. Raises the same errors as `propose`.
    """
    match = lifecycle.get_running(tx, match_id)
    sent = snowflakes.sent_at(interaction, now)
    arguments = {"player": player, "interaction": interaction, "now": now}
    if takebacks.undo_state_for(match, player, sent) is not None:
        return takebacks.undo_move(tx, match_id, ply=match.ply, **arguments), True
    return make_offer(tx, match_id, "takeback", **arguments), False


def propose(
    tx: Tx, match_id: int, kind: OfferKind, *, player: int, now: int, drawn: int | None = None
) -> Match:
    """Make an offer, or accept it if another player has already made the same offer.

    In the returned match, `offer` is None if all have agreed. `drawn` is the ply at which the
    computer considers the position drawn, or None if it does not.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `PlaceCertain`, `BoundByEvent`,
    `AlreadyOffered`, `AnotherOffer`, `WithdrawnLately`, and those specific to a kind:
    `TooEarlyToDraw`, `PlaysOn`, `NothingToTakeBack`, `NoClock`, `Undecided`, `NobodyToGive`,
    `RulesChanged`, `Damaged`.
    """
    stored = lifecycle.get_running(tx, match_id)
    after = _propose(tx, _without_expired(stored, now), kind, player, now, drawn)
    match_saver.save(tx, stored, after)
    return after


def _propose(
    tx: Tx, match: Match, kind: OfferKind, player: int, now: int, drawn: int | None
) -> Match:
    seat = lifecycle.seat_of(match, player)
    event_games.must_allow(match, kind)
    offer_open = match.offer
    if offer_open is not None and seat in offer_open.agreed and offer_open.kind == kind:
        raise AlreadyOffered(match)
    if offer_open is not None and (offer_open.kind != kind or not OFFER_RULES[kind].is_mutual):
        raise AnotherOffer(match, why="own" if offer_open.seat == seat else None)
    asker = seat if offer_open is None else offer_open.seat
    _must_be_voter(tx, match, kind, asker, seat)
    if offer_open is None:
        _must_not_repeat(tx, match, kind, seat, now)
    if kind == "draw" and computer_players.includes_computer(match.players) and drawn != match.ply:
        raise PlaysOn(match)
    if offer_open is not None:
        return _record_consent(tx, match, seat, now)
    facts = OFFER_RULES[kind].facts(tx, match, seat)
    made = Offer(kind, seat, match.ply, now, now + LIFETIME, (seat,))
    return _settle_or_notify(tx, replace(match, offer=made), seat, f"{kind}-offered", now, facts)


def _must_not_repeat(tx: Tx, match: Match, kind: OfferKind, seat: int, now: int) -> None:
    """Raise `WithdrawnLately` during the cooldown after a withdrawn offer.

    The cooldown exists because each offer pings the other players.
    """
    last = offer_rows.last_withdrawn_at(tx, match.id, f"{kind}-withdrawn", seat)
    if last is not None and now < last + COOLDOWN:
        raise WithdrawnLately(deadline=last + COOLDOWN)


@once("answer-{kind}-{agrees}")
def answer_offer(
    tx: Tx,
    match_id: int,
    kind: OfferKind,
    *,
    agrees: bool,
    by: int | None = None,
    ply: int | None = None,
    player: int,
    interaction: int,
    now: int,
) -> Match:
    """Accept, decline or withdraw an open offer.

    `by` restricts the answer to an offer of that seat, and `ply` to the board that the player saw.
    In the returned match, `offer` is set only if other players must still agree.

    Raises `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`, `PlaceCertain`, `NoOffer`, and
    `AlreadyOffered` if the player accepts their own offer or accepts twice.
    """
    stored = lifecycle.get_running(tx, match_id, ply=ply)
    match = _without_expired(stored, now)
    seat = lifecycle.seat_of(match, player)
    asker = (must_be_open(match, kind, by, seat) if agrees else _open_offer(match, kind, by)).seat
    _must_be_voter(tx, match, kind, asker, seat)
    if agrees:
        after = _record_consent(tx, match, seat, now)
    else:
        after = replace(match, offer=None)
        what = "withdrawn" if asker == seat else "declined"
        lifecycle.queue_notice(tx, match, f"{kind}-{what}", seat, now)
    match_saver.save(tx, stored, after)
    return after


def awaiting_answer_from(tx: Tx, match: Match) -> set[int]:
    """Return the seats that have not yet answered the open offer of a running match.

    The computer implicitly agrees to every offer, because a draw that it does not want is declined
    earlier. So do the other seats of the player who made the offer.
    """
    offer_open = match.offer
    if offer_open is None:
        return set()
    voters = OFFER_RULES[offer_open.kind].required_consents(tx, match, offer_open.seat)
    asker = match.players[offer_open.seat]
    return {
        seat
        for seat in voters - set(offer_open.agreed)
        if match.players[seat] != asker and level_of(match.players[seat]) is None
    }


def _without_expired(match: Match, now: int) -> Match:
    """Return the match without its offer if that has expired."""
    expired = match.offer is not None and match.offer.expires_at <= now
    return replace(match, offer=None) if expired else match


def must_be_open(match: Match, kind: OfferKind, by: int | None, seat: int) -> Offer:
    """Return the open offer of this kind if `seat` can still accept it.

    Raises `NoOffer` if there is none, or if another seat than `by` made the offer. Raises
    `AlreadyOffered` if `seat` has already agreed.
    """
    offer_open = _open_offer(match, kind, by)
    if seat in offer_open.agreed:
        raise AlreadyOffered(match)
    return offer_open


def _open_offer(match: Match, kind: OfferKind, by: int | None) -> Offer:
    offer_open = match.offer
    if offer_open is None or offer_open.kind != kind or by not in (None, offer_open.seat):
        raise NoOffer(match)
    return offer_open


def _must_be_voter(tx: Tx, match: Match, kind: OfferKind, asker: int, seat: int) -> None:
    if seat not in OFFER_RULES[kind].required_consents(tx, match, asker):
        # The recipient of extra time has no vote, nor has a player who has finished.
        raise NobodyToGive(match) if kind == "gift" else PlaceCertain(match)


def _record_consent(tx: Tx, match: Match, seat: int, now: int) -> Match:
    offer_open = match.offer
    assert offer_open is not None
    agreed = replace(offer_open, agreed=tuple(sorted((*offer_open.agreed, seat))))
    return _settle_or_notify(
        tx, replace(match, offer=agreed), seat, f"{offer_open.kind}-agreed", now, NO_FACTS
    )


def _settle_or_notify(
    tx: Tx, match: Match, seat: int, what: str, now: int, facts: NoticeFacts
) -> Match:
    """Apply the offer if all have agreed, or else notify those who have not answered."""
    offer_open = match.offer
    assert offer_open is not None
    if silent := awaiting_answer_from(tx, match):
        lifecycle.queue_notice(
            tx, match, what, seat, now, replace(facts, asked=tuple(sorted(silent)))
        )
        return match
    return OFFER_RULES[offer_open.kind].apply(tx, replace(match, offer=None), offer_open.seat, now)
