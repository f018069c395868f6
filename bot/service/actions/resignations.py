"""Resignation and other departures: a match of more than two players continues.

The computer plays for players who have left, but a remaining partner has a day to choose to play
both hands.
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
"""Time for a partner to choose a stand-in. After that the computer plays."""


async def resign(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Resign, at any time.

    Of two players the other wins, and of more the match continues. Check the status of the result.
    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, and with more than two players also
    `PlaceCertain`, `RulesChanged` and `Damaged`.
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
    """Remove the players of these seats from a running match together.

    They share a rank. The match ends if no player stays, or only one player or team. Otherwise the
    computer plays for those who left, or their partners are asked to choose. Raises `PlaceCertain`
    if one of them has finished, `RulesChanged` and `Damaged`.
    """
    reason = "time" if why == "time" else "resigned"
    if len(match.players) == 2:
        stay = tuple(seat for seat in (0, 1) if seat not in seats)
        groups = (stay, tuple(seats)) if stay else ((0, 1),)
        return await lifecycle.end(tx, match, "finished", Outcome(groups, reason), now)
    here = await lifecycle.with_position(tx, match, whole=True)
    if set(seats) & set(here.position.done):
        raise PlaceCertain(match)
    if match.offer is not None:  # the set of voters has changed
        await offer_rows.withdraw(tx, match.id)
        match = replace(match, offer=None)
    position, leaving = here.position, list[int]()
    for seat in seats:
        if (
            here.rules.outcome(position) is None
        ):  # otherwise the game is over and the remaining seats have won
            position = here.rules.retire(position, seat)
            leaving.append(seat)
    away = {*match.gone, *seats}
    staying = {who for seat, who in enumerate(match.players) if seat not in away}
    # The computer does not play against itself, so the match ends with the departed players last.
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
    """Drop the clock, the stops and the partner choices of departing seats."""
    clock = match.clock
    if clock is not None and {clock.seat, match.hand_seat(clock.seat)} & set(leaving):
        await clocks.drop(tx, clock)
        await turn_clock.over(tx, match, now)
        match = replace(match, clock=None)
    for stand_in in match.stand_ins:
        if stand_in.partner in leaving:
            match = await lifecycle.hand_over(tx, match, stand_in.seat, "computer")
    for seat in leaving:
        match = await turn_clock.cut(tx, match, seat, now)
    return match


def _team(here: MatchState, seat: int) -> tuple[int, ...]:
    """Return the partners of a seat."""
    together = next(team for team in teams(here.rules) if seat in team)
    return tuple(other for other in together if other != seat)


def _nobody_stays(here: MatchState, seats: Sequence[int]) -> bool:
    """Whether no active seat would remain after these departures."""
    away = {*here.position.gone, *seats}
    done = set(here.position.done)
    return all(set(team) <= away or set(team) <= done for team in teams(here.rules))
