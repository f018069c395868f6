"""Draws by agreement: one open offer, settled when all who still play agree; a move declines it."""

from __future__ import annotations

from bot.service import course, once
from bot.service.errors import AlreadyOffered, NoOffer, PlaceCertain
from bot.service.values import Match
from bot.store import Tx
from bot.store import matches as rows
from engine import Outcome
from engine.ending import ranking, teams


async def offer_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Offer a draw until the next move; where another has offered one, agree to it.

    Raises NotFound, Finished, NotPlaying, HasLeft, PlaceCertain, AlreadyOffered. Look at the status of
    the answer: it is running while somebody has still to agree.
    """
    if await once.earlier(tx, interaction, "offer-draw", match=match_id):
        return await course.get(tx, match_id)
    match = await course.running(tx, match_id)
    seat = await _voter(tx, match, player)
    await once.done(tx, interaction, "offer-draw", match=match_id, now=now)
    if match.draw_offer is not None:
        return await _agree(tx, match, seat, now)
    await rows.offer(tx, match_id, "draw", seat, match.ply, now)
    await course.notify(tx, match, "draw-offered", seat, now)
    return await course.get(tx, match_id)


async def accept_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Agree to the draw that is offered.

    Raises NotFound, Finished, NotPlaying, HasLeft, PlaceCertain, NoOffer, AlreadyOffered (the offer is
    one's own, or one has agreed). Look at the status of the answer.
    """
    if await once.earlier(tx, interaction, "accept-draw", match=match_id):
        return await course.get(tx, match_id)
    match = await course.running(tx, match_id)
    seat = await _voter(tx, match, player)
    if match.draw_offer is None:
        raise NoOffer(match)
    await once.done(tx, interaction, "accept-draw", match=match_id, now=now)
    return await _agree(tx, match, seat, now)


async def decline_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Refuse the draw that is offered, or withdraw one's own offer.

    Raises NotFound, Finished, NotPlaying, HasLeft, NoOffer.
    """
    if await once.earlier(tx, interaction, "decline-draw", match=match_id):
        return await course.get(tx, match_id)
    match = await course.running(tx, match_id)
    seat = course.seat_of(match, player)
    if match.draw_offer is None:
        raise NoOffer(match)
    await once.done(tx, interaction, "decline-draw", match=match_id, now=now)
    await rows.withdraw(tx, match_id)
    what = "draw-withdrawn" if match.draw_offer == seat else "draw-declined"
    await course.notify(tx, match, what, seat, now)
    return await course.get(tx, match_id)


async def _voter(tx: Tx, match: Match, player: int) -> int:
    """The seat of somebody who has not yet agreed and must. AlreadyOffered, PlaceCertain."""
    seat = course.seat_of(match, player)
    if seat in match.agreed:
        raise AlreadyOffered(match)
    if seat not in await _voters(tx, match):
        raise PlaceCertain(match)
    return seat


async def _voters(tx: Tx, match: Match) -> set[int]:
    """The seats that must agree: those whose players have not left, and whose place is open."""
    here = set(range(len(match.players))) - set(match.gone)
    if len(match.players) > 2:
        standing = await course.standing(tx, match)
        for team in teams(standing.rules):
            if set(team) <= set(standing.position.done):
                here -= set(team)
    return here


async def _agree(tx: Tx, match: Match, seat: int, now: int) -> Match:
    if await _voters(tx, match) - {*match.agreed, seat}:
        await rows.offer(tx, match.id, "agreed", seat, match.ply, now)
        await course.notify(tx, match, "draw-agreed", seat, now)
        return await course.get(tx, match.id)
    ranks: tuple[tuple[int, ...], ...] = (tuple(range(len(match.players))),)
    if len(match.players) > 2:
        here = await course.standing(tx, match)
        ranks = course.shared(ranking(here.rules, here.position), here.departures)
    return await course.end(tx, match.id, "finished", Outcome(ranks, "agreed"), now)
