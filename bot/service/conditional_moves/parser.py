"""Parser and evaluator for conditional moves. Pure: no storage.

Conditional moves are a few lines, each a chain of steps. A step is a condition and the move that
answers it:

    if II,3-IV,5 then I,1-III,1         to exactly this reply
    if A and B and C then D             to these replies, in this order, with several opponents
    any II,2-II,4                       to any reply that does not touch the path of this move
    if A then B if C then D; any E      steps form a chain; lines are alternatives
    if A then B then C                  two moves in a row, e.g. when dropping men
    next drop II,4                      a queue of drops, one per line: the first legal one

A reply touches the path of a move if it changes what stands on a square that the move changes, or
that its man leaves, lands on or passes over. For example, a man has landed on the target square, or
a man to be jumped over has gone or been exchanged. In that case another path to the same square
does not count either.

Lines that name replies take precedence over lines with `any`. Among those with `any`, the first one
whose path is untouched is played. The queue comes last and stays when another line has answered: an
occupied square is skipped, and the queue ends when no man is left to drop. Steps after an `any`
cannot be checked in advance, except that their squares must exist.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from bot.service.errors import BadPlan
from engine import BadNotation, EngineError, IllegalMove, Move, Position, Variant
from engine.board import OFF

LINES = 20
QUEUED = 40
"""Maximum number of drops in the queue."""
PLIES = 10
"""Maximum plies per line, including the replies of others. An `any` counts as one reply."""
LINE_LENGTH = 400
LENGTH = 4000
"""Maximum length of the whole text in characters."""

Misfit = Literal["unforeseen", "touched", "impossible"]
"""Why there is no answer.

