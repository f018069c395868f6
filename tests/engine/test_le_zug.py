"""Le Zug: its camps."""

from __future__ import annotations

from engine import variant

LE_ZUG = variant("le-zug")


def test_the_camp_of_each_side_is_its_first_four_rows() -> None:
    for seat, rows in zip(LE_ZUG.seats, (range(1, 5), range(14, 18)), strict=True):
        assert {LE_ZUG.board.spots[cell][0] for cell in seat.home} == set(rows)
        assert len(seat.home) == 34


def test_men_are_placed_on_the_second_row_only() -> None:
    squares = {LE_ZUG.board.names[move.path[0]] for move in LE_ZUG.moves(LE_ZUG.start())}
    assert squares == {f"II,{place}" for place in range(2, 17, 2)}
