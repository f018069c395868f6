"""The course of a match: what every request looks at first, and how the match goes on afterwards.

After a person has moved or left, the bot plays at once whatever nobody has to decide: the turns of those
who have left, by the computer's simplest player, what players have planned, and passes where nothing
else is possible.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from bot.service import outbox, planned, rated, replay, timing
from bot.service.errors import Damaged, Finished, HasLeft, NotFound, NotPlaying
from bot.service.values import By, Departure, Kind, Made, Match, MatchStatus, MoveRow
from bot.store import Tx
from bot.store import matches as rows
from engine import Move, Outcome, Position, Variant
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
        match.ply,
    ):
        raise Damaged(match, ply=match.ply)
    return Standing(match, rules, line, departures, position)


async def move(
    tx: Tx, here: Standing, chosen: Move, *, player: int | None, by: By, now: int
) -> Standing:
    """Make this move, which is known to be legal; the match as it is known stays as it was."""
    printed = here.rules.format(chosen)
    after = here.rules.apply(here.position, chosen)
    before = here.position
    await rows.advance(
        tx,
        MoveRow(here.match.id, before.ply, before.turn, player, printed, now, by),
        turn=after.turn,
        position=here.rules.dump(after),
    )
    return replace(here, line=(*here.line, printed), position=after)


async def go_on(tx: Tx, here: Standing, *, now: int) -> tuple[Standing, tuple[Made, ...]]:
    """Play until somebody has to decide, or the game is over, and close it then.

    It comes to an end by the turn limit of the game at the latest: each plan is shorter by what it has
    played. What was played is the second value.
    """
    made: list[Made] = []
    while here.rules.outcome(here.position) is None:
        seat = here.position.turn
        due = await _planned(tx, here, now) or _due(here)
        if due is None:
            break
        chosen, by = due
        player = here.match.players[seat] if by == "plan" else None
        made.append(Made(here.position.ply, seat, player, by, chosen))
        here = await move(tx, here, chosen, player=player, by=by, now=now)
    replay.remember(here.rules, here.line, here.position)
    outcome = told(here.rules, here.position, here.departures)
    if outcome is not None:
        await _close(tx, here.match.id, "finished", outcome, now)
    else:
        await timing.start(tx, await get(tx, here.match.id), now)
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
    await rated.settle(tx, await get(tx, match_id), now)


async def _planned(tx: Tx, here: Standing, now: int) -> tuple[Move, By] | None:
    """The move that the seat to move has planned, if its player has left a plan that fits."""
    if here.position.turn in here.position.gone:
        return None
    chosen = await planned.answer(tx, here.match, here.rules, here.position, now)
    return None if chosen is None else (chosen, "plan")


def _due(here: Standing) -> tuple[Move, By] | None:
    """The move that the bot makes now, and why it does; None if a person has to decide."""
    position = here.position
    if position.turn in position.gone:
        # The same in every run, so that a game can be played again; the moves are stored all the same.
        lots = random.Random(f"{here.match.id}:{position.ply}")
        return choose(here.rules, position, lots), "runner"
    return None if here.rules.may_move(position, position.turn) else (PASS, "pass")
