"""Parser of conditional moves, and their evaluation in a position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.conditional_moves import parser, plan_words
from bot.service.conditional_moves.parser import PlanLines, PlannedMove, PlanStep
from bot.service.errors import BadPlan
from bot.texts.error_messages import PLANS
from engine import Move, Position, Variant, variant
from engine.move_words import meaning

HALMA = variant("halma-8")


def after(rules: Variant, *moves: str, start: Position | None = None) -> Position:
    """Return the position after these moves."""
    position = start or rules.start()
    for move in moves:
        position = rules.apply(position, rules.parse(position, move))
    return position


def refused(text: str, position: Position | None = None, seat: int = 0) -> tuple[object, object]:
    """Return (problem, line) of conditional moves that are refused."""
    with pytest.raises(BadPlan) as bad:
        left(text, HALMA, position or after(HALMA, "II,3-III,3"), seat)
    return bad.value.facts["problem"], bad.value.facts["line"]


def left(text: str, rules: Variant, position: Position, seat: int) -> PlanLines:
    return parser.validate_lines(rules, position, seat, parser.parse_submitted(text))


def test_conditional_moves_are_parsed_in_many_spellings_and_formatted_in_one() -> None:
    text = "1) IF vii6 vi6 , then 3,3-4,3 if VI,6 V,6 then iv,3-v,3;\n\n- any then IV,1-V,1."
    text += "; any IV,1 V,1"
    lines = left(text, HALMA, after(HALMA, "II,3-III,3"), 0)
    assert parser.format_lines(lines) == (
        "if VII,6-VI,6 then III,3-IV,3 if VI,6-V,6 then IV,3-V,3\nany IV,1-V,1"
    )
    assert parser.parse_lines(parser.format_lines(lines)) == lines


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("", "empty", None),
        (" ;;\n . ", "empty", None),
        ("II,3-IV,5", "unreadable", 1),
        ("if II,3-IV,5", "unreadable", 1),
        ("if then II,3-IV,5", "unreadable", 1),
        ("if VII,6-VI,6 then", "unreadable", 1),
        ("any", "unreadable", 1),
        ("any IV,1-V,1; and any IV,1-V,1", "unreadable", 2),
        ("any IV,1-V,1; if VII,6-VI,6 any IV,1-V,1", "unreadable", 2),
        ("perhaps any IV,1-V,1", "unreadable", 1),
        ("any " * 20, "unreadable", 1),
        ("x" * 4001, "too-long", None),
        ("any " + "x" * 400, "too-long", None),
        ("any IV,1-V,1;" * 21, "too-many-lines", None),
        ("any IV,1-V,1 " * 6, "too-many-plies", 1),
        ("if VII,6-VI,6 and VI,6-V,6 then III,3-IV,3", "whose-turn", 1),
        ("then III,3-IV,3", "whose-turn", 1),
        ("if VII,6-VI,6 then III,3-IV,3 then IV,3-V,3", "whose-turn", 1),
        ("if VII,6-VI,6 then III,3-IV,3; if VII,6-VI,6 then IV,1-V,1", "contradiction", 2),
        ("if VII,6-VI,6 then III,3-III,3", "move", 1),
        ("if I,1-II,2 then III,3-IV,3", "move", 1),
        ("any IV,1-V,1 any XX,1-II,2", "move", 1),
        ("any IV,1-V,1 any @everyone", "move", 1),
        ("any IV,1-V,1 any `rm -rf`", "move", 1),
        ("any 🙂", "move", 1),
        ("any II,1-VIII,8", "move", 1),
    ],
)
def test_invalid_conditional_moves_are_refused_with_the_problem_and_the_line(
    text: str, problem: str, line: int | None
) -> None:
    assert refused(text) == (problem, line)


def test_input_at_the_limits_is_accepted() -> None:
    position = after(HALMA, "II,3-III,3")
    long = "any III,3-IV,3" + " any IV,3-V,3" * 4
    assert len(left(";".join([long] * 20), HALMA, position, 0)) == 1
    assert sum(1 for _ in parser.parse_lines(long)[0]) * 2 == parser.MAX_PLIES


def test_moves_after_the_end_of_the_match_cannot_be_planned() -> None:
    # One man is next to the goal and nine are in it, so the next move wins.
    goal = sorted(HALMA.seats[0].goal)
    before = min(HALMA.board.neighbours[goal[0]])
    cells = bytearray(len(HALMA.board.spots))
    for cell in [before, *goal[1:]]:
        cells[cell] = 1
    for cell in HALMA.seats[0].home:
        cells[cell] = 2
    position = Position(bytes(cells), 0)
    names = HALMA.board.names
    assert refused(f"if {names[before]}-{names[goal[0]]} then I,1-I,2", position, seat=1) == (
        "over",
        1,
    )


def test_only_the_named_reply_is_answered() -> None:
    base = after(HALMA, "II,3-III,3")
    lines = left(
        "if VII,6-VI,6 then III,3-IV,3 if VI,6-V,6 then IV,3-V,3; if VI,7-VI,6 then III,3-IV,4",
        HALMA,
        base,
        0,
    )
    answer = parser.find_answer(HALMA, lines, base, after(HALMA, "VII,6-VI,6", start=base))
    assert isinstance(answer, PlannedMove)
    assert HALMA.format(answer.move) == "III,3-IV,3"
    assert answer.rest == ((PlanStep(("VI,6-V,6",), "IV,3-V,3"),),)
    assert parser.find_answer(HALMA, lines, base, after(HALMA, "VIII,5-VII,5", start=base)) == (
        "unforeseen"
    )


def test_named_replies_come_before_any_and_the_first_untouched_any_is_played() -> None:
    base = after(HALMA, "II,3-III,3", "VI,7-V,7", "III,3-IV,3")
    lines = left(
        "any IV,3-V,3; any IV,1-V,1; if VII,6-VI,6 then I,4-I,5 any I,5-I,6", HALMA, base, 0
    )

    def answered(reply: str) -> str:
        answer = parser.find_answer(HALMA, lines, base, after(HALMA, reply, start=base))
        assert isinstance(answer, PlannedMove)
        return HALMA.format(answer.move)

    assert answered("VII,6-VI,6") == "I,4-I,5"
    assert answered("VII,7-VI,7") == "IV,3-V,3"


def test_a_path_is_touched_by_a_man_on_it_or_by_a_missing_bridge() -> None:
    """Ada's man on I,1 would jump over II,2 and IV,4 to V,5."""
    index = HALMA.board.index

    def board(white: list[tuple[int, int]], black: list[tuple[int, int]], turn: int) -> Position:
        cells = bytearray(len(HALMA.board.spots))
        for men, byte in ((white, 1), (black, 2)):
            for spot in men:
                cells[index[spot]] = byte
        return Position(bytes(cells), turn)

    white, black = [(1, 1), (2, 2), (8, 1)], [(4, 4), (6, 4), (5, 6)]
    base = board(white, black, 1)
    move = HALMA.parse(board(white, black, 0), "I,1-V,5")
    assert {HALMA.board.names[cell] for cell in parser.path(HALMA, move)} == {
        "I,1", "II,2", "III,3", "IV,4", "V,5",
    }  # fmt: skip
    for reply, expected in (
        ("VI,4-VII,4", move),  # beside the path
        ("V,6-V,7", move),
        ("V,6-V,5", "touched"),  # lands on the target
        ("IV,4-III,3", "touched"),
        ("IV,4-IV,5", "touched"),  # was a bridge of the path
    ):
        position = after(HALMA, reply, start=base)
        assert parser.path_unchanged(HALMA, base, position, "I,1-V,5") == expected, reply


