"""Parser and evaluator for conditional moves. Pure: no storage.

Conditional moves consist of a few lines, each of which is a chain of steps. A step is a condition
and the move that answers it:

    if II,3-IV,5 then I,1-III,1         to exactly this reply
    if A and B and C then D             to these replies, in this order, with several opponents
    any II,2-II,4                       to any reply that does not touch the path of this move
    if A then B if C then D; any E      steps form a chain; lines are alternatives
    if A then B then C                  two moves in a row, e.g. when dropping men
    next drop II,4                      a queue of drops, one per line: the first legal one

A reply touches the path of a move if it changes the contents of a square that the move changes, or
that its man leaves, lands on or passes over. For example, a man may have landed on the target
square, or a man to be jumped over may have moved away. The move is then not played, even if another
path leads to the same square.

Players may also type the words of `plan_words`, such as "wenn" and "dann". Lines are stored in English.

Lines that name replies take precedence over lines with `any`. Among those with `any`, the first one
whose path is untouched is played. The queue has the lowest precedence and remains when another line
is played. It skips occupied squares and ends when no man is left to drop. Steps after an `any`
cannot be checked in advance, except that their squares must exist.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from bot.service.conditional_moves import plan_words
from bot.service.errors import BadPlan
from engine import BadNotation, EngineError, IllegalMove, Move, Position, Variant
from engine.board import OFF
from engine.move_words import plain_letters

MAX_LINES = 20
MAX_QUEUED = 40
"""Maximum number of drops in the queue."""
MAX_PLIES = 10
"""Maximum plies per line, including the replies of others; an `any` is one reply."""
LINE_LENGTH = 400
LENGTH = 4000
"""Maximum total length of the input in characters."""

CancelCause = Literal["unforeseen", "touched", "impossible"]
"""The reason why no conditional move can be played.

"unforeseen": no line matches the replies. "touched": the replies touched the path. "impossible":
the planned move cannot be played.
"""

_ENDS = re.compile(r"[;\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_WORDS = re.compile(r"\b(if|any|next|then|and)\b", re.IGNORECASE)
_AROUND = " \t\u00a0.,:*"
_NUMBER = re.compile(r"[\W\d]*")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a line: a condition, and the move that answers it."""

    replies: tuple[str, ...] | None
    """Replies since the previous step. None: any replies that do not touch the path."""
    move: str
    queued: bool = False
    """Whether this is a queued drop, which is then the only step of its line."""


PlanLine = tuple[PlanStep, ...]
PlanLines = tuple[PlanLine, ...]


class PlannedMove(NamedTuple):
    """The move to play, and the lines that remain after it."""

    move: Move
    rest: PlanLines


def parse_submitted(text: str) -> PlanLines:
    """Parse the lines that a player has typed and check their limits.

    Raises `BadPlan`.
    """
    if len(text) > LENGTH:
        raise BadPlan(line=None, problem="too-long")
    if any(len(part) > LINE_LENGTH for part in _split_rows(text)):
        raise BadPlan(line=None, problem="too-long")
    lines = parse_lines(plan_words.in_english(text))
    queued = sum(line[0].queued for line in lines)
    if len(lines) - queued > MAX_LINES or queued > MAX_QUEUED:
        raise BadPlan(line=None, problem="too-many-lines")
    for number, line in enumerate(lines, 1):
        if sum(2 if step.replies is None else len(step.replies) + 1 for step in line) > MAX_PLIES:
            raise BadPlan(line=number, problem="too-many-plies")
    return lines


def parse_lines(text: str) -> PlanLines:
    """Parse text into lines. Raises `BadPlan` with the line and the problem."""
    rows = _split_rows(text)
    if not rows:
        raise BadPlan(line=None, problem="empty")
    return tuple(_parse_line(part, number) for number, part in enumerate(rows, 1))


def format_lines(lines: PlanLines) -> str:
    """Format the lines so that `parse_lines` can parse them, one per row."""
    return "\n".join(" ".join(_parse_step(step) for step in line) for line in lines)


