"""The computer's choice of a move, and its opinion of many."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from engine.definition import Variant
from engine.position import Move, Position, resumed
from engine.record import Record
from engine.search import one_turn_ahead
from engine.search.level import Level, levels
from engine.search.progress import turns_to_go


class Rated(NamedTuple):
    """A move with the computer's opinion of it."""

    move: Move
    value: float
    """How many turns the seat that makes it is then ahead; behind, if it is negative."""


def choose(
    variant: Variant,
    position: Position,
    level: Level,
    *,
    before: Collection[int] = (),
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Move:
    """The move that a level of the computer makes; ValueError when the game is over.

    It does not bring back what stood before: the positions before this one that are at hand, and those
    whose `mark_of` is in `before`. The same position, level, seed and number of nodes give the same
    move; with `seconds`, the search may stop earlier by the clock.
    """
    if before:
        position = resumed(replace(position, before=None), before)
    if variant.outcome(position):
        raise ValueError("the game is over")
    return one_turn_ahead.choose(variant, position, random.Random(seed))


def best(
    variant: Variant,
    position: Position,
    count: int,
    *,
    before: Collection[int] = (),
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[Rated, ...]:
    """The best moves as the strongest level sees them, so many at most, best first, each with its value;
    () when the game is over."""
    ranked = one_turn_ahead.rank(variant, position)[:count]
    seat = position.turn
    rated = [
        Rated(move, -turns_to_go(variant, variant.apply(position, move), seat)) for move in ranked
    ]
    return tuple(sorted(rated, key=lambda each: -each.value))


def self_play(variant: Variant, rng: random.Random, level: Level | None = None) -> Record:
    """A whole game of the computer against itself, the second level if none is told."""
    chosen = level or levels(variant)[1]
    position, turns = variant.start(), []
    while not (outcome := variant.outcome(position)):
        turns.append(choose(variant, position, chosen, seed=rng.getrandbits(32)))
        position = variant.apply(position, turns[-1])
    return Record(variant, tuple(turns), outcome)