def test_another_route_to_the_same_square_does_not_save_a_touched_path() -> None:
    """The jumped man moves away, but a jump over another man also ends on III,3."""
    cells = bytearray(len(HALMA.board.spots))
    index = HALMA.board.index
    for spot, byte in (((1, 1), 1), ((2, 1), 2), ((3, 2), 2), ((1, 2), 2), ((2, 3), 2)):
        cells[index[spot]] = byte
    base = Position(bytes(cells), 1)
    mine = Position(bytes(cells), 0)
    planned = HALMA.parse(mine, "I,1-III,3")
    over = HALMA.board.names[min(parser.path(HALMA, planned) - set(planned.path))]
    for target in HALMA.moves(base):
        if HALMA.board.names[target.path[0]] == over:
            position = HALMA.apply(base, target)
            if HALMA.reason(position, "I,1-III,3") is None:
                assert parser.path_unchanged(HALMA, base, position, "I,1-III,3") == "touched"
                return
    raise AssertionError("no reply leaves the other way open")


def test_a_move_off_the_board_crosses_the_man_at_the_edge() -> None:
    rules = variant("top-secret")
    index = rules.board.index
    cells = bytearray(len(rules.board.spots))
    cells[index[15, 5]], cells[index[16, 5]], cells[index[1, 1]] = 1, 2, 2
    stock = (0, 0)
    base, mine = Position(bytes(cells), 1, stock), Position(bytes(cells), 0, stock)
    assert index[16, 5] in parser.path(rules, rules.parse(mine, "XV,5-off"))
    gone = after(rules, "XVI,5-XVI,6", start=base)
    assert parser.path_unchanged(rules, base, gone, "XV,5-off") == "touched"
    elsewhere = after(rules, "I,1-I,2", start=base)
    assert isinstance(parser.path_unchanged(rules, base, elsewhere, "XV,5-off"), Move)


