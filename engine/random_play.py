"""Turns at random, for games that are played out by the thousand: drawn without a list of all moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from engine import move_lists
from engine.definition import Variant
from engine.movers import Jumper, goes_by_jumps
from engine.position import Move, Position, kind_of, seat_of

T = TypeVar("T")


def random_turn(variant: Variant, position: Position, rng: random.Random) -> Move:
    """A legal turn of a game that goes on. Every one can come, not all of them equally often.

    Drawn are a man, where his first step or jump leads, and after each jump whether and where he goes
    on. So a hop may take a longer way than the one that `Variant.moves` lists.
    """
    if not variant.drops(position):
        duty = variant.duty(variant, position)
        men = variant.standing(position, position.turn)
        while men:
            move = _walk(variant, position, men.pop(int(rng.random() * len(men))), rng)
            if move and (not duty or duty.allows(move)):
                return move
    moves = move_lists.moves(variant, position)  # of drops; or what the draws have missed
    return _one(moves, rng) if moves else Move(())


def _walk(variant: Variant, position: Position, origin: int, rng: random.Random) -> Move | None:
    """A turn of one man; None if he has none, or has gone where he may not stop."""
    ground = move_lists.lifted(position, origin)
    seat, kind = seat_of(ground.byte), kind_of(ground.byte)
    jumpers = _jumpers(variant)
    if jumpers is None:
        moves = move_lists.from_cell(variant, position, origin)
        return _one(moves, rng) if moves else None
    first = [
        (mover, links, landing)
        for mover, links in zip(jumpers[kind], variant.links[seat][kind], strict=True)
        for landing in mover.jumps(links, ground, origin)
    ]
    if not first:
        return None
    mover, links, (to, stops, goes_on) = _one(first, rng)
    path = [origin, to]
    while goes_on and not (stops and rng.random() < 0.5):
        landings = [there for there in mover.jumps(links, ground, to) if there.to not in path]
        if not landings:
            break
        to, stops, goes_on = _one(landings, rng)
        path.append(to)
    return Move(tuple(path)) if stops else None


@cache
def _jumpers(variant: Variant) -> tuple[tuple[Jumper, ...], ...] | None:
    """The movers of each kind, if all of them go jump by jump."""
    movers = [[mover for mover in kind.movers if goes_by_jumps(mover)] for kind in variant.kinds]
    whole = sum(map(len, movers)) == sum(len(kind.movers) for kind in variant.kinds)
    return tuple(map(tuple, movers)) if whole else None


def _one(choices: Sequence[T], rng: random.Random) -> T:
    """One of them, each as likely as the others: `rng.choice`, faster."""
    return choices[int(rng.random() * len(choices))]
