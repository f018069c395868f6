"""The course of a match: what every request looks at first, and how the match goes on afterwards.

After a person has moved or left, the bot plays at once whatever nobody has to decide: the turns of
those who have left, by the computer's simplest player, what players have planned, and passes where
nothing else is possible. Where a partner may choose who plays on, and has not, it waits.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from bot.service import outbox, replay
from bot.service.errors import Damaged, Finished, HasLeft, NotFound, NotPlaying, Undecided
from bot.service.match import plan_execution, turn_clock
from bot.service.rating import results
from bot.service.values import By, Departure, Kind, Made, Match, MatchStatus, MoveRow
from bot.store import Tx
from bot.store import matches as rows
from engine import Move, Outcome, Position, Variant
from engine.ending import teams
from engine.search import choose

PASS = Move(())


@dataclass(frozen=True, slots=True)
class Standing:
    """A match with all that led to its position."""

    match: Match
    rules: Variant
    line: replay.Line
    departures: tuple[Departure, ...]
    position: Position


async def get(tx: Tx, match_id: int) -> Match:
    """This match. NotFound."""
    found = await rows.get(tx, match_id)
    if found is None:
        raise NotFound(what="match", key=match_id)
    return found


async def running(tx: Tx, match_id: int) -> Match:
    """This match while it goes on. NotFound, Finished."""
    match = await get(tx, match_id)
    if match.status != "running":
        raise Finished(match)
    return match


def seat_of(match: Match, player: int) -> int:
    """The seat that this person plays. NotPlaying, HasLeft."""
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying(match)
    if seat in match.gone:
        raise HasLeft(match)
    return seat


def must_be_decided(match: Match) -> None:
    """Raises Undecided while it waits for a partner to say who plays on for somebody who left."""
    if match.undecided is not None:
        raise Undecided(match, player=match.players[match.undecided.seat])


async def opponents(tx: Tx, match: Match, seat: int) -> set[int]:
    """The seats that play against this one still: not gone, nor placed.

    Of more than two: RulesChanged, Damaged.
    """
    if len(match.players) == 2:
        return {1 - seat}
    here = await standing(tx, match)
    done = set(here.position.done)
    against = [team for team in teams(here.rules) if seat not in team and not set(team) <= done]
    return {other for team in against for other in team} - set(match.gone)


async def everybody_moved(tx: Tx, match: Match) -> bool:
    """Whether every seat has moved once: before that a match can be aborted."""
    moved = {move.seat for move in await rows.moves_of(tx, match.id)}
    return len(moved) == len(match.players)


async def standing(tx: Tx, match: Match) -> Standing:
    """The match with its position. RulesChanged, Damaged (also if the snapshot is another one)."""
    rules = replay.rules(match)
    departures = tuple(await rows.departures_of(tx, match.id))
    line = replay.line(await rows.moves_of(tx, match.id), departures)
    position = replay.position(match, rules, line)
    if (rules.dump(position), position.turn, position.ply) != (
        match.position,
        match.turn,
        match.turns,
    ):
        raise Damaged(match, ply=match.ply)
    return Standing(match, rules, line, departures, position)


async def before(tx: Tx, match: Match, ply: int) -> Standing:
    """The match as it was when the move of this ply, which stands, was to be made.

    Raises RulesChanged, Damaged.
    """
    rules = replay.rules(match)
    departures = tuple(one for one in await rows.departures_of(tx, match.id) if one.ply <= ply)
    moves = [move for move in await rows.moves_of(tx, match.id) if move.ply < ply]
    line = replay.line(moves, departures)
    return Standing(match, rules, line, departures, replay.position(match, rules, line))


async def playing(tx: Tx, match: Match, position: Position | None = None) -> set[int]:
    """The seats whose players have not left, and whose place is open (in this position; None: now)."""
    here = set(range(len(match.players))) - set(match.gone)
    if len(match.players) > 2:
        done = set((position or (await standing(tx, match)).position).done)
        for team in teams(replay.rules(match)):
            if set(team) <= done:
                here -= set(team)
    return here


async def move(
    tx: Tx, here: Standing, chosen: Move, *, player: int | None, by: By, now: int
) -> Standing:
    """Make this move, which is known to be legal; the match as it is known stays as it was."""
    printed = here.rules.format(chosen)
    after = here.rules.apply(here.position, chosen)
    before = here.position
    await rows.advance(
        tx,
        MoveRow(here.match.id, number(here), before.turn, player, printed, now, by),
        turn=after.turn,
        position=here.rules.dump(after),
    )
    return replace(here, line=(*here.line, printed), position=after)


def number(here: Standing) -> int:
    """The number of the next turn (`Match.ply`), also where the match has gone on since it was read."""
    return here.position.ply + here.match.undone


async def go_on(tx: Tx, here: Standing, *, now: int) -> tuple[Standing, tuple[Made, ...]]:
    """Play until somebody has to decide, or the game is over, and close it then.

    It comes to an end by the turn limit of the game at the latest: each plan is shorter by what it has
    played. What was played is the second value.
    """
    made: list[Made] = []
    while here.rules.outcome(here.position) is None:
        seat = here.position.turn
        choice = here.match.stand_in(seat)
        if choice is not None and choice.until is not None and choice.until <= now:
            # The partner has not chosen in time, and nobody need have been told so before.
            await rows.hand_over(tx, here.match.id, choice.seat, "runner")
            here = replace(here, match=await get(tx, here.match.id))
        due = await _planned(tx, here, now) or _due(here)
        if due is None:
            break
        chosen, by = due
        player = here.match.players[seat] if by == "plan" else None
        made.append(Made(number(here), seat, player, by, chosen))
        here = await move(tx, here, chosen, player=player, by=by, now=now)
        if by == "plan":
            await turn_clock.earn(tx, here.match, seat)
    replay.remember(here.rules, here.line, here.position)
    outcome = told(here.rules, here.position, here.departures)
    if outcome is not None:
        await _close(tx, here.match.id, "finished", outcome, now)
    else:
        await turn_clock.start(tx, await get(tx, here.match.id), now)
    return replace(here, match=await get(tx, here.match.id)), tuple(made)


def told(rules: Variant, position: Position, departures: tuple[Departure, ...]) -> Outcome | None:
    """How the game ended by its rules, where those who left in one sweep share a place."""
    outcome = rules.outcome(position)
    if outcome is None:
        return None
    return Outcome(shared(outcome.ranking, departures), outcome.reason)


def shared(
    ranking: tuple[tuple[int, ...], ...], departures: tuple[Departure, ...]
) -> tuple[tuple[int, ...], ...]:
    """A ranking in which those who left in one sweep share a place."""
    swept = {departure.seat: departure.together for departure in departures}
    groups: list[tuple[int, ...]] = []
    sweeps: list[int | None] = []
    for group in ranking:
        left = max(swept[seat] for seat in group) if set(group) <= set(swept) else None
        if left is not None and sweeps and sweeps[-1] == left:
            groups[-1] = tuple(sorted((*groups[-1], *group)))
        else:
            groups.append(group)
            sweeps.append(left)
    return tuple(groups)


async def end(
    tx: Tx, match_id: int, status: MatchStatus, outcome: Outcome | None, now: int
) -> Match:
    """Close a match otherwise than by its rules, and queue the result."""
    await _close(tx, match_id, status, outcome, now)
    match = await get(tx, match_id)
    await show(tx, match, now)
    return match


async def show(tx: Tx, match: Match, now: int) -> None:
    """Queue the board, or the result if it is over."""
    kind: Kind = "board" if match.status == "running" else "result"
    await outbox.queue(tx, kind, channel=match.place, match=match.id, ply=match.ply, now=now)


async def notify(tx: Tx, match: Match, what: str, seat: int, now: int, **facts: object) -> None:
    """Queue a sentence about what this seat has done."""
    await outbox.queue(
        tx,
        "notice",
        channel=match.place,
        match=match.id,
        ply=match.ply,
        payload={"notice": what, "seat": seat, **facts},
        now=now,
    )


async def _close(
    tx: Tx, match_id: int, status: MatchStatus, outcome: Outcome | None, now: int
) -> None:
    await rows.end(tx, match_id, status, outcome, now)
    await results.settle(tx, await get(tx, match_id), now)


async def _planned(tx: Tx, here: Standing, now: int) -> tuple[Move, By] | None:
    """The move that the seat to move has planned, if its player has left a plan that fits."""
    if here.position.turn in here.position.gone:
        return None
    chosen = await plan_execution.answer(tx, here.match, here.rules, here.position, now)
    return None if chosen is None else (chosen, "plan")


def _due(here: Standing) -> tuple[Move, By] | None:
    """The move that the bot makes now, and why it does; None if a person has to decide."""
    position = here.position
    partner = here.match.stand_in(position.turn)
    if partner is not None and partner.until is not None:
        return None
    if position.turn in position.gone and partner is None:
        # The same in every run, so that a game can be played again; the moves are stored all the same.
        lots = random.Random(f"{here.match.id}:{position.ply}")
        return choose(here.rules, position, lots), "runner"
    return None if here.rules.may_move(position, position.turn) else (PASS, "pass")
