"""Move lexer: an x between squares, move numbers, words, and squares as in chess."""

import pytest

from engine import AmbiguousMove, BadNotation, variant
from engine.move_lexer import parse_typed
from tests.engine.boards import placed

HALMA = variant("halma")
START = HALMA.start()


@pytest.mark.parametrize(
    ("key", "text", "square"),
    [
        ("halma-8", "III,2-XIII,3", "XIII,3"),
        ("halma-8", "III,2 to XIII,3", "XIII,3"),
        ("halma-8", "III,2 XIII,3", "XIII,3"),
        ("halma-8", "III,2, XIII,3", "XIII,3"),
        ("halma-8", "III,2→xiii,3", "XIII,3"),
        ("halma-8", "III,2-X,3", "X,3"),
        ("halma-8", "III,2 X,3", "X,3"),
        ("halma-8", "III,2-xIII,3", "XIII,3"),
        ("renpaarden", "II,3-XIV,4", "XIV,4"),
        ("le-grec", "I,4-XII,4", "XII,4"),
    ],
)
def test_a_row_beyond_the_board_is_never_read_as_another_row(
    key: str, text: str, square: str
) -> None:
    game = variant(key)
    reason = game.reason(game.start(), text)
    assert reason is not None
    assert (reason.code, reason.squares) == ("no-such-square", (square,))


