"""Whether a whole database is true: what is stored of each match follows from what happened in it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.service import course, replay
from bot.service.errors import Damaged, RulesChanged
from bot.service.values import Departure, Match, MoveRow
from bot.store import Tx, faults, outbox
from bot.store import matches as rows
from engine import Position, Variant
from engine.record import AGREED


async def check(tx: Tx) -> list[str]:
    """One sentence for each fault; an empty list if all is well."""
    found = await faults.found(tx)
    told = await outbox.matches_told(tx)
    for match in await rows.everything(tx):
        moves = await rows.moves_of(tx, match.id)
        said = list(_faults(match, moves, await rows.departures_of(tx, match.id)))
        if match.status == "running" and match.post is None and match.id not in told:
            said.append("nobody has been shown its board, and nobody will be")
        found.extend(f"Match {match.id}: {fault}." for fault in said)
    return found


def _faults(match: Match, moves: list[MoveRow], departures: list[Departure]) -> Iterator[str]:
    """What is wrong with a match, as the ends of sentences; after what hides the rest, no more."""
    if [move.ply for move in moves] != list(range(match.ply)):
        yield f"its moves are not numbered from 0 to {match.ply - 1}"
        return
    if [one.ply for one in departures] != sorted(min(one.ply, match.ply) for one in departures):
        yield "people left it in another order than they are numbered"
        return
    try:
        rules = replay.rules(match)
    except RulesChanged as changed:
        # One that is over stays as it was; only a running one would have to go on.
        if match.status == "running":
            yield (
                f"it was begun by revision {match.revision} of {match.variant}, "
                f"this program has {changed.facts['current'] or 'no such game'}"
            )
        return
    if len(match.players) != len(rules.seats):
        yield f"{len(match.players)} people sit at a game for {len(rules.seats)}"
        return
    try:
        position = replay.walk(match, rules, replay.line(moves, departures))
    except Damaged as damaged:
        yield f"its move {damaged.facts['ply']}, {damaged.facts['text']}, is impossible"
        return
    yield from _turns(match, rules, moves, departures, position)
    yield from _standing(match, rules, position, tuple(departures))


def _turns(
    match: Match,
    rules: Variant,
    moves: list[MoveRow],
    departures: list[Departure],
    position: Position,
) -> Iterator[str]:
    partner = {one.seat: one.partner for one in departures if one.partner is not None}
    for move in moves:
        before = replay.back(position, move.ply)
        left = before.turn in before.gone
        plays = partner.get(before.turn) if left else before.turn
        if move.by == "runner":
            right = left
        elif move.by == "pass":
            right = plays is not None and rules.moves(before) == [course.PASS]
        else:
            right = plays is not None and move.player == match.players[plays]
        if move.seat != before.turn or not right:
            yield f"its move {move.ply} was made by somebody whose turn it was not"


def _standing(
    match: Match, rules: Variant, position: Position, departures: tuple[Departure, ...]
) -> Iterator[str]:
    if rules.dump(position) != match.position:
        yield "its position is not the one that its moves lead to"
    if match.status == "running" and match.turn != position.turn:
        yield "it waits for somebody whose turn it is not"
    left = position.turn in position.gone and match.stand_in(position.turn) is None
    if match.status == "running" and left:
        yield "it waits for somebody who has left"
    by_rules = course.told(rules, position, departures)
    if match.status == "running" and match.deadline is None:
        yield "it has no clock"
    agreed = match.outcome is not None and match.outcome.reason in AGREED
    if match.outcome != by_rules and not (agreed and by_rules is None):
        yield f"it is {match.status} as {match.outcome}, by the rules it is {by_rules}"
