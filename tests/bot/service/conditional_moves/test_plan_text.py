"""Text of conditional moves: one line per reply, without words."""

import random
from contextlib import suppress

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bot.i18n.translator import translator_for
from bot.service.conditional_moves import plan_text
from bot.service.conditional_moves.plan_lines import PlanLine, PlanLines, with_turn
from bot.service.errors import BadPlan, PlanFault
from bot.texts.error_messages import PLANS, error_text
from engine import EngineError, Position, Variant, variant

HALMA = variant("halma-8")
START = HALMA.apply(HALMA.start(), HALMA.parse(HALMA.start(), "II,3-III,3"))
PLAIN = "VII,6-VI,6, III,3-IV,3"


def parsed(text: str, position: Position = START, seat: int = 0) -> PlanLines:
    return plan_text.parse_plan(HALMA, position, seat, text)


def faults(text: str, position: Position = START, seat: int = 0) -> tuple[PlanFault, ...]:
    """Return the faults of a refused text."""
    with pytest.raises(BadPlan) as bad:
        parsed(text, position, seat)
    return faults_of(bad.value)


def faults_of(refused: BadPlan) -> tuple[PlanFault, ...]:
    faults = refused.facts["faults"]
    assert isinstance(faults, tuple)
    return faults


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "VII,6-VI,6,III,3-IV,3",
        "VII, 6 - VI, 6, III, 3 - IV, 3.",
        "VII,6 to VI,6, III,3 to IV,3",
        "VII,6-VI,6 ; III,3-IV,3",
        "VII,6-VI,6 : III,3-IV,3",
        "VII,6-VI,6 | III,3-IV,3",
        "VII,6-VI,6\tIII,3-IV,3",
        "VII,6-VI,6 -> III,3-IV,3",
        "VII,6-VI,6 → III,3-IV,3",
        "VII,6->VI,6, III,3->IV,3",
        "VII,6→VI,6; III,3→IV,3",
        "VII,6, VI,6; III,3, IV,3",
        "(VII,6)-(VI,6), (III,3)-(IV,3)",
        "7,6-6,6,3,3-4,3",
        "7,6 6,6, 3,3 4,3",
        "f7-f6, c3-c4",
        "76-66, 33-43",
        "VII,6xVI,6, III,3xIV,3",
        "ⅶ，6－ⅵ，6， iii,3-iv,3",
        f"\n\n  {PLAIN}  \r\n{PLAIN}\n . \n",
    ],
)
def test_two_moves_are_told_apart_however_they_are_separated(text: str) -> None:
    assert plan_text.print_plan(parsed(text)) == PLAIN


@pytest.mark.parametrize(
    "text", ["* III,3-IV,3", "*,III,3-IV,3", "*; III,3-IV,3", "* -> III,3-IV,3", "*→III,3→IV,3"]
)
def test_a_star_stands_for_any_reply(text: str) -> None:
    assert plan_text.print_plan(parsed(text)) == "*, III,3-IV,3"


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("", "empty", None),
        (" \n\n . ", "empty", None),
        ("VII,6-VI,6", "unfinished", 1),
        ("*", "unfinished", 1),
        (f"{PLAIN}, VI,6-V,6", "unfinished", 1),
        (f"*, III,3-IV,3\n{PLAIN}, *", "unfinished", 2),
        ("*, *, III,3-IV,3", "star", 1),
        ("VII,6-VI,6, *", "star", 1),
        ("x" * 4001, "too-long", None),
        ("*, " + "x" * 400, "too-long", 1),
        ("*, IV,1-V,1\n" * 61, "too-many-lines", None),
        ("*, III,3-IV,3" + ", *, IV,3-V,3" * 5, "too-many-plies", 1),
        (f"{PLAIN}\nVII,6-VI,6, IV,1-V,1", "contradiction", 2),
        ("if VII,6-VI,6 then III,3-IV,3", "several-turns", 1),
        ("VII,6-VI,6 III,3-IV,3", "several-turns", 1),
        ("VII,6-VI,6, III,3-III,3", "move", 1),
        ("I,1-II,2, III,3-IV,3", "move", 1),
        ("*, IV,1-V,1, *, XX,1-II,2", "move", 1),
        ("*, IV,1-V,1, *, @everyone", "move", 1),
        ("any III,3-IV,3", "move", 1),
        ("*, `rm -rf`", "move", 1),
        ("*, 🙂", "move", 1),
        ("*, II,1-VIII,8", "move", 1),
    ],
)
def test_wrong_lines_are_refused_with_the_problem_and_the_line(
    text: str, problem: str, line: int | None
) -> None:
    assert [(fault.problem, fault.line) for fault in faults(text)] == [(problem, line)]


def test_each_wrong_line_has_a_sentence_with_its_number_and_what_was_read() -> None:
    text = f"VII,6-VI,6, III,3-IV,9\n\n{PLAIN}\n*, II,1-VIII,8\nVII,7"
    with pytest.raises(BadPlan) as bad:
        parsed(text)
    sentences = error_text(translator_for("en"), bad.value).splitlines()
    starts = [sentence.partition(":")[0] for sentence in sentences]
    assert starts == [
        "Your plan has not been saved",
        "Line 1, `III,3-IV,9`",
        "Line 3, `II,1-VIII,8`",
        "Line 4, `VII,7`",
    ]
    assert "There is no square `IV,9` on this board" in sentences[1]


