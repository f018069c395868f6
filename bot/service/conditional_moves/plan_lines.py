"""Lines of conditional moves, and their evaluation. Pure: no storage.

A line is a chain of steps. A step is a condition and the move that answers it:

    ("A",), "B"       to exactly this reply
    ("A", "B"), "C"   to these replies, in this order, with several opponents
    (), "C"           to no reply: the player moves again, e.g. when dropping men
    None, "C"         to any replies that do not touch the path of this move

A reply touches the path of a move if it changes the contents of a square that the move changes, or
that its man leaves, lands on or passes over. For example, a man may have landed on the target
square, or a man to be jumped over may have moved away. The move is then not played, even if another
path leads to the same square.

Lines that name replies take precedence over lines for any reply. Among the latter, the first one
whose path is untouched is played. Lines that only drop a piece after any reply have the lowest
precedence and form a queue: they remain when another line is played, occupied squares are skipped,
and the queue ends when no piece is left to drop.

Lines are stored as JSON. `plan_text` reads and prints them as text.
"""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from engine import EngineError, Move, Position, Variant
from engine.board import OFF

CancelCause = Literal["unforeseen", "touched", "impossible"]
"""The reason why no conditional move can be played.

"unforeseen": no line matches the replies. "touched": the replies touched the path. "impossible":
the planned move cannot be played.
"""


class PlanStep(NamedTuple):
    """A step of a line: a condition, and the move that answers it."""

    replies: tuple[str, ...] | None
    """Replies since the previous step. None: any replies that do not touch the path."""
    move: str


PlanLine = tuple[PlanStep, ...]
PlanLines = tuple[PlanLine, ...]


class PlannedMove(NamedTuple):
    """The move to play, and the lines that remain after it."""

    move: Move
    rest: PlanLines


def load_lines(text: str) -> PlanLines:
    """Return stored lines; `dump_lines` is the inverse."""
    return tuple(
        tuple(PlanStep(None if replies is None else tuple(replies), move) for replies, move in line)
        for line in json.loads(text)
    )


def dump_lines(lines: PlanLines) -> str:
    """Return lines as JSON: for each step, its replies or null, and its move."""
    steps = [[(step.replies, step.move) for step in line] for line in lines]
    return json.dumps(steps, ensure_ascii=False, separators=(",", ":"))


def is_queued(rules: Variant, line: PlanLine) -> bool:
    """Return whether a line only drops a piece after any reply, as in the queue."""
    step = line[0]
    if len(line) > 1 or step.replies is not None or not rules.stock:
        return False
    try:
        return len(rules.parse_canonical(step.move).path) == 1
    except EngineError:
        return False


def lines_at(rules: Variant, lines: PlanLines, base: Position, position: Position) -> PlanLines:
    """Return lines that were saved in `base` as they would be saved in `position`.

    `position` was reached from `base`. Replies that have been made are removed. Lines that name
    other replies are left out.
    """
    seen = (_line_at(rules, line, base, position) for line in lines)
    return tuple(line for line in seen if line is not None)


def _line_at(rules: Variant, line: PlanLine, base: Position, position: Position) -> PlanLine | None:
    """Return a line as of `position`, or None if it names other replies."""
    step = line[0]
    if step.replies is None:
        return line
    for made in range(len(step.replies) + 1):
        if _after_replies(rules, base, step.replies[:made]) == _position_key(position):
            return (PlanStep(step.replies[made:], step.move), *line[1:])
    return None


def find_answer(
    rules: Variant, lines: PlanLines, base: Position, position: Position
) -> PlannedMove | CancelCause:
    """Return the move that these lines play in `position`, or why there is none.

    `base` is the position in which the lines were saved. `position` is the current position,
    reached from `base`.
    """
    why: CancelCause = "unforeseen"
    reached = _position_key(position)
    for line in sorted(lines, key=lambda line: (is_queued(rules, line), line[0].replies is None)):
        step = line[0]
        move: Move | CancelCause
        if is_queued(rules, line):
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
            return PlannedMove(move, (*rest, *_remaining_queue(rules, lines, line, position, move)))
        why = move
    return why


def path_unchanged(
    rules: Variant, base: Position, position: Position, text: str
) -> Move | CancelCause:
    """Return the move in `text` if the replies have not touched its path.

    `text` is parsed in `base`, as if it were already the turn of the player to move in `position`.
    The move must still take the same path and have the same effect. Otherwise returns the reason.
    """
    mine = with_turn(base, position.turn)
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
    rules: Variant, lines: PlanLines, played: PlanLine, position: Position, move: Move
) -> PlanLines:
    """Return the rest of the queue after a move, or () if no man is left to drop."""
    seat, queue = position.turn, [line for line in lines if is_queued(rules, line)]
    if is_queued(rules, played):
        queue = queue[queue.index(played) + 1 :]
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


def with_turn(position: Position, seat: int) -> Position:
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
