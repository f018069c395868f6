"""Random turns for fast simulated games, generated without listing all moves."""

import random
from collections.abc import Sequence
from typing import TypeVar

from engine import legal_moves
from engine.board import OFF
from engine.position import Move, Position
from engine.variant_definition import Variant

T = TypeVar("T")


def random_turn(variant: Variant, position: Position, rng: random.Random) -> Move:
    """Return a random legal turn of a game in progress.

    Every result is possible, but not all are equally likely. The function draws a man, its first
    step or jump, and after each jump whether and where the hop continues. A hop may therefore take
    a longer route than the one listed by `Variant.moves`.

    >>> from engine import variant
    >>> game = variant("le-grec")
    >>> game.format(random_turn(game, game.start(), random.Random(1)))
    'II,2-III,1'
    """
    if not variant.drops(position):
        duty = variant.restriction(variant, position)
        men = variant.standing(position, position.turn)
        while men:
            move = _random_move_of(variant, position, men.pop(int(rng.random() * len(men))), rng)
            if move and (not duty or duty.permits(move)):
                return move
    listed = legal_moves.list_moves(variant, position)  # for drops, or if all attempts failed
    return _pick(listed, rng) if listed else Move(())


def _random_move_of(
    variant: Variant, position: Position, origin: int, rng: random.Random
) -> Move | None:
    """Return a random turn of one man, ignoring restrictions; None if it has none."""
    table, cells = legal_moves.hop_tables(variant, position.turn), position.cells
    if not table:
        moves = legal_moves.moves_from(variant, position, origin)
        return _pick(moves, rng) if moves else None
    steps, jumps = table.steps(cells, origin), table.jumps(cells, origin, origin)
    number = int(rng.random() * (len(steps) + len(jumps)))
    if number < len(steps):
        return Move((origin, steps[number]))
    path = [origin]
    while jumps:
        path.append(_pick(jumps, rng))
        if path[-1] == OFF or rng.random() < 0.5:
            break
        jumps = [to for to in table.jumps(cells, path[-1], origin) if to not in path]
    return Move(tuple(path)) if len(path) > 1 else None


def _pick(choices: Sequence[T], rng: random.Random) -> T:
    """Return a random element, like `rng.choice` but faster."""
    return choices[int(rng.random() * len(choices))]