def test_input_at_the_limits_is_accepted() -> None:
    long = "*, III,3-IV,3" + ", *, IV,3-V,3" * 4
    assert len(parsed("\n".join([long] * 20))) == 1
    replies = [HALMA.format(move) for move in HALMA.moves(START)][:20]
    with pytest.raises(BadPlan, match="too-many-lines"):
        parsed("\n".join([f"{reply}, III,3-IV,3" for reply in replies] + [f"*, {long[3:]}"]))


def test_a_queue_of_drops_has_a_limit_of_its_own() -> None:
    rules = variant("top-secret")
    start = rules.apply(rules.start(), rules.moves(rules.start())[0])
    drops = [f"*, {rules.format(move)}" for move in rules.moves(with_turn(start, 0))]
    assert 20 < len(drops) <= plan_text.MAX_QUEUED
    lines = plan_text.parse_plan(rules, start, 0, "\n".join(drops))
    assert plan_text.print_plan(lines) == "\n".join(drops)


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
    (fault,) = faults(f"{names[before]}-{names[goal[0]]}, I,1-I,2", position, 1)
    assert (fault.problem, fault.line) == ("over", 1)


def test_replies_of_several_players_come_before_the_own_move_in_their_order() -> None:
    rules = variant("chinese-checkers-3")
    base = rules.start()
    first = rules.moves(base)[0]
    position = rules.apply(base, first)
    second = rules.moves(position)[0]
    mine = rules.moves(rules.apply(position, second))[0]
    printed = [rules.format(move) for move in (first, second, mine)]
    text = ", ".join(printed)
    (line,) = plan_text.parse_plan(rules, base, 2, text)
    assert line[0].replies == tuple(printed[:2])
    assert plan_text.print_line(line) == text
    with pytest.raises(BadPlan):
        plan_text.parse_plan(rules, base, 2, f"{printed[0]}, {printed[2]}")


def test_after_a_move_that_cannot_be_foreseen_every_opponent_replies_once() -> None:
    rules = variant("chinese-checkers-3")
    base = rules.start()
    own = rules.format(rules.moves(with_turn(base, 2))[0])
    unforeseen = "I,1-I,1"  # not legal before the replies are known
    text = f"*, {own}, *, {unforeseen}, {unforeseen}, {unforeseen}, {own}"
    (line,) = plan_text.parse_plan(rules, base, 2, text)
    assert [step.replies for step in line] == [None, None, (unforeseen, unforeseen)]
    assert plan_text.print_line(line) == text


def random_line(rng: random.Random, rules: Variant, position: Position, seat: int) -> PlanLine:
    """Return a random line. Raises `BadPlan` if its moves are not one."""
    start, moves = position, list[str]()
    for _ in range(rng.randrange(1, 4)):
        if rng.random() < 0.4:
            moves.append(plan_text.ANY)
            position = with_turn(position, seat)
        while position.turn != seat and rules.outcome(position) is None and len(moves) < 8:
            move = rng.choice(rules.moves(position))
            moves.append(rules.format(move))
            position = rules.apply(position, move)
        if position.turn != seat or rules.outcome(position) is not None:
            break
        move = rng.choice(rules.moves(position))
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    return plan_text.read_line(rules, start, seat, moves)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    key=st.sampled_from(
        ["halma-8", "top-secret", "le-zug", "chinese-checkers-3", "renpaarden", "carrera"]
    ),
)
def test_a_printed_plan_is_read_as_the_same_plan(seed: int, key: str) -> None:
    rules, rng = variant(key), random.Random(seed)
    position, seat = rules.start(), len(rules.seats) - 1
    lines: list[PlanLine] = []
    for _ in range(4):
        with suppress(BadPlan):
            lines.append(random_line(rng, rules, position, seat))
    for line in lines:
        assert plan_text.parse_plan(rules, position, seat, plan_text.print_line(line)) == (line,)
    problems = set[str]()
    try:
        plan = plan_text.parse_plan(rules, position, seat, plan_text.print_plan(tuple(lines)))
    except BadPlan as refused:
        problems = {fault.problem for fault in faults_of(refused)}
    else:
        event("a whole plan")
        assert plan == tuple(dict.fromkeys(lines))
    assert problems <= {"contradiction", "empty"}


@pytest.mark.check
@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["*", ",", ";", "\n", "->", "II,3-IV,5", "VII,6-VI,6", "pass"]),
            st.text(max_size=12),
        ),
        max_size=40,
    )
)
def test_any_text_is_either_read_or_refused_with_a_problem_that_has_a_sentence(
    parts: list[str],
) -> None:
    try:
        lines = parsed(" ".join(parts))
    except BadPlan as refused:
        bad = refused
    else:
        assert parsed(plan_text.print_plan(lines)) == lines
        return
    for fault in faults_of(bad):
        assert fault.problem in {*PLANS, "move"}
        assert isinstance(fault.cause, EngineError) == (fault.problem == "move")
    assert error_text(translator_for("de"), bad)
