"""Le Zug: its camps, and the variant in which men may move backwards."""

import random

import pytest

from engine import Position, variant
from engine.position import man
from tests.engine import naive

LE_ZUG = variant("le-zug")
BACK = variant("le-zug-back")


def test_the_camp_of_each_side_is_its_first_four_rows() -> None:
    for seat, rows in zip(LE_ZUG.seats, (range(1, 5), range(14, 18)), strict=True):
        assert {LE_ZUG.board.spots[cell][0] for cell in seat.home} == set(rows)
        assert len(seat.home) == 34


def test_men_are_dropped_on_the_second_row_only() -> None:
    squares = {LE_ZUG.board.names[move.path[0]] for move in LE_ZUG.moves(LE_ZUG.start())}
    assert squares == {f"II,{place}" for place in range(2, 17, 2)}


def inside(seed: int, seat: int) -> Position:
    """Return a random position with all of one side's men in the enemy camp."""
    rng = random.Random(seed)
    camp = sorted(BACK.seats[1 - seat].home)
    cells = bytearray(len(BACK.board.spots))
    for number, cell in enumerate(rng.sample(camp, 20)):
        cells[cell] = man(seat if number < 12 else 1 - seat)
    for cell in rng.sample([cell for cell in range(len(cells)) if cell not in camp], 4):
        cells[cell] = man(1 - seat)
    return Position(bytes(cells), seat, (0, 0))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(20))
def test_all_backward_routes_are_found_when_every_man_is_in_the_enemy_camp(
    seed: int, seat: int
) -> None:
    position = inside(seed, seat)
    moves = BACK.moves(position)
    assert naive.find(BACK, position) == set(naive.as_found(BACK, position, moves))
    assert len(moves) > len(LE_ZUG.moves(position))
    for move in moves:
        assert BACK.play(position, move) == BACK.apply(position, move)
        assert BACK.parse(position, BACK.format(move)) == move


@pytest.mark.parametrize("seat", [0, 1])
def test_one_man_outside_the_enemy_camp_forbids_all_backward_moves(seat: int) -> None:
    cells = bytearray(inside(1, seat).cells)
    outside = next(
        cell
        for cell, byte in enumerate(cells)
        if not byte and not any(cell in side.home for side in BACK.seats)
    )
    cells[outside] = man(seat)
    position = Position(bytes(cells), seat, (0, 0))
    assert sorted(BACK.moves(position)) == sorted(LE_ZUG.moves(position))


def test_a_final_step_must_not_end_on_the_starting_square() -> None:
    text = "le-zug-back 100 0 0,0 - - 9/8/9/8/9/8/9/8/9/8/9/8/9/8/3AB4/8/9"
    position = BACK.load(text)
    for way in ("XV,7-XV,7", "XV,7-XVII,9-XVI,8-XV,7"):
        reason = BACK.reason(position, way)
        assert reason is not None
        assert reason.code == "returns"
