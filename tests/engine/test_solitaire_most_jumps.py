"""The longest hop in a position, with and without proof."""

from random import Random

import pytest

from engine import Position, Variant, solitaire, variant
from engine.position import man
from engine.random_play import random_turn

HALMA = variant("halma")


def standing(text: str, seat: int = 0) -> Position:
    """The position of halma with these men of a seat alone."""
    cells = bytearray(len(HALMA.board.spots))
    for cell in solitaire.read_men(text):
        cells[cell] = man(seat)
    return Position(bytes(cells), 0)


def hops(game: Variant, cells: bytes, origin: int, path: tuple[int, ...]) -> int:
    """The most jumps by plain trying, of a man that jumps over one beside it."""
    longest = len(path) - 1
    for ray in game.board.rays[path[-1]]:
        if len(ray) > 1 and cells[ray[0]] and ray[0] != origin:
            free = not cells[ray[1]] and ray[1] not in path
            longest = max(longest, hops(game, cells, origin, (*path, ray[1])) if free else 0)
    return longest


def test_a_row_of_men_with_gaps_is_one_long_hop() -> None:
    hop = solitaire.longest_hop(HALMA, standing("I: 1, 2, 4, 6"), 0)
    assert (hop.jumps, hop.proven) == (3, True)
    assert HALMA.format(hop.move) == "I,1-I,7"


def test_who_cannot_hop_has_none() -> None:
    hop = solitaire.longest_hop(HALMA, standing("I: 1"), 0)
    assert hop == ((), True)
    assert hop.jumps == 0
    assert solitaire.longest_hop(HALMA, standing("I: 1, 2"), 1).jumps == 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", ["halma-8", "halma"])
def test_it_is_the_longest_of_all_hops(key: str, seed: int) -> None:
    game, rng = variant(key), Random(seed)
    position = game.start()
    for _ in range(10 + 4 * seed):
        position = game.apply(position, random_turn(game, position, rng))
    for seat in (0, 1):
        hop = solitaire.longest_hop(game, position, seat)
        assert hop.proven
        men = game.standing(position, seat)
        assert hop.jumps == max(hops(game, position.cells, cell, (cell,)) for cell in men)
        if position.turn == seat:
            assert game.play(position, hop.move)


def test_the_arrangement_of_61_jumps_has_no_longer_hop() -> None:
    cells = bytearray(len(HALMA.board.spots))
    for drop in solitaire.best_known(solitaire.PROBLEMS["61-jumps"]):
        cells[drop.path[0]] = man(1)
    cells[HALMA.board.cell(1, 1)] = man(0)
    position = Position(bytes(cells), 0)
    hop = solitaire.longest_hop(HALMA, position, 0)
    assert (hop.jumps, hop.proven) == (61, True)
    assert HALMA.play(position, hop.move)


def test_with_little_effort_the_longest_known_is_not_proven() -> None:
    even = ", ".join(map(str, range(2, 17, 2)))
    rows = ("II", "IV", "VI", "VIII", "X", "XII", "XIV", "XVI")
    lattice = "I: 1; " + "; ".join(f"{row}: {even}" for row in rows)
    hop = solitaire.longest_hop(HALMA, standing(lattice), 0, effort=5_000)
    assert hop.jumps > 10
    assert not hop.proven
    assert len(set(hop.path)) == len(hop.path)
    assert HALMA.play(standing(lattice), hop.move)