@pytest.mark.parametrize("text", ["I,3-X,3,5", "I,3-X,3-5", "I,3 to X, 3, 5", "I,3 X,3 5"])
def test_a_row_x_in_the_text_is_not_ignored(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        HALMA.parse(START, text)
    assert error.value.reason.code == "unreadable"


def test_an_x_that_may_be_a_row_or_a_separator_is_ambiguous() -> None:
    game = variant("super-chinese-checkers")
    position = game.load(
        "super-chinese-checkers 198 0 - - - "
        "1/2/BB1/2B1/8A4/12/B2A4A1A/2B7/A8/2B5B1/B4A5/2A1AA6/4B2A5/B3/3/2/1"
    )
    for text in ("v,9xv,3", "V,9XV,3", "V9XV3"):
        with pytest.raises(AmbiguousMove) as error:
            game.parse(position, text)
        assert error.value.reason.moves == ("V,9-XV,3", "V,9-V,3")
        assert error.value.reason.text == text
    for text, printed in (
        ("v,9 x v,3", "V,9-V,3"),
        ("V,9xV,3", "V,9-V,3"),
        ("v,9-xv,3", "V,9-XV,3"),
        ("v,9 xv,3", "V,9-XV,3"),
        ("V,9-XV,3", "V,9-XV,3"),
    ):
        assert game.format(game.parse(position, text)) == printed


def test_an_x_that_touches_a_row_is_part_of_it_even_if_the_move_is_illegal() -> None:
    game = variant("caesar")
    reason = game.reason(game.start(), "vi,1xi,1")
    assert reason is not None
    assert reason.squares[0] == "XI,1"


@pytest.mark.parametrize("text", ["II,3xX,4", "II,3 xX,4", "ii3xx4", "II,3XX,4"])
def test_an_x_before_the_row_x_is_a_separator(text: str) -> None:
    assert parse_typed(text, 16).squares == ((2, 3), (10, 4))


@pytest.mark.parametrize("text", ["3,1x5,3x7,3", "3,1 x 5,3 x 7,3", "3,1 X 5,3X7,3", "3.1x5.3x7.3"])
def test_an_x_may_separate_any_number_of_arabic_squares(text: str) -> None:
    assert parse_typed(text, 16).squares == ((3, 1), (5, 3), (7, 3))
    position = placed(HALMA, {0: "III,1 IV,2 VI,3", 1: "XVI,16"})
    assert HALMA.format(HALMA.parse(position, text)) == "III,1-VII,3"


@pytest.mark.parametrize(
    "text",
    [
        *("12. 2,3-4,5", "12) 2,3 4,5", "12. 2, 3 to 4, 5.", "1. 2,3x4,5", " 1. 2 , 3 → 4 , 5"),
        *("12. II,3-IV,5", "12 II,3xIV,5", "12. II,3 x 4,5", "12. ii,3 x iv,5"),
    ],
)
def test_a_move_number_may_precede_the_squares(text: str) -> None:
    assert HALMA.format(HALMA.parse(START, text)) == "II,3-IV,5"


@pytest.mark.parametrize(
    "text", ["12 2,3-4,5", "12.2,3-4,5", "12. 2.3-4.5", "3. 1-5. 3-4", "2. 2,3,4,5"]
)
def test_a_number_that_may_be_part_of_a_square_is_no_move_number(text: str) -> None:
    with pytest.raises(BadNotation):
        HALMA.parse(START, text)


@pytest.mark.parametrize(
    "text",
    [
        "the piece on II, 3; to the square IV, 5.",
        "The piece on II, 3 to the square IV, 5",
        "man on II,3 to IV,5",
        "My man on the square II,3 hops to the square IV,5.",
        "II,3 hops to IV,5",
        "from II, 3 to IV, 5",
        "the man at II,3 jumps onto IV,5",
        "II,3 moves to IV,5",
        "Der Stein auf II,3 springt nach IV,5",
        "von II,3 bis IV,5",
    ],
)
def test_a_move_may_be_written_as_a_sentence(text: str) -> None:
    assert HALMA.format(HALMA.parse(START, text)) == "II,3-IV,5"


def test_the_word_square_is_distinguished_from_the_piece_of_that_name() -> None:
    game = variant("pythagoreic")
    empty = ",".join("0" * 16)
    position = game.load(f"pythagoreic 20 0 {empty} - - 9/9/3Af5/9/4Ae4/9/9/6Bf2/9")
    for text in (
        "the piece on the square III,4 to the square IV,4",
        "square III,4 to IV,4",
        "the square III,4 to the square IV,4",
        "square on III,4 to IV,4",
    ):
        assert game.format(game.parse(position, text)) == "III,4-IV,4"
    triangle = game.parse(position, "triangle on the square V,5 to the square VI,6")
    assert game.format(triangle) == "V,5-VI,6"
    reason = game.reason(position, "the square V,5 to VI,6")
    assert reason is not None
    assert reason.code == "other-piece"


def test_words_without_squares_or_pieces_are_no_move() -> None:
    for text in ("on the", "from to", "the man", "then and then"):
        with pytest.raises(BadNotation):
            HALMA.parse(START, text)


@pytest.mark.parametrize(
    "text",
    [
        "e1-f1",
        "E1-F1",
        "e1 f1",
        "e1f1",
        "e1 to f1",
        "e1xf1",
        "e1→f1",
        "12. e1-f1",
        "the man on e1; to f1",
    ],
)
def test_chess_style_squares_name_the_column_by_letter_and_the_row_by_number(text: str) -> None:
    assert HALMA.format(HALMA.parse(START, text)) == "I,5-I,6"


def test_a_chess_style_name_is_read_for_every_square_of_the_board() -> None:
    for name, cell in HALMA.board.named.items():
        row, place = HALMA.board.spots[cell]
        typed = parse_typed(f"{chr(96 + place)}{row}", HALMA.board.rows)
        assert (row, place) in (*typed.squares, *typed.lettered), name


def test_a_letter_that_may_be_a_roman_row_is_ambiguous() -> None:
    for men, moves in (
        ("I,5 V,9", ("I,5-I,6", "V,9-VI,9")),
        ("V,9", ("V,9-VI,9",)),
    ):
        with pytest.raises(AmbiguousMove) as error:
            HALMA.parse(placed(HALMA, {0: men, 1: "XVI,16"}), "i5-i6")
        assert error.value.reason.moves == moves
    rows = placed(HALMA, {0: "I,5", 1: "XVI,16"})
    assert HALMA.format(HALMA.parse(rows, "i5-i6")) == "I,5-I,6"
    reason = HALMA.reason(rows, "i7-i8")
    assert reason is not None
    assert reason.squares == ("I,7",)


def test_a_letter_before_a_single_number_names_a_square_not_a_piece() -> None:
    game = variant("platonic")
    assert game.format(game.parse(game.start(), "circle d1")) == "circle I,4"
    assert game.format(game.parse(game.start(), "c d1")) == "circle I,4"
    assert game.format(game.parse(game.start(), "c I,4")) == "circle I,4"
    assert game.format(game.parse(game.start(), "c1,4")) == "circle I,4"


FIRST_COLUMN = HALMA.load(
    "halma 48 0 - - - 16/A1A13/4A11/1A2AAA9/3AA11/2A2AA9/A1A1A11/2AAA11/6A9/12B3/8BB6/9BBBBB2/"
    "9B2B1B1/9BB2B2/10B5/9BB2B1B"
)


@pytest.mark.parametrize(
    "text",
    [
        *("a7 x a6", "A7 X A6", "a7 xa6", "a7x a6", "a7 × a6", "a7×a6", "a7 x to a6", "7 a7 x a6"),
        *("7. a7 x a6", "7.a7 x a6", "my man a7 x a6", "a7 x the a6", "a7: x a6"),
        *(
            "VII,1 x a6",
            "a7 x VI,1",
            "7,1 × a6",
            "12. a7-VI,1",
            "vii,1 × vi,1",
            "the man on a7 x VI,1",
        ),
    ],
)
def test_an_x_that_is_set_off_between_squares_as_in_chess_is_a_sign(text: str) -> None:
    assert HALMA.format(HALMA.parse(FIRST_COLUMN, text)) == "VII,1-VI,1"


@pytest.mark.parametrize("text", ["a 7 x a 6", "3 a 7 x a 6", "7 to 1 x 6,1", "xa7 x xa6"])
def test_a_letter_before_a_number_is_no_article_and_no_word_parts_a_square(text: str) -> None:
    reason = HALMA.reason(FIRST_COLUMN, text)
    assert reason is not None
    assert reason.code == "unreadable"


@pytest.mark.parametrize("text", ["i4 x i5", "I4 X I5", "i4 x to i5", "i4 × i5", "12 i4 x i5"])
def test_an_i_on_both_sides_of_an_x_is_asked_about(text: str) -> None:
    position = placed(HALMA, {0: "I,4 IV,9", 1: "XVI,16"})
    with pytest.raises(AmbiguousMove) as error:
        HALMA.parse(position, text)
    assert error.value.reason.moves == ("I,4-I,5", "IV,9-V,9")


@pytest.mark.parametrize("text", ["move 12 I4X f1", "12 i4-f1", "12. i4 x F1", "Zug 7: i4 f1"])
def test_the_number_of_the_turn_stands_before_squares_as_in_chess_too(text: str) -> None:
    game = variant("renpaarden")
    position = game.load(
        "renpaarden 102 0 - - - 3A3B1/1BBBB1BB1/1B1B5/BB1B1B2A/B1B1A4/A1A5B/1AA1BA3/AAA1AA3/1AA1AA1AB"
    )
    with pytest.raises(AmbiguousMove) as error:
        game.parse(position, text)
    assert error.value.reason.moves == ("IV,9-I,6", "I,4-I,6")


def test_an_i_beside_a_square_as_in_chess_may_be_either_if_both_are_moves() -> None:
    both = placed(HALMA, {0: "I,7 I,6 I,4 II,8", 1: "XVI,16"})
    with pytest.raises(AmbiguousMove) as error:
        HALMA.parse(both, "g1-i3")
    assert error.value.reason.moves == ("I,7-III,9", "I,7-I,3")
    place = placed(HALMA, {0: "I,7 II,8", 1: "XVI,16"})
    assert HALMA.format(HALMA.parse(place, "g1-i3")) == "I,7-III,9"
    assert HALMA.format(HALMA.parse(both, "g1-I,3")) == "I,7-I,3"


@pytest.mark.parametrize("sign", ["?", "!", "!!", "?!", "."])
def test_annotation_signs_after_a_move_are_ignored(sign: str) -> None:
    assert HALMA.format(HALMA.parse(START, f"I,5-I,6{sign}")) == "I,5-I,6"