def validate_lines(rules: Variant, position: Position, seat: int, lines: PlanLines) -> PlanLines:
    """Check the lines for a seat that is not to move, and return them normalized.

    Duplicates are removed. Every reply and answer must be legal, as far as the position is known in
    advance. Raises `BadPlan`.
    """
    checked: dict[PlanLine, int] = {}
    answers: dict[tuple[PlanLine, tuple[str, ...]], tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        try:
            printed = _validate_line(rules, position, seat, line)
        except _InvalidLine as wrong:
            raise BadPlan(line=number, problem=wrong.problem) from wrong
        except EngineError as error:
            raise BadPlan(line=number, problem="move", cause=error) from error
        for at, step in enumerate(printed):
            if step.replies is None:
                continue
            move, other = answers.setdefault((printed[:at], step.replies), (step.move, number))
            if move != step.move:
                raise BadPlan(line=number, problem="contradiction", other=other)
        checked.setdefault(printed, number)
    return tuple(checked)


def find_answer(
    rules: Variant, lines: PlanLines, base: Position, position: Position
) -> PlannedMove | CancelCause:
    """Return the move that these lines play in `position`, or why there is none.

    `base` is the position in which the lines were saved. `position` is the current position,
    reached from `base`.
    """
    why: CancelCause = "unforeseen"
    reached = _position_key(position)
    for line in sorted(lines, key=lambda line: (line[0].queued, line[0].replies is None)):
        step = line[0]
        move: Move | CancelCause
        if step.queued:
            move = _parse_move(rules, position, step.move) or "impossible"
        elif step.replies is None:
            move = path_unchanged(rules, base, position, step.move)
        elif _after_replies(rules, base, step.replies) == reached:
            move = _parse_move(rules, position, step.move) or "impossible"
            if move == "impossible":
                return move
        else:
            continue
        if isinstance(move, Move):
            rest = _remaining_lines(rules, lines, step, base, position, move)
            return PlannedMove(move, (*rest, *_remaining_queue(rules, lines, step, position, move)))
        why = move
    return why


def path_unchanged(
    rules: Variant, base: Position, position: Position, text: str
) -> Move | CancelCause:
    """Return the move in `text` if the replies have not touched its path.

    `text` is parsed in `base`, as if it were already the turn of the player to move in `position`.
    The move must still take the same path and have the same effect. Otherwise returns the reason.
    """
    mine = _with_turn(base, position.turn)
    planned = _parse_move(rules, mine, text)
    if planned is None:
        return "impossible"
    effect = _effect(rules, mine, planned)
    for cell in path(rules, planned) | {cell for cell, _, _ in effect}:
        if base.cells[cell] != position.cells[cell]:
            return "touched"
    move = _parse_move(rules, position, rules.format(planned))
    if move is None:
        return "impossible"
    return move if _effect(rules, position, move) == effect else "touched"


def path(rules: Variant, move: Move) -> frozenset[int]:
    """Return the squares that a man leaves, lands on or passes over in a move."""
    rays = rules.board.rays
    cells = {cell for cell in move.path if cell != OFF}
    for start, end in pairwise(move.path):
        for ray in rays[start]:
            if (
                end == OFF and len(ray) == 1
            ):  # a man on the last square of this line may have been jumped over
                cells.update(ray)
            elif end in ray:
                cells.update(ray[: ray.index(end)])
    return frozenset(cells)


class _InvalidLine(Exception):
    """A line that breaks a rule of conditional moves."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def _split_rows(text: str) -> list[str]:
    """Split text into rows, leaving out empty ones."""
    parts = (" ".join(part.split()) for part in _ENDS.split(plain_letters(text)))
    return [part for part in parts if part.strip(_AROUND)]


def _parse_line(text: str, number: int) -> PlanLine:
    """Parse one line. Raises `BadPlan` with its number."""
    before, *parts = _WORDS.split(text)
    words = [word.casefold() for word in parts[::2]]
    moves = [move.strip(_AROUND) for move in parts[1::2]]
    steps: list[PlanStep] = []
    at = 0
    while at < len(words):
        replies: list[str] | None = []
        if words == ["next"] and moves[at] and _NUMBER.fullmatch(before):
            return (PlanStep(None, moves[at], queued=True),)
        if words[at] == "any":
            replies = None
            at += not moves[at]  # "any then" is accepted too
        elif words[at] == "if":
            first = at
            while words[at : at + 1] in (["if"], ["and"]) and (at == first or words[at] == "and"):
                at += 1
            replies = moves[first:at]
        expected = ("any", "then") if replies is None else ("then",)
        texts = [*(replies or ()), *moves[at : at + 1]]
        if at >= len(words) or words[at] not in expected or not all(texts):
            raise BadPlan(line=number, problem="unreadable")
        steps.append(PlanStep(None if replies is None else tuple(replies), moves[at]))
        at += 1
    if not steps or not _NUMBER.fullmatch(before):
        raise BadPlan(line=number, problem="unreadable")
    return tuple(steps)


def _parse_step(step: PlanStep) -> str:
    if step.replies is None:
        return f"next {step.move}" if step.queued else f"any {step.move}"
    condition = f"if {' and '.join(step.replies)} " if step.replies else ""
    return f"{condition}then {step.move}"


def _validate_line(rules: Variant, start: Position, seat: int, line: PlanLine) -> PlanLine:
    """Check one line and return it with its moves in canonical notation."""
    printed: list[PlanStep] = []
    position: Position | None = start
    for step in line:
        if position is None:
            texts = [
                _check_spelling(rules, start, text) for text in (*(step.replies or ()), step.move)
            ]
            replies = None if step.replies is None else tuple(texts[:-1])
            printed.append(PlanStep(replies, texts[-1]))
            continue
        made: list[str] = []
        for text in step.replies or ():
            move = _legal_move(rules, position, text, mine=False, seat=seat)
            made.append(rules.format(move))
            position = rules.apply(position, move)
        if step.replies is None:
            position = _with_turn(position, seat)
        move = _legal_move(rules, position, step.move, mine=True, seat=seat)
        if step.queued and len(move.path) != 1:
            raise _InvalidLine("no-drop")
        replies = None if step.replies is None else tuple(made)
        printed.append(PlanStep(replies, rules.format(move), step.queued))
        position = None if step.replies is None else rules.apply(position, move)
    return tuple(printed)


def _legal_move(rules: Variant, position: Position, text: str, *, mine: bool, seat: int) -> Move:
    """Parse a move of a line and return it.

    It must be the turn of `seat` if `mine` is true, and the turn of another seat if it is false.
    Raises `_InvalidLine` and the engine's errors.
    """
    if rules.outcome(position) is not None:
        raise _InvalidLine("over")
    if (position.turn == seat) != mine:
        raise _InvalidLine("whose-turn")
    return rules.parse(position, text)


def _check_spelling(rules: Variant, position: Position, text: str) -> str:
    """Check and return the text of a move whose position is not known in advance.

    Only the notation is checked. Raises `BadNotation`, or `IllegalMove` for squares that do not
    exist.
    """
    try:
        rules.parse(position, text)
    except BadNotation:
        raise
    except IllegalMove as error:
        if error.reason.code == "no-such-square":
            raise
    except EngineError:
        pass
    return text


def _remaining_lines(
    rules: Variant, lines: PlanLines, step: PlanStep, base: Position, position: Position, move: Move
) -> PlanLines:
    """Return what remains of all lines that begin with this step."""
    any_reply = step.replies is None
    reached = _position_key(position)
    return tuple(
        line[1:]
        for line in lines
        if len(line) > 1
        and (line[0].replies is None) == any_reply
        and (any_reply or _after_replies(rules, base, line[0].replies or ()) == reached)
        and _parse_move(rules, position, line[0].move) == move
    )


def _remaining_queue(
    rules: Variant, lines: PlanLines, step: PlanStep, position: Position, move: Move
) -> tuple[PlanLine, ...]:
    """Return the rest of the queue after a move, or () if no man is left to drop."""
    seat, queue = position.turn, [line for line in lines if line[0].queued]
    if step.queued:
        queue = queue[queue.index((step,)) + 1 :]
    return tuple(queue) if any(rules.in_hand(rules.apply(position, move), seat)) else ()


def _after_replies(rules: Variant, base: Position, replies: Sequence[str]) -> object:
    """Return the position key after these replies, or None if one is illegal."""
    for text in replies:
        move = _parse_move(rules, base, text)
        if move is None:
            return None
        base = rules.apply(base, move)
    return _position_key(base)


def _parse_move(rules: Variant, position: Position, text: str) -> Move | None:
    try:
        return rules.parse(position, text)
    except EngineError:
        return None


def _position_key(position: Position) -> object:
    """Return the parts of a position that are compared to recognize the replies.

    Departures are ignored.
    """
    return position.cells, position.turn, position.stock, position.done


def _with_turn(position: Position, seat: int) -> Position:
    """Return the same position with this seat to move."""
    return Position(
        position.cells,
        seat,
        position.stock,
        position.done,
        position.gone,
        position.ply,
        position.before,
    )


def _effect(rules: Variant, position: Position, move: Move) -> frozenset[tuple[int, int, int]]:
    """Return the squares that a move changes, with their contents before and after."""
    after = rules.apply(position, move).cells
    return frozenset(
        (cell, old, new)
        for cell, (old, new) in enumerate(zip(position.cells, after, strict=True))
        if old != new
    )
