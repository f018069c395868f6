"""Random moves: all are legal, and every legal move can be chosen."""

import random

import pytest

from engine import VARIANTS, Move, Position, Variant, random_turn, variant
from tests.engine.boards import placed
from tests.engine.sample_games import sample


def results(game: Variant, position: Position, moves: list[Move]) -> set[Position]:
    """Return the positions after these moves."""
    return {game.apply(position, move) for move in moves}


def drawn(game: Variant, position: Position, wanted: set[Position]) -> set[Position]:
    """Return the positions after randomly chosen moves, each of which must be legal.

    Makes at least 25 moves for each wanted position, and up to 100 while one is missing.
    """
    rng = random.Random(f"{game.key} {len(wanted)}")
    turns, positions = set[Move](), set[Position]()
    for number in range(100 * len(wanted)):
        if number >= 25 * len(wanted) and positions >= wanted:
            break
        turn = random_turn(game, position, rng)
        if turn not in turns:
            turns.add(turn)
            positions.add(game.play(position, turn))
    return positions


@pytest.mark.each_kind
@pytest.mark.parametrize("key", [*sorted(VARIANTS), "halma+gering", "chinese-checkers+no-rest"])
def test_every_drawn_move_is_legal_and_every_legal_move_is_drawn(key: str) -> None:
    game = variant(key)
    least = min(sample(key.partition("+")[0]), key=lambda position: len(game.moves(position)))
    for position in (game.start(), least):
        wanted = results(game, position, game.moves(position))
        assert drawn(game, position, wanted) == wanted


@pytest.mark.check
def test_drawn_moves_play_whole_games() -> None:
    for key in ("le-grec", "halma-8", "top-secret-centre", "platonic-3"):
        game, rng = variant(key), random.Random(key)
        position = game.start()
        while not game.outcome(position):
            position = game.apply(position, random_turn(game, position, rng))
        assert position.ply > 10


def test_a_player_without_a_move_passes() -> None:
    game = variant("le-zug")
    stuck = placed(game, {0: "XVII,1", 1: "V,1"})
    assert random_turn(game, stuck, random.Random(1)) == Move(())


def test_the_same_seed_draws_the_same_move() -> None:
    game = variant("halma")
    turns = {random_turn(game, game.start(), random.Random(7)) for _ in range(5)}
    assert len(turns) == 1
