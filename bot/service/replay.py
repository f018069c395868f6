"""From the moves of a match, as they are stored, to its positions."""

from __future__ import annotations

from collections import OrderedDict

from bot.service.errors import Damaged, RulesChanged
from bot.service.values import Match
from engine import VARIANTS, EngineError, Move, Position, Variant

REMEMBERED = 64
"""How many games are kept replayed: 300 turns take 25 ms to replay, the next turn 0.1 ms."""

_Line = tuple[str, int, tuple[str, ...]]
_replayed: OrderedDict[_Line, Position] = OrderedDict()


def rules(match: Match) -> Variant:
    """The variant by whose rules the match was begun; RulesChanged if this program has others."""
    variant = VARIANTS.get(match.variant)
    if variant is None or variant.revision != match.revision:
        raise RulesChanged(
            match,
            variant=match.variant,
            revision=match.revision,
            current=None if variant is None else variant.revision,
        )
    return variant


def position(match: Match, variant: Variant, texts: tuple[str, ...]) -> Position:
    """The position after these moves, with its history; Damaged if they cannot be played."""
    line = (variant.key, variant.revision, texts)
    for turns in (len(texts), len(texts) - 1):
        known = _replayed.get((*line[:2], texts[:turns])) if turns >= 0 else None
        if known is not None:
            return remember(variant, texts, _walk(match, variant, known, texts[turns:]))
    return remember(variant, texts, walk(match, variant, texts))


def walk(match: Match, variant: Variant, texts: tuple[str, ...]) -> Position:
    """The same, from the first move on, whatever is remembered."""
    return _walk(match, variant, variant.start(), texts)


def remember(variant: Variant, texts: tuple[str, ...], reached: Position) -> Position:
    """Keep this position at hand for the next turn; the position."""
    line = (variant.key, variant.revision, texts)
    _replayed[line] = reached
    _replayed.move_to_end(line)
    if len(_replayed) > REMEMBERED:
        _replayed.popitem(last=False)
    return reached


def back(reached: Position, ply: int) -> Position:
    """The position of the same game when only `ply` turns had been made."""
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


def moves(match: Match, variant: Variant, texts: tuple[str, ...]) -> tuple[Move, ...]:
    """What these texts mean, each in its position; Damaged if one cannot be played."""
    reached, found = variant.start(), []
    for text in texts:
        found.append(move(match, variant, reached, text))
        reached = variant.apply(reached, found[-1])
    return tuple(found)


def _walk(match: Match, variant: Variant, reached: Position, texts: tuple[str, ...]) -> Position:
    for text in texts:
        reached = variant.apply(reached, move(match, variant, reached, text))
    return reached
