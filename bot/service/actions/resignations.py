"""Leaving a match: where more than two play it goes on, and somebody plays for those who left.

It is the computer; but a partner who stays has a day to say that they will play both hands.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.service import idempotency
from bot.service.clock.calendar import DAY
from bot.service.errors import PlaceCertain
from bot.service.match import lifecycle, turn_clock
from bot.service.match.lifecycle import MatchState
from bot.store import Tx, clocks, matches, offer_rows
from bot.store.models import Match, Why, level_of
from bot.store.models.payloads import Facts
from engine import Outcome
from engine.outcome import ranking, teams

CHOICE = DAY
"""How long a partner may think about who shall play on; then it is the computer."""


async def resign(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Give up, on turn or not. Of two the other wins; of more the match goes on, with them last.

    Raises NotFound, Finished, NotPlaying, HasLeft; of more than two also PlaceCertain, RulesChanged,
    Damaged. Look at the status of the answer.
    """
    if await idempotency.earlier(tx, interaction, "resign", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await lifecycle.running(tx, match_id)
    lifecycle.seat_of(match, player)
    if match.people == {player} == set(match.players):
        left = await lifecycle.end(tx, match, "aborted", None, now)
    else:
        left = await depart(tx, match, match.seats_of(player), why="resigned", now=now)
    await idempotency.done(tx, interaction, "resign", match=match_id, now=now)
    return left


async def depart(tx: Tx, match: Match, seats: Sequence[int], *, why: Why, now: int) -> Match:
    """The players of these seats leave a running match in one sweep: they share a place.

    It ends if all people leave, or only one (or one team) stays; else the computer plays on for them,
    or their partners are asked who shall.
    Raises PlaceCertain (somebody has finished), RulesChanged, Damaged.
    """
    reason = "time" if why == "time" else "resigned"
    if len(match.players) == 2:
        stay = tuple(seat for seat in (0, 1) if seat not in seats)
        groups = (stay, tuple(seats)) if stay else ((0, 1),)
        return await lifecycle.end(tx, match, "finished", Outcome(groups, reason), now)
    here = await lifecycle.with_position(tx, match, whole=True)
    if set(seats) & set(here.position.done):
        raise PlaceCertain(match)
    if match.offer is not None:  # others than before must agree now
        await offer_rows.withdraw(tx, match.id)
        match = replace(match, offer=None)
    position, leaving = here.position, list[int]()
    for seat in seats:
        if here.rules.outcome(position) is None:  # else the others stayed a moment longer, and won
            position = here.rules.retire(position, seat)
            leaving.append(seat)
    away = {*match.gone, *seats}
    staying = {who for seat, who in enumerate(match.players) if seat not in away}
    # The computer does not play on with itself: who has left is last.
    alone = bool(staying) and all(level_of(who) is not None for who in staying)
    if alone or _nobody_stays(here, seats):
        reached = position if alone else here.position
        ranks = lifecycle.shared(ranking(here.rules, reached), match.departures)
        return await lifecycle.end(tx, match, "finished", Outcome(ranks, reason), now)
    partners = {
        seat: other
        for seat in leaving
        for other in _team(here, seat)
        if other not in position.gone and level_of(match.players[other]) is None
    }
    until = now + CHOICE
    left = await matches.depart(
        tx, match, leaving, why=why, partners=partners, until=until, now=now
    )
    match = replace(
        match,
        departures=(*match.departures, *left),
        position=here.rules.dump(position),
        planned=tuple(seat for seat in match.planned if seat not in leaving),
    )
    await matches.settle(tx, match.id, match.position)
    match = await _let_go(tx, match, leaving, now)
    there = lifecycle.MatchState(match, here.rules, position)
    now_here, made = await lifecycle.go_on(tx, there, now=now)
    over = now_here.match.status != "running"
    if made or over:
        await lifecycle.show(tx, now_here.match, now)
    for seat in leaving if not over else ():
        if seat in partners:
            facts = Facts((partners[seat],), until)
            await lifecycle.notify(tx, now_here.match, "partner-left", seat, now, facts)
        elif not made and now_here.match.level is None:
            await lifecycle.notify(tx, now_here.match, "left", seat, now)
    return now_here.match


async def _let_go(tx: Tx, match: Match, leaving: Sequence[int], now: int) -> Match:
    """Nothing waits for these any more: no clock runs or stands still for them, no partner is asked."""
    clock = match.clock
    if clock is not None and {clock.seat, match.hand_seat(clock.seat)} & set(leaving):
        await clocks.drop(tx, clock)
        await turn_clock.over(tx, match, now)
        match = replace(match, clock=None)
    for stand_in in match.stand_ins:
        if stand_in.partner in leaving:
            match = await lifecycle.hand_over(tx, match, stand_in.seat, "runner")
    for seat in leaving:
        match = await turn_clock.cut(tx, match, seat, now)
    return match


def _team(here: MatchState, seat: int) -> tuple[int, ...]:
    """The partners of a seat."""
    together = next(team for team in teams(here.rules) if seat in team)
    return tuple(other for other in together if other != seat)


def _nobody_stays(here: MatchState, seats: Sequence[int]) -> bool:
    """Will nobody be left whose place is not certain?"""
    away = {*here.position.gone, *seats}
    done = set(here.position.done)
    return all(set(team) <= away or set(team) <= done for team in teams(here.rules))