def test_replies_of_several_players_are_named_in_their_order() -> None:
    rules = variant("chinese-checkers-3")
    base = rules.start()
    first = rules.moves(base)[0]
    position = rules.apply(base, first)
    second = rules.moves(position)[0]
    mine = rules.moves(rules.apply(position, second))[0]
    printed = [rules.format(move) for move in (first, second, mine)]
    text = f"if {printed[0]} and {printed[1]} then {printed[2]}"
    assert parser.format_lines(left(text, rules, base, 2)) == text
    with pytest.raises(BadPlan, match="whose-turn"):
        left(f"if {printed[0]} then {printed[2]}", rules, base, 2)


def test_two_turns_in_a_row_are_planned_with_then() -> None:
    rules = variant("le-zug")
    base = rules.start()
    text = (
        "if drop II,2 and drop II,4 and drop II,6 then drop XVI,2 then drop XVI,4 then drop XVI,6"
    )
    lines = left(text, rules, base, 1)
    assert parser.format_lines(lines) == text
    position = after(rules, "drop II,2", "drop II,4", "drop II,6")
    answer = parser.find_answer(rules, lines, base, position)
    assert isinstance(answer, PlannedMove)
    position = rules.apply(position, answer.move)
    again = parser.find_answer(rules, answer.rest, position, position)
    assert isinstance(again, PlannedMove)
    assert rules.format(again.move) == "drop XVI,4"


@pytest.mark.check
@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["if", "any", "then", "and", ";", "\n", "II,3-IV,5", "VII,6-VI,6", "pass"]
            ),
            st.text(max_size=12),
        ),
        max_size=40,
    )
)
def test_any_text_is_either_valid_or_refused_with_a_problem_that_has_a_sentence(
    parts: list[str],
) -> None:
    try:
        lines = left(" ".join(parts), HALMA, after(HALMA, "II,3-III,3"), 0)
    except BadPlan as bad:
        facts = dict(bad.facts)
    else:
        assert parser.parse_lines(parser.format_lines(lines)) == lines
        return
    assert facts["problem"] in {*PLANS, "move"}
    assert (facts.get("cause") is not None) == (facts["problem"] == "move")


def test_a_drop_queue_skips_occupied_squares_and_ends_with_the_last_man() -> None:
    rules = variant("top-secret")
    base = after(rules, "VI,6")
    lines = left("next drop VI,7; next VI,8; next drop VI,9", rules, base, 0)
    assert parser.format_lines(lines) == "next drop VI,7\nnext drop VI,8\nnext drop VI,9"
    position = after(rules, "VI,7", start=base)
    answer = parser.find_answer(rules, lines, base, position)
    assert isinstance(answer, PlannedMove)
    assert rules.format(answer.move) == "drop VI,8"
    assert parser.format_lines(answer.rest) == "next drop VI,9"
    last = Position(position.cells, position.turn, (1, 17), ply=position.ply)
    answer = parser.find_answer(rules, lines, base, last)
    assert isinstance(answer, PlannedMove)
    assert answer.rest == ()
    full = after(rules, "VI,7", "VI,8", "VI,9", "VI,10", start=base)
    assert parser.find_answer(rules, lines, base, full) == "impossible"


def test_a_queue_accepts_only_drops_and_one_per_line() -> None:
    assert refused("next III,3-IV,3") == ("no-drop", 1)
    assert refused("next III,3-IV,3 then IV,1-V,1") == ("unreadable", 1)
    assert refused("any IV,1-V,1; next") == ("unreadable", 2)
    assert refused("next III,3-IV,3;" * 41) == ("too-many-lines", None)


def test_a_queue_continues_after_another_line_has_answered() -> None:
    rules = variant("top-secret")
    base = after(rules, "VI,6")
    lines = left("next drop VI,7; if VI,8 then VI,9", rules, base, 0)
    answer = parser.find_answer(rules, lines, base, after(rules, "VI,8", start=base))
    assert isinstance(answer, PlannedMove)
    assert rules.format(answer.move) == "drop VI,9"
    assert parser.format_lines(answer.rest) == "next drop VI,7"


@pytest.mark.parametrize(
    ("if_", "then", "any_"),
    [
        ("wenn", "dann", "egal"),
        ("si", "entonces", "cualquiera"),
        ("Si", "alors", "quelconque"),
        ("se", "allora", "qualsiasi"),
        ("ALS", "dan", "willekeurig"),
        ("se", "então", "qualquer"),
        ("om", "så", "valfritt"),
    ],
)
def test_the_words_of_every_language_are_understood_and_stored_in_english(
    if_: str, then: str, any_: str
) -> None:
    text = f"{if_} VII,6-VI,6 {then} III,3-IV,3; {any_} IV,1-V,1"
    lines = left(text, HALMA, after(HALMA, "II,3-III,3"), 0)
    assert parser.format_lines(lines) == "if VII,6-VI,6 then III,3-IV,3\nany IV,1-V,1"


def test_no_word_of_conditional_moves_has_another_meaning_in_a_move() -> None:
    for words in plan_words.WORDS.values():
        for word in words.split():
            assert len(word) > 1
            assert (meaning(word) or "then") == "then", word
