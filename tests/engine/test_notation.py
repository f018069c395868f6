"""Notation: many spellings are read, one form is printed, errors have reasons."""

import pytest

from engine import (
    OFF,
    AmbiguousMove,
    BadNotation,
    EngineError,
    GameOver,
    IllegalMove,
    Move,
    Position,
    Variant,
    variant,
)
from engine.errors import CODES, Reason
from engine.move_lexer import LONGEST
from tests.engine.boards import placed, played

HALMA = variant("halma")
START = HALMA.start()
PLATONIC = variant("platonic")


def refused(game: Variant, position: Position, text: str) -> Reason:
    """Return the reason why this input is refused."""
    reason = game.reason(position, text)
    assert reason is not None, text
    assert reason.code in CODES
    return reason


@pytest.mark.parametrize(
    "text",
    [
        *("II,3-IV,5", "II, 3 to IV, 5.", "II,3 IV,5", "II3 IV5", "II3IV5", "ii3iv5", "Ii,3-iV,5"),
        *("2,3-4,5", "2 3 4 5", "2,3 to IV,5", "(II,3)-(IV,5)", "**II,3-IV,5**", '"II,3" - "IV,5"'),
        *("II,3 – IV,5", "II,3—IV,5", "II,3 → IV,5", "II,3=>IV,5", "II,3 ⟶ IV,5", "II,3 » IV,5"),
        *(
            "II,3xIV,5",
            "II,3 x IV,5",
            "II_3-IV_5_",
            "II,3 X IV,5",
            "II3xIV5",
            "2,3x4,5",
            "2,3 X 4,5",
        ),
        *(
            "２,３－４,５",
            "ＩＩ，３ → ＩＶ，５",
            "Ⅱ,3 - Ⅳ,5",
            "II.3-IV.5",
            "II:3-IV:5",
            "II;3;IV;5",
        ),
        *("12. II,3-IV,5", "12 II,3-IV,5", "man II,3 to IV,5", "from II,3 jump to IV,5"),
        *(
            "move II,3 IV,5",
            "hop II,3 then IV,5",
            "II,3 nach IV,5",
            "\tII,3\r\nIV,5 ",
            "II,3 and IV,5",
        ),
        "II,3",  # its only legal move
    ],
)
def test_a_jump_is_read_in_every_spelling(text: str) -> None:
    assert HALMA.parse(START, text) == Move((18, 52))
    assert HALMA.format(HALMA.parse(START, text)) == "II,3-IV,5"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("X,9 x X,10", "X,9-X,10"),
        ("x,9 x x,10", "X,9-X,10"),
        ("X9X10", "X,9-X,10"),
        ("X,9xX,10", "X,9-X,10"),
        ("X,9xXI,10", "X,9-XI,10"),
        ("X,9XI,10", "X,9-XI,10"),
        ("X,9 X XI,10", "X,9-XI,10"),
        ("10,9x11,10", "X,9-XI,10"),
        ("X,9xIX,9", "X,9-IX,9"),
        ("x,9xix,9", "X,9-IX,9"),
    ],
)
def test_an_x_between_squares_is_distinguished_from_row_ten(text: str, printed: str) -> None:
    position = placed(HALMA, {0: "X,9", 1: "I,1"})
    assert HALMA.format(HALMA.parse(position, text)) == printed


def test_an_x_is_never_a_row_on_a_board_of_fewer_than_ten_rows() -> None:
    game = variant("halma-8")
    for text in ("IV,1xV,1", "IV,1 x V,1", "iv1xv1", "IV,1 X V,1", "4,1x5,1"):
        assert game.format(game.parse(game.start(), text)) == "IV,1-V,1"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "-",
            ".",
            "II",
            "3",
            "II,3 IV",
            "1,1-1,2-1",
            "x",
            "X",
            "hello",
            "man",
            "jump to",
        ),
        *("?", "II,3-IV,5 😀", "II,3-IV,5#", "٢,٣-٤,٥", "iixiv", "3,II-5,IV", "II,II,3"),
        *("IIII,3-IV,5", "XXI,3-IV,5", "II,3 hello there IV,5", "drop II,3 IV,5", "99999999,3-4,5"),
        *("\x00", "II,3\x00IV,5", "off", "to off", "drop", "II,3-IV,5 €"),
    ],
)
def test_text_that_is_not_notation_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        HALMA.parse(START, text)
    reason = error.value.reason
    assert (reason.code, reason.text, reason.squares) == ("unreadable", text, ())
    assert HALMA.reason(START, reason.moves[0]) is None


