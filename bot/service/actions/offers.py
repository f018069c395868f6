"""What needs consent: draws, takebacks, pauses, gifts of time, and games broken off late.

One offer at a time is open in a match. It is settled when all who have a say agree, and ends when one of
them declines, when a move is made, when somebody leaves, and by itself after a week; of that last end
nobody is told, because nothing has changed by it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.service import idempotency
from bot.service.actions import aborts, draws, extra_time, pauses, takebacks
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
from bot.service.match import computer_players, lifecycle
from bot.store import Tx, offer_rows
from bot.store.models import Match, Offer, OfferKind, level_of
from bot.store.models.payloads import NONE, Facts

LASTS = 7 * DAY
"""After how many seconds an offer runs out."""
AGAIN_AFTER = 3600
"""Seconds after which somebody may make an offer again that they have taken back."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What one kind of offer is about."""

    voters: Callable[[Tx, Match, int], Awaitable[set[int]]]
    """The seats that must agree to the wish of a seat, which is one of them. Raises if it cannot be."""
    settle: Callable[[Tx, Match, int, int], Awaitable[Match]]
    """(tx, match, seat, now): all agree to the wish of that seat, and nothing is offered any more; the
    match as it is then."""
    told: Callable[[Tx, Match, int], Awaitable[Facts]]
    """What those who are asked must know besides."""
    mutual: bool = True
    """Whether who wishes for it too agrees to it, because it is the same thing for both."""


async def _nothing(tx: Tx, match: Match, seat: int) -> Facts:
    return NONE


TERMS: Mapping[OfferKind, Terms] = MappingProxyType(
    {
        "draw": Terms(draws.voters, draws.settle, _nothing),
        "takeback": Terms(takebacks.voters, takebacks.settle, takebacks.told, mutual=False),
        "pause": Terms(pauses.voters, pauses.settle, _nothing),
        "abort": Terms(aborts.voters, aborts.settle, _nothing),
        "gift": Terms(extra_time.voters, extra_time.settle, _nothing),
    }
)


