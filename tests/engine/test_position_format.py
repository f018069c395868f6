"""Positions as one line of text: `load` accepts only the output of `dump`."""

import pytest

from engine import BadNotation, Position, variant
from tests.engine.boards import placed, played

GAME = variant("halma-8")
START = "halma-8 0 0 - - - AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB"


def test_the_start_is_written_row_by_row() -> None:
    assert GAME.dump(GAME.start()) == START
    assert GAME.load(START) == GAME.start()


def test_ply_turn_stock_and_finished_seats_survive_a_round_trip() -> None:
    game = variant("platonic-3")
    position = played(game, game.start(), "circle I,4", "triangle II,1")
    back = game.load(game.dump(position))
    assert (back, back.ply) == (position, 2)
    four = variant("halma-4+places")
    left = four.retire(placed(four, {0: "I,1", 1: "I,3", 2: "I,5", 3: "I,7"}, turn=1, done=(3,)), 2)
    assert (four.load(four.dump(left)).done, four.load(four.dump(left)).gone) == ((3,), (2,))


def test_the_last_mover_is_known_without_the_previous_position() -> None:
    four = variant("halma-4+places")
    men = {0: "I,1", 1: "I,3", 2: "I,5", 3: "I,7"}
    assert four.mover(placed(four, men, turn=2)) == 1
    assert four.mover(placed(four, men, turn=0, done=(3, 1))) == 2, "3 had finished, 1 had not"
    assert four.mover(placed(four, men, turn=0, done=(1, 3))) == 3, "the last to finish moved"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        START + " ",
        " " + START,
        START.replace("halma-8", "halma-10"),
        START.replace("halma-8 0", "halma-8 00"),
        START.replace("halma-8 0", "halma-8 -1"),
        START.replace("halma-8 0", "halma-8 ٣"),
        START.replace("halma-8 0", "halma-8 1234567"),
        START.replace("0 0", "0 2"),
        START.replace("0 0 -", "0 0 1"),
        START.replace("- - -", "- 0,0 -"),
        START.replace("- - -", "- 2 -"),
        START.replace("- - -", "- - 5"),
        START.replace("- - -", "- ,  -"),
        START.replace("A7", "A6"),
        START.replace("A7", "A8"),
        START.replace("A7", "A61"),
        START.replace("A7", "Aa7"),
        START.replace("A7", "Ab7"),
        START.replace("A7", "C7"),
        START.replace("A7", "A3A3"),
        START.replace("A7", "a7"),
        START.replace("A7", "A?6"),
        START.replace("/A7/", "//A7/"),
        START.replace("/A7/", "/"),
        START.replace("/", "\n"),
        "halma-8 0 0 - - - " + "9" * 3000,
        "halma-8 0 0 - - - 999999",
    ],
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        GAME.load(text)
    assert error.value.reason.code == "unreadable"
    assert len(error.value.reason.text) <= 200


def test_a_position_with_too_many_men_is_refused() -> None:
    game = variant("top-secret")
    text = game.dump(played(game, game.start(), "drop VI,6"))
    assert game.load(text)
    for bad in (
        text.replace("17,18", "18,18"),
        text.replace("17,18", "19,18"),
        text.replace("17,", ""),
    ):
        with pytest.raises(BadNotation):
            game.load(bad)


def test_positions_are_equal_if_they_count_as_a_repetition() -> None:
    start, other = GAME.start(), Position(GAME.start().cells, 0, ply=7)
    assert start == other
    assert hash(start) == hash(other)
    assert start != Position(start.cells, 1)
