"""From the moves and departures of a match, as they are stored, to its positions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from bot.service.errors import Damaged, RulesChanged
from bot.service.values import Departure, Match, MoveRow
from engine import EngineError, Move, Position, Variant
from engine import variant as find
from engine.record import Leaves, Turn

REMEMBERED = 64
"""How many games are kept replayed: 300 turns take 25 ms to replay, the next turn 0.1 ms."""

Line = tuple[str | Leaves, ...]
"""What happened in a match, in order: moves as they are stored, and who left between them."""

_replayed: OrderedDict[tuple[str, int, Line], Position] = OrderedDict()


def rules(match: Match) -> Variant:
    """The variant by whose rules the match was begun; RulesChanged if this program has others."""
    variant = _known(match.variant)
    if variant is None or variant.revision != match.revision:
        raise RulesChanged(
            match,
            variant=match.variant,
            revision=match.revision,
            current=None if variant is None else variant.revision,
        )
    return variant


def line(moves: Sequence[MoveRow], departures: Sequence[Departure]) -> Line:
    """The moves with the departures where they happened: before the move of the same ply."""
    found: list[str | Leaves] = []
    waiting = list(departures)
    for move in moves:
        while waiting and waiting[0].ply <= move.ply:
            found.append(Leaves(waiting.pop(0).seat))
        found.append(move.text)
    return (*found, *(Leaves(departure.seat) for departure in waiting))


def position(match: Match, variant: Variant, told: Line) -> Position:
    """The position after all that, with its history; Damaged if it cannot be played."""
    for length in (len(told), len(told) - 1):
        known = _replayed.get((variant.key, variant.revision, told[:length])) if told else None
        if known is not None:
            return remember(variant, told, _walk(match, variant, known, told[length:]))
    return remember(variant, told, walk(match, variant, told))


def walk(match: Match, variant: Variant, told: Line) -> Position:
    """The same, from the first move on, whatever is remembered."""
    return _walk(match, variant, variant.start(), told)


def remember(variant: Variant, told: Line, reached: Position) -> Position:
    """Keep this position at hand for the next turn; the position."""
    key = (variant.key, variant.revision, told)
    _replayed[key] = reached
    _replayed.move_to_end(key)
    if len(_replayed) > REMEMBERED:
        _replayed.popitem(last=False)
    return reached


def back(reached: Position, ply: int) -> Position:
    """The position of the same game when only `ply` turns had been made, whoever left then is gone."""
    while reached.ply > ply:
        assert reached.before is not None
        reached = reached.before
    return reached


def move(match: Match, variant: Variant, before: Position, text: str) -> Move:
    """The move that a stored text is; Damaged if it is none."""
    try:
        return variant.parse(before, text)
    except EngineError as error:
        raise Damaged(match, ply=before.ply, text=text) from error


def turns(match: Match, variant: Variant, told: Line) -> tuple[Turn, ...]:
    """What these texts mean, each in its position; Damaged if one cannot be played."""
    reached, found = variant.start(), []
    for entry in told:
        turn = entry if isinstance(entry, Leaves) else move(match, variant, reached, entry)
        found.append(turn)
        reached = _after(match, variant, reached, turn)
    return tuple(found)


def _walk(match: Match, variant: Variant, reached: Position, told: Line) -> Position:
    for entry in told:
        turn = entry if isinstance(entry, Leaves) else move(match, variant, reached, entry)
        reached = _after(match, variant, reached, turn)
    return reached


def _after(match: Match, variant: Variant, before: Position, turn: Turn) -> Position:
    if isinstance(turn, Move):
        return variant.apply(before, turn)
    try:
        return variant.retire(before, turn.seat)
    except EngineError as error:
        raise Damaged(match, ply=before.ply, text=f"seat {turn.seat} leaves") from error


def _known(key: str) -> Variant | None:
    try:
        return find(key)
    except KeyError:
        return None