def test_text_longer_than_any_move_is_truncated() -> None:
    reason = refused(HALMA, START, "I" * 10_000)
    assert (reason.code, len(reason.text)) == ("too-long", LONGEST)


@pytest.mark.parametrize(
    ("text", "code", "squares"),
    [
        ("II,99-IV,5", "no-such-square", ("II,99",)),
        ("0,3-IV,5", "no-such-square", ("0,3",)),
        ("23,4-IV,5", "no-such-square", ("23,4",)),
        ("XX,1-XX,2", "no-such-square", ("XX,1",)),
        ("circle II,3-IV,5", "no-such-piece", ()),
        ("c II,3", "no-such-piece", ()),
        ("drop II,3", "no-drop", ("II,3",)),
        ("pass", "no-pass", ()),
        ("passe.", "no-pass", ()),
        ("XVI,16", "not-your-man", ("XVI,16",)),
        ("IX,9", "no-move", ("IX,9",)),
        ("I,1", "no-move", ("I,1",)),
        ("I,1 out", "hemmed-in", ("I,1",)),
        ("V,1 out", "no-exit", ("V,1",)),
    ],
)
def test_a_readable_text_that_is_no_legal_move_is_refused_with_a_reason(
    text: str, code: str, squares: tuple[str, ...]
) -> None:
    reason = refused(HALMA, START, text)
    assert (reason.code, reason.squares, reason.text) == (code, squares, text)
    assert str(reason).startswith(CODES[code])


def test_a_single_square_means_the_only_move_from_or_to_it() -> None:
    with pytest.raises(AmbiguousMove) as error:
        HALMA.parse(START, "IV,3")
    assert error.value.reason.moves == tuple(map(HALMA.format, error.value.moves))
    assert {move.path[0] for move in error.value.moves} == {HALMA.board.cell(4, 3)}
    only = placed(HALMA, {0: "IX,9 I,1", 1: "XVI,16"})
    assert HALMA.format(HALMA.parse(only, "X,10")) == "IX,9-X,10"


def test_no_move_is_accepted_when_the_game_is_over() -> None:
    over = placed(HALMA, {}, done=(0,))
    with pytest.raises(GameOver):
        HALMA.parse(over, "II,3-IV,5")
    with pytest.raises(GameOver):
        HALMA.play(over, Move((18, 52)))
    assert refused(HALMA, over, "pass").code == "game-over"
    assert refused(HALMA, over, "nonsense").code in ("unreadable", "game-over")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("circle I,4", "circle I,4"),
        ("Circles I,4", "circle I,4"),
        ("C I,4", "circle I,4"),
        ("c i4", "circle I,4"),
        ("drop circle I,4", "circle I,4"),
        ("put a circle on I,4", "circle I,4"),
        ("drop triangle I,6", "triangle I,6"),
        ("place T at I,6", "triangle I,6"),
        ("place T I,6", "triangle I,6"),
        ("I,6 triangle", "triangle I,6"),
        ("○ I,4", "circle I,4"),
        ("● I,4", "circle I,4"),
        ("△ I,4", "triangle I,4"),
        ("■I,4", "square I,4"),
        ("◆ I,4", "diamond I,4"),
    ],
)
def test_a_drop_is_read_by_name_letter_and_symbol(text: str, printed: str) -> None:
    assert PLATONIC.format(PLATONIC.parse(PLATONIC.start(), text)) == printed


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I,4", "ambiguous"),
        ("pawn I,4", "ambiguous"),
        ("circle X,4", "not-here"),
        ("circle I,4-II,4", "must-drop"),
        ("drop circle I,4-II,4", "unreadable"),
        ("I,4-II,4", "must-drop"),
        ("pass", "no-pass"),
    ],
)
def test_an_illegal_drop_is_refused_with_a_reason(text: str, code: str) -> None:
    reason = refused(PLATONIC, PLATONIC.start(), text)
    assert reason.code == code
    if code == "ambiguous":
        assert reason.moves == ("triangle I,4", "square I,4", "circle I,4", "diamond I,4")
    if code == "must-drop":
        assert PLATONIC.reason(PLATONIC.start(), reason.moves[0]) is None


