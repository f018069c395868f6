"""Integrity check of the database: each match must follow from its moves."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.service import position_cache
from bot.service.errors import Damaged, RulesChanged
from bot.service.match import lifecycle
from bot.store import Tx, computer_queue, integrity, matches, move_rows, outbox_rows
from bot.store.models import Departure, Match, MoveRow, Takeback, level_of
from engine import Position, Variant
from engine.position import mark_of
from engine.record import AGREED


async def check(tx: Tx) -> list[str]:
    """Return one sentence per fault, or an empty list."""
    found = await integrity.found(tx)
    told = await outbox_rows.matches_told(tx)
    for match in await matches.everything(tx):
        past = Past(
            await move_rows.ever_made(tx, match.id),
            await move_rows.takebacks_of(tx, match.id),
            list(match.departures),
        )
        said = list(_faults(match, past))
        if match.status == "running" and match.post is None and match.id not in told:
            said.append("its board has not been posted and is not queued")
        if match.level is not None:
            owed = await computer_queue.get(tx, match.id)
            if owed is None or owed.ply != match.ply:
                said.append("it is the computer's turn, but no computer move is queued")
        found.extend(f"Match {match.id}: {fault}." for fault in said)
    return found


@dataclass(frozen=True, slots=True)
class Past:
    """The complete history of a match."""

    moves: list[MoveRow]
    takebacks: list[Takeback]
    departures: list[Departure]

    def at(self, ply: int) -> tuple[list[MoveRow], list[Departure]]:
        """Return the moves and departures that stood when the match was at `ply`."""
        stood = [move for move in self.moves if move.ply < ply]
        for back in self.takebacks:
            if back.ply < ply:
                stood = [move for move in stood if not back.since <= move.ply < back.ply]
        return stood, [one for one in self.departures if one.ply <= ply]


def _faults(match: Match, past: Past) -> Iterator[str]:
    """Yield the faults of a match as sentence endings.

    Stops after a fault that would hide or cause others.
    """
    numbers = [move.ply for move in past.moves] + [back.ply for back in past.takebacks]
    if sorted(numbers) != list(range(match.ply)):
        yield f"its moves are not numbered from 0 to {match.ply - 1}"
        return
    departures = past.departures
    if [one.ply for one in departures] != sorted(min(one.ply, match.ply) for one in departures):
        yield "the departures are not in the order of their numbers"
        return
    try:
        rules = position_cache.rules(match)
    except RulesChanged as changed:
        # A finished match may keep its old revision, but a running one could not continue.
        if match.status == "running":
            yield (
                f"it was started with revision {match.revision} of {match.variant}, "
                f"but this version has {changed.facts['current'] or 'no such game'}"
            )
        return
    if len(match.players) != len(rules.seats):
        yield f"it has {len(match.players)} players, but the game is for {len(rules.seats)}"
        return
    for back in past.takebacks:
        yield from _takeback(past, back)
    wrong: list[str] = []
    try:
        for back in past.takebacks:  # moves that were taken back must have been legal too
            wrong += _line(match, rules, past, back.ply)[1]
        position, last = _line(match, rules, past, match.ply)
    except Damaged as damaged:
        yield f"its move {damaged.facts['ply']}, {damaged.facts['text']}, is illegal"
        return
    yield from dict.fromkeys([*wrong, *last])
    if match.turns != position.ply:
        yield (
            f"{match.retracted_plies} of its {match.ply} plies are counted as taken back, "
            "which does not match its moves"
        )
    yield from _standing(match, rules, position, tuple(departures))


def _line(match: Match, rules: Variant, past: Past, ply: int) -> tuple[Position, list[str]]:
    """Return the position at `ply` and the faults of the turns that led to it."""
    moves, gone = past.at(ply)
    position = position_cache.walk(match, rules, position_cache.line(moves, gone))
    return position, list(_turns(match, rules, moves, gone, position))


def _takeback(past: Past, back: Takeback) -> Iterator[str]:
    moves, gone = past.at(back.ply)
    undone = [move for move in moves if move.ply >= back.since]
    if not undone or (undone[0].ply, undone[0].seat) != (back.since, back.seat):
        yield f"its takeback {back.ply} does not refer to a move of the player who asked for it"
    if any(one.ply > back.since for one in gone):
        yield f"its takeback {back.ply} goes back to before a player left"


def _turns(
    match: Match,
    rules: Variant,
    moves: list[MoveRow],
    departures: list[Departure],
    position: Position,
) -> Iterator[str]:
    partner = {one.seat: one.partner for one in departures if one.partner is not None}
    for turn, move in enumerate(moves):
        before = position_cache.back(position, turn)
        left = before.turn in before.gone
        plays = partner.get(before.turn) if left else before.turn
        if move.ply < match.opening_plies:
            right = move.player is None
        elif move.by == "computer":
            right = left or level_of(match.players[before.turn]) is not None
        elif move.by == "pass":
            right = rules.moves(before) == [lifecycle.PASS]
        else:
            right = plays is not None and move.player == match.players[plays]
        if move.seat != before.turn or not right:
            yield f"its move {move.ply} was made by a player whose turn it was not"
        if move.repetition_hash != mark_of(before):
            yield f"its move {move.ply} has the repetition hash of another position"


def _standing(
    match: Match, rules: Variant, position: Position, departures: tuple[Departure, ...]
) -> Iterator[str]:
    if rules.dump(position) != match.position:
        yield "its stored position does not match its moves"
    if match.status == "running" and match.turn != position.turn:
        yield "it is waiting for a player whose turn it is not"
    by_rules = lifecycle.told(rules, position, departures)
    if match.status == "running" and match.clock is None:
        yield "it has no clock"
    agreed = match.outcome is not None and match.outcome.reason in AGREED
    if match.outcome != by_rules and not (agreed and by_rules is None):
        yield f"it is {match.status} with outcome {match.outcome}, but the rules give {by_rules}"