"unforeseen": no line matches the replies. "touched": the replies touched the path. "impossible":
the planned move cannot be played.
"""

_ENDS = re.compile(r"[;\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_WORDS = re.compile(r"\b(if|any|next|then|and)\b", re.IGNORECASE)
_AROUND = " \t\u00a0.,:*"
_NUMBER = re.compile(r"[\W\d]*")


@dataclass(frozen=True, slots=True)
class Step:
    """A move and the replies that it answers."""

    replies: tuple[str, ...] | None
    """The moves of others since the last step. None means any that do not touch the path."""
    move: str
    queued: bool = False
    """Whether it is a queued drop, which is the only step of its line."""


Line = tuple[Step, ...]
Lines = tuple[Line, ...]


class Answer(NamedTuple):
    """The move to play and the remaining lines."""

    move: Move
    rest: Lines


def take(text: str) -> Lines:
    """Parse the lines that a player has typed and check their limits.

    Raises `BadPlan`.
    """
    if len(text) > LENGTH:
        raise BadPlan(line=None, problem="too-long")
    if any(len(part) > LINE_LENGTH for part in _parts(text)):
        raise BadPlan(line=None, problem="too-long")
    lines = read(text)
    queued = sum(line[0].queued for line in lines)
    if len(lines) - queued > LINES or queued > QUEUED:
        raise BadPlan(line=None, problem="too-many-lines")
    for number, line in enumerate(lines, 1):
        if sum(2 if step.replies is None else len(step.replies) + 1 for step in line) > PLIES:
            raise BadPlan(line=number, problem="too-many-plies")
    return lines


def read(text: str) -> Lines:
    """Parse the lines of a text. Raises `BadPlan` with the line and the problem."""
    told = _parts(text)
    if not told:
        raise BadPlan(line=None, problem="empty")
    return tuple(_line(part, number) for number, part in enumerate(told, 1))


def write(lines: Lines) -> str:
    """Format the lines so that `read` can parse them, one per row."""
    return "\n".join(" ".join(_step(step) for step in line) for line in lines)


def check(rules: Variant, position: Position, seat: int, lines: Lines) -> Lines:
    """Check the lines for a seat that is not to move, and return them normalized.

    Duplicates are removed. Every reply and answer must be legal, as far as the position is known in
    advance. Raises `BadPlan`.
    """
    found: dict[Line, int] = {}
    answers: dict[tuple[Line, tuple[str, ...]], tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        try:
            printed = _checked(rules, position, seat, line)
        except _Wrong as wrong:
            raise BadPlan(line=number, problem=wrong.problem) from wrong
        except EngineError as error:
            raise BadPlan(line=number, problem="move", cause=error) from error
        for at, step in enumerate(printed):
            if step.replies is None:
                continue
            move, other = answers.setdefault((printed[:at], step.replies), (step.move, number))
            if move != step.move:
                raise BadPlan(line=number, problem="contradiction", other=other)
        found.setdefault(printed, number)
    return tuple(found)


def answer(rules: Variant, lines: Lines, base: Position, position: Position) -> Answer | Misfit:
    """Return the answer of these lines in `position`, or why there is none.

    `base` is the position in which the lines were left, and `position` has been reached from it.
    """
    why: Misfit = "unforeseen"
    reached = _stand(position)
    for line in sorted(lines, key=lambda line: (line[0].queued, line[0].replies is None)):
        step = line[0]
        move: Move | Misfit
        if step.queued:
            move = _parse(rules, position, step.move) or "impossible"
        elif step.replies is None:
            move = untouched(rules, base, position, step.move)
        elif _foreseen(rules, base, step.replies) == reached:
            move = _parse(rules, position, step.move) or "impossible"
            if move == "impossible":
                return move
        else:
            continue
        if isinstance(move, Move):
            rest = _rest(rules, lines, step, base, position, move)
            return Answer(move, (*rest, *_queue(rules, lines, step, position, move)))
        why = move
    return why


def untouched(rules: Variant, base: Position, position: Position, text: str) -> Move | Misfit:
    """Return the move of `text` if the replies have not touched its path.

    The text is read in `base` as if the player to move in `position` had been to move there. The
    move must still take the same path and have the same effect. Otherwise returns the reason.
    """
    mine = _as_if(base, position.turn)
    planned = _parse(rules, mine, text)
    if planned is None:
        return "impossible"
    effect = _effect(rules, mine, planned)
    for cell in way(rules, planned) | {cell for cell, _, _ in effect}:
        if base.cells[cell] != position.cells[cell]:
            return "touched"
    move = _parse(rules, position, rules.format(planned))
    if move is None:
        return "impossible"
    return move if _effect(rules, position, move) == effect else "touched"


def way(rules: Variant, move: Move) -> frozenset[int]:
    """Return the squares that a man leaves, lands on or passes over in a move."""
    rays = rules.board.rays
    cells = {cell for cell in move.path if cell != OFF}
    for here, there in pairwise(move.path):
        for ray in rays[here]:
            if (
                there == OFF and len(ray) == 1
            ):  # a man on the last square of this line may have been jumped over
                cells.update(ray)
            elif there in ray:
                cells.update(ray[: ray.index(there)])
    return frozenset(cells)


class _Wrong(Exception):
    """A line breaks a rule of conditional moves."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def _parts(text: str) -> list[str]:
    """Split a text into its rows, without empty ones."""
    parts = (" ".join(part.split()) for part in _ENDS.split(unicodedata.normalize("NFKC", text)))
    return [part for part in parts if part.strip(_AROUND)]


def _line(text: str, number: int) -> Line:
    """Parse one line of a text."""
    before, *parts = _WORDS.split(text)
    words = [word.casefold() for word in parts[::2]]
    moves = [move.strip(_AROUND) for move in parts[1::2]]
    steps: list[Step] = []
    at = 0
    while at < len(words):
        replies: list[str] | None = []
        if words == ["next"] and moves[at] and _NUMBER.fullmatch(before):
            return (Step(None, moves[at], queued=True),)
        if words[at] == "any":
            replies = None
            at += not moves[at]  # "any then" is accepted too
        elif words[at] == "if":
            first = at
            while words[at : at + 1] in (["if"], ["and"]) and (at == first or words[at] == "and"):
                at += 1
            replies = moves[first:at]
        expected = ("any", "then") if replies is None else ("then",)
        told = [*(replies or ()), *moves[at : at + 1]]
        if at >= len(words) or words[at] not in expected or not all(told):
            raise BadPlan(line=number, problem="unreadable")
        steps.append(Step(None if replies is None else tuple(replies), moves[at]))
        at += 1
    if not steps or not _NUMBER.fullmatch(before):
        raise BadPlan(line=number, problem="unreadable")
    return tuple(steps)


