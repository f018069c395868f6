"""Offers that need consent: draws, takebacks, pauses, extra time and late aborts.

A match has at most one open offer. It is accepted when all voters agree. It ends when a voter
declines, when a move is made, when a player leaves, and when it expires after a week. Expiry is not
announced, because nothing has changed.
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
"""Seconds after which an offer expires."""
AGAIN_AFTER = 3600
"""Cooldown in seconds before a player may repeat an offer that they have withdrawn."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of one kind of offer."""

    voters: Callable[[Tx, Match, int], Awaitable[set[int]]]
    """Return the seats that must agree, including the asking seat. Raises if it may not ask."""
    settle: Callable[[Tx, Match, int, int], Awaitable[Match]]
    """Called with (tx, match, seat, now): apply the accepted offer of that seat.

    Returns the changed match.
    """
    told: Callable[[Tx, Match, int], Awaitable[Facts]]
    """Return the facts that the notice to the voters must name."""
    mutual: bool = True
    """Whether a second request for the same thing counts as consent."""


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
    """Make an offer, or accept the same offer of another player.

    The result's `offer` is None if all have agreed. `drawn` is the ply at which the computer
    considers the position drawn. Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`,
    `PlaceCertain`, `AlreadyOffered`, `AnotherOffer`, `WithdrawnLately`, and the errors of its kind:
    `TooEarlyToDraw`, `PlaysOn`, `NothingToTakeBack`, `NoClock`, `Undecided`, `NobodyToGive`.
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
    """Raise `WithdrawnLately` during the cooldown. Each offer pings the other players."""
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
    """Accept, decline or withdraw an open offer.

    `by` restricts the answer to an offer of that seat. The result's `offer` is None if all have
    agreed. Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `PlaceCertain`, `NoOffer`, and
    `AlreadyOffered` if the player accepts their own offer or accepts twice.
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
    """Return the seats that have not yet answered the open offer of a running match.

    The computer agrees to everything (a draw that it does not want is declined before), and a
    player who holds several seats agrees with themselves.
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
    """Return the running match, without an offer that has already expired."""
    match = await lifecycle.running(tx, match_id)
    if match.offer is None or match.offer.expires_at > now:
        return match
    await offer_rows.withdraw(tx, match_id)
    return replace(match, offer=None)


def must_be_open(match: Match, kind: OfferKind, by: int | None, seat: int) -> Offer:
    """Return the open offer of this kind if the seat can still accept it.

    Raises `NoOffer` if there is none, or only that of another seat. Raises `AlreadyOffered` if the
    seat has already agreed.
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
        # Only the recipient of extra time, or a player who has finished, has no vote.
        raise NobodyToGive(match) if kind == "gift" else PlaceCertain(match)


async def _agree(tx: Tx, match: Match, seat: int, now: int) -> Match:
    there = match.offer
    assert there is not None
    await offer_rows.consent(tx, match.id, seat)
    agreed = replace(there, agreed=tuple(sorted((*there.agreed, seat))))
    return await _go_on(tx, replace(match, offer=agreed), seat, f"{there.kind}-agreed", now, NONE)


async def _go_on(tx: Tx, match: Match, seat: int, what: str, now: int, facts: Facts) -> Match:
    """Apply the offer if all have agreed, or else notify those who have not answered."""
    there = match.offer
    assert there is not None
    if silent := await asked(tx, match):
        await lifecycle.notify(
            tx, match, what, seat, now, replace(facts, asked=tuple(sorted(silent)))
        )
        return match
    await offer_rows.withdraw(tx, match.id)
    return await TERMS[there.kind].settle(tx, replace(match, offer=None), there.seat, now)
