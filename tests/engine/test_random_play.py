"""A turn drawn at random is legal, and every legal turn can be drawn."""

from __future__ import annotations

import random

import pytest

from engine import VARIANTS, Move, Position, Variant, random_turn, variant
from tests.engine.boards import placed
from tests.engine.courses import sample


def results(game: Variant, position: Position, moves: list[Move]) -> set[Position]:
    """What these moves lead to."""
    return {game.apply(position, move) for move in moves}


def drawn(game: Variant, position: Position, times: int) -> set[Position]:
    """What so many drawn turns lead to, each of which may be played."""
    rng = random.Random(f"{game.key} {times}")
    turns = {random_turn(game, position, rng) for _ in range(times)}
    return {game.play(position, turn) for turn in turns}


@pytest.mark.parametrize("key", [*sorted(VARIANTS), "halma+gering", "chinese-checkers+no-rest"])
def test_every_turn_that_is_drawn_is_legal_and_every_legal_turn_is_drawn(key: str) -> None:
    game = variant(key)
    least = min(sample(key.partition("+")[0]), key=lambda position: len(game.moves(position)))
    for position in (game.start(), least):
        moves = game.moves(position)
        assert drawn(game, position, 100 * len(moves)) == results(game, position, moves)


def test_whole_games_are_played_by_drawn_turns() -> None:
    for key in ("le-grec", "halma-8", "top-secret-centre", "platonic-3"):
        game, rng = variant(key), random.Random(key)
        position = game.start()
        while not game.outcome(position):
            position = game.apply(position, random_turn(game, position, rng))
        assert position.ply > 10


def test_who_cannot_move_passes() -> None:
    game = variant("le-zug")
    stuck = placed(game, {0: "XVII,1", 1: "V,1"})
    assert random_turn(game, stuck, random.Random(1)) == Move(())


def test_the_same_seed_draws_the_same_turns() -> None:
    game = variant("halma")
    turns = {random_turn(game, game.start(), random.Random(7)) for _ in range(5)}
    assert len(turns) == 1