def _step(step: Step) -> str:
    if step.replies is None:
        return f"next {step.move}" if step.queued else f"any {step.move}"
    condition = f"if {' and '.join(step.replies)} " if step.replies else ""
    return f"{condition}then {step.move}"


def _checked(rules: Variant, start: Position, seat: int, line: Line) -> Line:
    """Check one line and return it with its moves in canonical notation."""
    printed: list[Step] = []
    here: Position | None = start
    for step in line:
        if here is None:
            texts = [_spelt(rules, start, text) for text in (*(step.replies or ()), step.move)]
            replies = None if step.replies is None else tuple(texts[:-1])
            printed.append(Step(replies, texts[-1]))
            continue
        made: list[str] = []
        for text in step.replies or ():
            move = _possible(rules, here, text, mine=False, seat=seat)
            made.append(rules.format(move))
            here = rules.apply(here, move)
        if step.replies is None:
            here = _as_if(here, seat)
        move = _possible(rules, here, step.move, mine=True, seat=seat)
        if step.queued and len(move.path) != 1:
            raise _Wrong("no-drop")
        replies = None if step.replies is None else tuple(made)
        printed.append(Step(replies, rules.format(move), step.queued))
        here = None if step.replies is None else rules.apply(here, move)
    return tuple(printed)


def _possible(rules: Variant, here: Position, text: str, *, mine: bool, seat: int) -> Move:
    """Parse a move of a line.

    `mine` means that this seat, not another, must be to move.
    """
    if rules.outcome(here) is not None:
        raise _Wrong("over")
    if (here.turn == seat) != mine:
        raise _Wrong("whose-turn")
    return rules.parse(here, text)


def _spelt(rules: Variant, position: Position, text: str) -> str:
    """Check only the spelling of a move whose position is not known in advance.

    Raises `BadNotation`, or `IllegalMove` for squares that do not exist.
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


def _rest(
    rules: Variant, lines: Lines, step: Step, base: Position, position: Position, move: Move
) -> Lines:
    """Return the remaining steps of all lines that begin with this step."""
    any_reply = step.replies is None
    reached = _stand(position)
    return tuple(
        line[1:]
        for line in lines
        if len(line) > 1
        and (line[0].replies is None) == any_reply
        and (any_reply or _foreseen(rules, base, line[0].replies or ()) == reached)
        and _parse(rules, position, line[0].move) == move
    )


def _queue(
    rules: Variant, lines: Lines, step: Step, position: Position, move: Move
) -> tuple[Line, ...]:
    """Return the remaining queue after a move, or nothing if no man is left to drop."""
    seat, queue = position.turn, [line for line in lines if line[0].queued]
    if step.queued:
        queue = queue[queue.index((step,)) + 1 :]
    return tuple(queue) if any(rules.held(rules.apply(position, move), seat)) else ()


def _foreseen(rules: Variant, base: Position, replies: Sequence[str]) -> object:
    """Return the state after these replies, or None if they cannot be made."""
    for text in replies:
        move = _parse(rules, base, text)
        if move is None:
            return None
        base = rules.apply(base, move)
    return _stand(base)


def _parse(rules: Variant, position: Position, text: str) -> Move | None:
    try:
        return rules.parse(position, text)
    except EngineError:
        return None


def _stand(position: Position) -> object:
    """Return the parts of a position by which replies are matched.

    Departures are not among them.
    """
    return position.cells, position.turn, position.stock, position.done


def _as_if(position: Position, seat: int) -> Position:
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
