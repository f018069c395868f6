"""Text with several moves or a turn number, and moves through their start."""

import pytest

from engine import AmbiguousMove, variant
from engine.move_lexer import LONGEST
from engine.several_turns import split_turns, squares_among_words
from tests.engine.boards import placed

HALMA = variant("halma")
START = HALMA.start()
LOOP = {0: "IV,3 V,4 V,3", 1: "XV,15"}
"""A man on IV,3 that can hop to VI,5 and back, and to VI,3."""


@pytest.mark.parametrize(
    "text",
    [
        "IV,3-VI,5, IV,3-VI,3",
        "IV,3-VI,5; IV,3-VI,3",
        "IV,3 VI,5 IV,3 VI,3",
        "IV,3 to VI,5.—IV,3 to VI,3",
        "IV,3 to VI,5 and IV,3 to VI,3",
        "4,3-6,5, 4,3-6,3",
        "c4-e6, c4-c6",
    ],
)
def test_two_moves_of_one_man_are_asked_about(text: str) -> None:
    with pytest.raises(AmbiguousMove) as error:
        HALMA.parse(placed(HALMA, LOOP), text)
    assert error.value.reason.moves == ("IV,3-VI,5", "IV,3-VI,3")


def test_a_longer_text_than_any_move_has_no_turns() -> None:
    text = "IV,3-VI,5; " * (LONGEST // 11)
    assert len(split_turns(text, 16)) > 2
    assert split_turns(text + "IV,3-VI,5", 16) == []


@pytest.mark.parametrize("joint", ["-", " - ", " to ", " → "])
def test_a_single_route_may_pass_through_its_start(joint: str) -> None:
    text = joint.join(("IV,3", "VI,5", "IV,3", "VI,3"))
    assert HALMA.format(HALMA.parse(placed(HALMA, LOOP), text)) == "IV,3-VI,3"


@pytest.mark.parametrize(
    ("text", "code", "squares"),
    [
        ("II,3-IV,5-II,3-II,6", "other-colour", ("II,3", "II,6")),
        ("II,5-III,6-II,5-II,6", "ended", ("III,6",)),
        ("II,3-IV,5-II,3-V,3", "other-colour", ("II,3", "V,3")),
    ],
)
def test_a_way_back_through_the_start_has_a_true_reason(
    text: str, code: str, squares: tuple[str, ...]
) -> None:
    reason = HALMA.reason(START, text)
    assert reason is not None
    assert (reason.code, reason.squares) == (code, squares)


def test_a_leg_back_to_the_start_may_leave_out_landings() -> None:
    position = placed(HALMA, {0: "IV,3 V,4 VI,6 VI,4", 1: "XV,15"})
    reason = HALMA.reason(position, "IV,3-VI,5-VI,7-IV,3-IV,4")
    assert reason is not None
    assert (reason.code, reason.squares) == ("no-step", ("IV,3", "IV,4"))


def test_a_leg_back_to_the_start_may_be_the_one_that_fails() -> None:
    game = variant("le-zug")
    position = placed(game, {0: "V,5 VI,6 VI,4 I,1", 1: "XVII,1"})
    reason = game.reason(position, "V,5-VII,7-V,5-VII,3")
    assert reason is not None
    assert (reason.code, reason.squares) == ("wrong-direction", ("VII,7", "V,5"))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("II, 5 to III, 6.—III, 4 to IV, 5.", ("II,5-III,6", "III,4-IV,5")),
        ("II,5 to III,6 and III,4 to IV,5", ("II,5-III,6", "III,4-IV,5")),
        ("II,5-III,6, III,4-IV,5", ("II,5-III,6", "III,4-IV,5")),
        ("1. II,5-III,6 XV,12-XIV,11", ("II,5-III,6", "XV,12-XIV,11")),
        ("II,5-III,6; III,6-IV,7", ("II,5-III,6", "III,6-IV,7")),
        ("II,3-IV,5; II,3-II,6", ("II,3-IV,5", "II,3-II,6")),
        ("b5 → c6\nc4 → d5", ("V,2-VI,3", "IV,3-V,4")),
        ("II,5-III,6. III,4-IV,5. I,1-II,2", ("II,5-III,6", "III,4-IV,5", "I,1-II,2")),
    ],
)
def test_several_moves_are_refused_with_what_was_read(text: str, moves: tuple[str, ...]) -> None:
    reason = HALMA.reason(START, text)
    assert reason is not None
    assert (reason.code, reason.moves) == ("several-turns", moves)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("II,3-IV,5-III,4-VI,7", "target-taken"),
        ("II,3 to IV,5 to III,4 to VI,7", "target-taken"),
        ("II,3 - IV,5 - III,4", "target-taken"),
        ("II,3-IV,5, VI,7-VIII,9", "nobody-to-jump"),
    ],
)
def test_the_landings_of_a_single_move_are_not_several_moves(text: str, code: str) -> None:
    reason = HALMA.reason(START, text)
    assert reason is not None
    assert reason.code == code


@pytest.mark.parametrize("joint", [" to ", " à ", "-", " -> ", " => ", "→", " nach "])
def test_a_square_of_two_digits_before_a_roman_one_is_not_a_turn_number(joint: str) -> None:
    game = variant("le-grec")
    position = game.load("le-grec 20 0 - - - BAAB/A1BB/1BAA/BABA")
    reason = game.reason(position, f"34{joint}I,2")
    assert reason is not None
    assert (reason.code, reason.squares) == ("target-taken", ("I,2",))
    assert game.format(game.parse(position, "34. I,2-II,2")) == "I,2-II,2"
    assert HALMA.format(HALMA.parse(START, f"23{joint}IV,5")) == "II,3-IV,5"
    reason = variant("super-halma").reason(variant("super-halma").start(), f"190{joint}I,13")
    assert reason is not None
    assert reason.code in ("unreadable", "no-move", "empty-square", "not-your-man")


@pytest.mark.parametrize(
    "text", ["12. II,3-IV,5", "12 II,3-IV,5", "12 - II,3-IV,5", "3) II,3 IV,5"]
)
def test_a_number_before_two_squares_is_a_turn_number(text: str) -> None:
    assert HALMA.format(HALMA.parse(START, text)) == "II,3-IV,5"


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("shove II,3 yonder IV,5 please", "II,3-IV,5"),
        ("shove II,3", ""),
        ("II,3 to IV,5", ""),
        ("shove 99,3 yonder 88,4", ""),
        ("x" * 300, ""),
    ],
)
def test_squares_are_found_among_unknown_words(text: str, squares: str) -> None:
    assert squares_among_words(text) == squares