def test_a_kind_with_no_pieces_left_cannot_be_dropped() -> None:
    texts = ("circle I,2", "circle X,2", "circle I,3", "circle X,3")
    position = played(PLATONIC, PLATONIC.start(), *texts)
    assert refused(PLATONIC, position, "circle I,4").code == "no-drop"
    assert refused(PLATONIC, position, "square I,3").code == "target-taken"


def test_a_moving_piece_may_be_named_if_the_name_is_right() -> None:
    position = PLATONIC.start()
    for number, shape in enumerate(("triangle", "square", "circle", "diamond")):
        for place in (2 * number + 2, 2 * number + 3):
            position = played(PLATONIC, position, f"{shape} I,{place}", f"{shape} X,{place}")
    assert PLATONIC.format(PLATONIC.parse(position, "square I,4-II,4")) == "I,4-II,4"
    assert refused(PLATONIC, position, "circle I,4-II,4").code == "other-piece"
    assert refused(PLATONIC, position, "circle I,4").code == "no-drop"


@pytest.mark.parametrize(
    "move",
    [
        Move((18, 256)),
        Move((-1, 18)),
        Move((18, OFF, 52)),
        Move((18, -2)),
        Move((256,)),
        Move((18,)),
        Move((18,), -1),
        Move((18,), 99),
        Move((18, 52, 18)),
        Move((18, OFF)),
        Move(()),
    ],
)
def test_a_malformed_move_is_refused(move: Move) -> None:
    with pytest.raises(IllegalMove):
        HALMA.play(START, move)


@pytest.mark.parametrize("kind", [-1, 8, 99])
def test_a_drop_of_an_unknown_kind_is_refused(kind: int) -> None:
    with pytest.raises(IllegalMove):
        PLATONIC.play(PLATONIC.start(), Move((3,), kind))


def test_a_longer_route_means_the_same_move() -> None:
    position = placed(HALMA, {0: "III,3", 1: "III,4 IV,3 IV,5 V,4"})
    long, short = (HALMA.parse(position, text) for text in ("III,3-V,3-V,5-III,5", "III,3-III,5"))
    assert long == short
    after = HALMA.play(
        position, Move(tuple(HALMA.board.cell(*at) for at in ((3, 3), (5, 3), (5, 5))))
    )
    assert after == HALMA.play(position, HALMA.parse(position, "III,3-V,5"))


