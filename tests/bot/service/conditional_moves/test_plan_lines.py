"""Lines of conditional moves, evaluated after an opponent's move."""

from bot.service.conditional_moves import plan_lines, plan_text
from bot.service.conditional_moves.plan_lines import PlannedMove, PlanStep
from engine import Move, Position, Variant, variant

HALMA = variant("halma-8")


def after(rules: Variant, *moves: str, start: Position | None = None) -> Position:
    """Return the position after these moves."""
    position = start or rules.start()
    for move in moves:
        position = rules.apply(position, rules.parse(position, move))
    return position


def test_only_the_named_reply_is_answered() -> None:
    base = after(HALMA, "II,3-III,3")
    lines = plan_text.parse_plan(
        HALMA, base, 0, "VII,6-VI,6, III,3-IV,3, VI,6-V,6, IV,3-V,3\nVI,7-VI,6, III,3-IV,4"
    )
    answer = plan_lines.find_answer(HALMA, lines, base, after(HALMA, "VII,6-VI,6", start=base))
    assert isinstance(answer, PlannedMove)
    assert HALMA.format(answer.move) == "III,3-IV,3"
    assert answer.rest == ((PlanStep(("VI,6-V,6",), "IV,3-V,3"),),)
    assert plan_lines.find_answer(HALMA, lines, base, after(HALMA, "VIII,5-VII,5", start=base)) == (
        "unforeseen"
    )


def test_named_replies_come_before_any_and_the_first_untouched_any_is_played() -> None:
    base = after(HALMA, "II,3-III,3", "VI,7-V,7", "III,3-IV,3")
    lines = plan_text.parse_plan(
        HALMA, base, 0, "*, IV,3-V,3\n*, IV,1-V,1\nVII,6-VI,6, I,4-I,5, *, I,5-I,6"
    )

    def answered(reply: str) -> str:
        answer = plan_lines.find_answer(HALMA, lines, base, after(HALMA, reply, start=base))
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
    assert {HALMA.board.names[cell] for cell in plan_lines.path(HALMA, move)} == {
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
        assert plan_lines.path_unchanged(HALMA, base, position, "I,1-V,5") == expected, reply


def test_another_route_to_the_same_square_does_not_save_a_touched_path() -> None:
    """The jumped man moves away, but a jump over another man also ends on III,3."""
    cells = bytearray(len(HALMA.board.spots))
    index = HALMA.board.index
    for spot, byte in (((1, 1), 1), ((2, 1), 2), ((3, 2), 2), ((1, 2), 2), ((2, 3), 2)):
        cells[index[spot]] = byte
    base = Position(bytes(cells), 1)
    mine = Position(bytes(cells), 0)
    planned = HALMA.parse(mine, "I,1-III,3")
    over = HALMA.board.names[min(plan_lines.path(HALMA, planned) - set(planned.path))]
    for target in HALMA.moves(base):
        if HALMA.board.names[target.path[0]] == over:
            position = HALMA.apply(base, target)
            if HALMA.reason(position, "I,1-III,3") is None:
                assert plan_lines.path_unchanged(HALMA, base, position, "I,1-III,3") == "touched"
                return
    raise AssertionError("no reply leaves the other way open")


def test_a_move_off_the_board_crosses_the_man_at_the_edge() -> None:
    rules = variant("top-secret")
    index = rules.board.index
    cells = bytearray(len(rules.board.spots))
    cells[index[15, 5]], cells[index[16, 5]], cells[index[1, 1]] = 1, 2, 2
    stock = (0, 0)
    base, mine = Position(bytes(cells), 1, stock), Position(bytes(cells), 0, stock)
    assert index[16, 5] in plan_lines.path(rules, rules.parse(mine, "XV,5-off"))
    gone = after(rules, "XVI,5-XVI,6", start=base)
    assert plan_lines.path_unchanged(rules, base, gone, "XV,5-off") == "touched"
    elsewhere = after(rules, "I,1-I,2", start=base)
    assert isinstance(plan_lines.path_unchanged(rules, base, elsewhere, "XV,5-off"), Move)


def test_two_turns_in_a_row_are_planned_one_after_another() -> None:
    rules = variant("le-zug")
    base = rules.start()
    text = "drop II,2, drop II,4, drop II,6, drop XVI,2, drop XVI,4, drop XVI,6"
    lines = plan_text.parse_plan(rules, base, 1, text)
    assert plan_text.print_plan(lines) == text
    position = after(rules, "drop II,2", "drop II,4", "drop II,6")
    answer = plan_lines.find_answer(rules, lines, base, position)
    assert isinstance(answer, PlannedMove)
    position = rules.apply(position, answer.move)
    again = plan_lines.find_answer(rules, answer.rest, position, position)
    assert isinstance(again, PlannedMove)
    assert rules.format(again.move) == "drop XVI,4"


def test_a_drop_queue_skips_occupied_squares_and_ends_with_the_last_man() -> None:
    rules = variant("top-secret")
    base = after(rules, "VI,6")
    lines = plan_text.parse_plan(rules, base, 0, "*, drop VI,7\n*, VI,8\n* VI,9")
    assert plan_text.print_plan(lines) == "*, drop VI,7\n*, drop VI,8\n*, drop VI,9"
    position = after(rules, "VI,7", start=base)
    answer = plan_lines.find_answer(rules, lines, base, position)
    assert isinstance(answer, PlannedMove)
    assert rules.format(answer.move) == "drop VI,8"
    assert plan_text.print_plan(answer.rest) == "*, drop VI,9"
    last = Position(position.cells, position.turn, (1, 17), ply=position.ply)
    answer = plan_lines.find_answer(rules, lines, base, last)
    assert isinstance(answer, PlannedMove)
    assert answer.rest == ()
    full = after(rules, "VI,7", "VI,8", "VI,9", "VI,10", start=base)
    assert plan_lines.find_answer(rules, lines, base, full) == "impossible"


def test_a_queue_continues_after_another_line_has_answered() -> None:
    rules = variant("top-secret")
    base = after(rules, "VI,6")
    lines = plan_text.parse_plan(rules, base, 0, "*, drop VI,7\nVI,8, VI,9")
    answer = plan_lines.find_answer(rules, lines, base, after(rules, "VI,8", start=base))
    assert isinstance(answer, PlannedMove)
    assert rules.format(answer.move) == "drop VI,9"
    assert plan_text.print_plan(answer.rest) == "*, drop VI,7"


def test_lines_are_stored_and_loaded_again() -> None:
    lines = (
        (PlanStep(("VII,6-VI,6", "VI,6-V,6"), "III,3-IV,3"), PlanStep((), "IV,3-V,3")),
        (PlanStep(None, "drop II,4"),),
    )
    stored = plan_lines.dump_lines(lines)
    assert stored == (
        '[[[["VII,6-VI,6","VI,6-V,6"],"III,3-IV,3"],[[],"IV,3-V,3"]],[[null,"drop II,4"]]]'
    )
    assert plan_lines.load_lines(stored) == lines


def test_only_a_single_drop_after_any_reply_belongs_to_the_queue() -> None:
    rules = variant("top-secret")
    drop, typed = PlanStep(None, "drop VI,7"), PlanStep(None, "the piece to VI,7")
    assert plan_lines.is_queued(rules, (drop,))
    assert not plan_lines.is_queued(rules, (typed,))
    assert not plan_lines.is_queued(rules, (drop, drop))
    assert not plan_lines.is_queued(rules, (PlanStep(("drop VI,8",), "drop VI,7"),))
    assert not plan_lines.is_queued(HALMA, (PlanStep(None, "II,2-II,4"),))