async def offer(
    tx: Tx,
    match_id: int,
    kind: OfferKind,
    *,
    player: int,
    interaction: int,
    now: int,
    drawn: int | None = None,
) -> Match:
    """Ask all for this; where another has asked for the same, agree to it.

    Look at the answer: its `offer` is None when all agree. `drawn`: the ply at which the computer holds
    the game for drawn. Raises NotFound, Finished, NotPlaying, HasLeft, PlaceCertain, AlreadyOffered,
    AnotherOffer; TooEarlyToDraw, NothingToTakeBack, NoClock, PlaysOn (the computer, for no draw).
    """
    action = f"offer-{kind}"
    if await idempotency.earlier(tx, interaction, action, match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await _running(tx, match_id, now)
    seat = lifecycle.seat_of(match, player)
    there = match.offer
    if there is not None and seat in there.agreed and there.kind == kind:
        raise AlreadyOffered(match)
    if there is not None and (there.kind != kind or not TERMS[kind].mutual):
        raise AnotherOffer(match)
    asker = seat if there is None else there.seat
    await _must_have_a_say(tx, match, kind, asker, seat)
    if there is None:
        await _must_not_tease(tx, match, kind, seat, now)
    if kind == "draw" and computer_players.plays(match.players) and drawn != match.ply:
        raise PlaysOn(match)
    await idempotency.done(tx, interaction, action, match=match_id, now=now)
    if there is not None:
        return await _agree(tx, match, seat, now)
    facts = await TERMS[kind].told(tx, match, seat)
    made = Offer(kind, seat, match.ply, now + LASTS, (seat,))
    await offer_rows.put(tx, match_id, made, now)
    return await _go_on(tx, replace(match, offer=made), seat, f"{kind}-offered", now, facts)


async def _must_not_tease(tx: Tx, match: Match, kind: OfferKind, seat: int, now: int) -> None:
    """WithdrawnLately if this seat has just taken the same back: each offer calls the others."""
    last = await offer_rows.withdrawn_at(tx, match.id, f"{kind}-withdrawn", seat)
    if last is not None and now < last + AGAIN_AFTER:
        raise WithdrawnLately(deadline=last + AGAIN_AFTER)


async def answer(
    tx: Tx,
    match_id: int,
    kind: OfferKind,
    *,
    agrees: bool,
    by: int | None = None,
    player: int,
    interaction: int,
    now: int,
) -> Match:
    """Agree to what is offered, or refuse it, or withdraw what one has offered oneself.

    `by`: only if that seat asked for it. Raises NotFound, Finished, NotPlaying, HasLeft, PlaceCertain,
    NoOffer; AlreadyOffered (to who agrees: the offer is their own, or they have agreed). Look at the
    `offer` of the answer: None when all agree.
    """
    action = f"{'accept' if agrees else 'decline'}-{kind}"
    if await idempotency.earlier(tx, interaction, action, match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await _running(tx, match_id, now)
    seat = lifecycle.seat_of(match, player)
    asker = (must_be_open(match, kind, by, seat) if agrees else _open(match, kind, by)).seat
    await _must_have_a_say(tx, match, kind, asker, seat)
    await idempotency.done(tx, interaction, action, match=match_id, now=now)
    if agrees:
        return await _agree(tx, match, seat, now)
    await offer_rows.withdraw(tx, match_id)
    what = "withdrawn" if asker == seat else "declined"
    await lifecycle.notify(tx, match, f"{kind}-{what}", seat, now)
    return replace(match, offer=None)


async def asked(tx: Tx, match: Match) -> set[int]:
    """The seats whose answer the open offer of a running match waits for.

    The computer agrees to everything (what is no draw is declined before), and people with themselves.
    """
    there = match.offer
    if there is None:
        return set()
    voters = await TERMS[there.kind].voters(tx, match, there.seat)
    asker = match.players[there.seat]
    return {
        seat
        for seat in voters - set(there.agreed)
        if match.players[seat] != asker and level_of(match.players[seat]) is None
    }


async def _running(tx: Tx, match_id: int, now: int) -> Match:
    """The match as it goes on; what has run out in it and was not swept away yet is not open."""
    match = await lifecycle.running(tx, match_id)
    if match.offer is None or match.offer.expires_at > now:
        return match
    await offer_rows.withdraw(tx, match_id)
    return replace(match, offer=None)


def must_be_open(match: Match, kind: OfferKind, by: int | None, seat: int) -> Offer:
    """What is offered, where the seat can still agree to it.

    NoOffer if nobody does, or another than is meant; AlreadyOffered if the seat agrees already.
    """
    there = _open(match, kind, by)
    if seat in there.agreed:
        raise AlreadyOffered(match)
    return there


def _open(match: Match, kind: OfferKind, by: int | None) -> Offer:
    there = match.offer
    if there is None or there.kind != kind or by not in (None, there.seat):
        raise NoOffer(match)
    return there


async def _must_have_a_say(tx: Tx, match: Match, kind: OfferKind, asker: int, seat: int) -> None:
    if seat not in await TERMS[kind].voters(tx, match, asker):
        # Whoever is given time has nothing to say about it; of anything else it is who has finished.
        raise NobodyToGive(match) if kind == "gift" else PlaceCertain(match)


async def _agree(tx: Tx, match: Match, seat: int, now: int) -> Match:
    there = match.offer
    assert there is not None
    await offer_rows.consent(tx, match.id, seat)
    agreed = replace(there, agreed=tuple(sorted((*there.agreed, seat))))
    return await _go_on(tx, replace(match, offer=agreed), seat, f"{there.kind}-agreed", now, NONE)


async def _go_on(tx: Tx, match: Match, seat: int, what: str, now: int, facts: Facts) -> Match:
    """Settle it if all agree by now; else tell those who do not yet."""
    there = match.offer
    assert there is not None
    if silent := await asked(tx, match):
        await lifecycle.notify(
            tx, match, what, seat, now, replace(facts, asked=tuple(sorted(silent)))
        )
        return match
    await offer_rows.withdraw(tx, match.id)
    return await TERMS[there.kind].settle(tx, replace(match, offer=None), there.seat, now)