def test_every_error_carries_its_reason_in_its_message() -> None:
    for error in (BadNotation, IllegalMove, GameOver):
        raised = error(Reason("too-far", "x", ("I,1", "II,2")))
        assert isinstance(raised, EngineError)
        assert isinstance(raised, ValueError)
        assert str(raised) == f"{CODES['too-far']} (I,1, II,2)"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "II,3",
        "II,3 - IV,5",
        "II,3-IV,99",
        "II,3-off-IV,5",
        "off",
        "off-off",
        "drop off",
        "drop XL,2",
        "circle II,2",
        "passe",
        " pass",
        "II,3-II,5-IV,7",
        "x" * 999,
    ],
)
def test_text_that_no_move_prints_is_refused_as_a_stored_move(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        variant("top-secret").parse_canonical(text)
    assert error.value.reason.code == "unreadable"


SMALL = variant("halma-8")


@pytest.mark.parametrize(
    "text", ["23-33", " 23 → 33.", "23–33!", "23->33", "23 33", " 23  33. ", "２３ ３３"]
)
def test_two_digits_are_a_row_and_a_place_where_the_board_has_no_such_row(text: str) -> None:
    assert SMALL.format(SMALL.parse(SMALL.start(), text)) == "II,3-III,3"


def test_landings_may_be_written_with_two_digits_each() -> None:
    position = placed(SMALL, {0: "I,1 I,2 I,4 VIII,1", 1: "VIII,8"})
    assert SMALL.format(SMALL.parse(position, "11-13-15")) == "I,1-I,5"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("23,33", "no-such-square"),
        ("23 33 43", "unreadable"),  # 23 might be a turn number
        ("23 33-43", "unreadable"),
        ("23 30", "no-such-square"),
        ("44 45", "empty-square"),
        ("13 33-35", "unreadable"),
        ("2333", "undivided"),
        ("23", "undivided"),
        ("2" * 200, "undivided"),
        ("٢٣٣٣", "unreadable"),
        ("20-30", "no-such-square"),
        ("99-98", "no-such-square"),
        ("44-45", "empty-square"),
        ("32-34", "nobody-to-jump"),
    ],
)
def test_other_numbers_and_illegal_moves_in_digits_are_refused(text: str, code: str) -> None:
    assert refused(SMALL, SMALL.start(), text).code == code


@pytest.mark.parametrize("text", ["2333", " 2333. ", "２３３３"])
def test_digits_without_separators_are_refused_with_the_move_that_they_may_mean(text: str) -> None:
    reason = refused(SMALL, SMALL.start(), text)
    assert (reason.code, reason.moves) == ("undivided", ("II,3-III,3",))


@pytest.mark.parametrize("text", ["2343", "233", "0", "00000", "9999", "23333", "1" * 199])
def test_digits_that_cannot_mean_a_legal_move_are_refused_with_another_example(text: str) -> None:
    reason = refused(SMALL, SMALL.start(), text)
    assert SMALL.format(SMALL.parse(SMALL.start(), reason.moves[0])) == reason.moves[0]


def test_two_digits_separated_by_spaces_are_squares_only_where_no_row_has_two_digits() -> None:
    assert refused(HALMA, START, "23 33").code == "no-such-square"
    ten = variant("halma-10")
    assert refused(ten, ten.start(), "23 33").code == "no-such-square"


@pytest.mark.parametrize("key", ["halma-8", "le-grec", "renpaarden"])
def test_every_move_of_a_small_board_is_read_in_digits_as_it_is_printed(key: str) -> None:
    game = variant(key)
    position = game.start()
    for move in game.moves(position):
        spots = [game.board.spots[cell] for cell in (move.path[0], move.path[-1])]
        for sign in (" ", "-", " → "):
            text = sign.join(f"{row}{place}" for row, place in spots)
            assert game.format(game.parse(position, text)) == game.format(move), text


def test_a_move_in_digits_is_only_suggested_where_the_first_number_may_be_a_row() -> None:
    reason = refused(HALMA, START, "15-16")
    assert (reason.code, reason.moves) == ("ambiguous", ("I,5-I,6",))
    assert refused(HALMA, START, "11-12").code == "no-move"
    lone = placed(HALMA, {0: "I,1 XI,11 XVI,1", 1: "XVI,16"})
    assert HALMA.format(HALMA.parse(lone, "11,12")) == "XI,11-XI,12"
    reason = refused(HALMA, lone, "11-12")
    assert (reason.code, set(reason.moves)) == ("ambiguous", {"XI,11-XI,12", "I,1-I,2"})
    assert refused(HALMA, lone, "11-13-15").code == "unreadable"
