"""Text of conditional moves: one line per reply, without words. Pure: no storage.

    VII,6-VI,6, III,3-IV,3                  their move, my move
    VII,6-VI,6, III,3-IV,3, VI,6-V,6, ...   further ahead: their move, my move, and so on
    *, II,2-II,4                            any move of theirs, my move
    *, drop II,4                            a drop; several such lines form a queue

With several opponents, the moves of all of them come before the player's own, in the order of play,
and `*` stands for all of them. Whose move each one is follows from the position.

Moves are separated by commas. A comma is also part of a square, so the text is split in a few ways,
and the first way in which every part is a move counts. Semicolons, bars, tabs, colons between
spaces, and arrows between whole moves are read as well.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.service.conditional_moves.plan_lines import (
    PlanLine,
    PlanLines,
    PlanStep,
    is_queued,
    with_turn,
)
from bot.service.errors import BadPlan, PlanFault
from engine import BadNotation, EngineError, IllegalMove, Position, Variant
from engine.move_words import plain_letters

ANY = "*"
"""Text that stands for any replies."""
MAX_LINES = 20
MAX_QUEUED = 40
"""Maximum number of drops in the queue, in addition to the other lines."""
MAX_PLIES = 10
"""Maximum plies per line, including the replies of others; `ANY` is one reply."""
MAX_FAULTS = 8
"""Maximum number of wrong lines that are reported."""
LINE_LENGTH = 400
LENGTH = 4000
"""Maximum total length in characters, which is that of a text field in Discord."""

_ENDS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_AROUND = " \u00a0.,:"
_BREAK = "\0"
_CLEAR = re.compile(r"[;|\t]|\s:\s")
"""A separator that cannot be part of a move."""
_SQUARE_OR_COMMA = re.compile(r"((?:[ivx]+|(?<!\w)[0-9]{1,2})\s*,\s*[0-9]{1,2})|,", re.IGNORECASE)
_NUMBERS = re.compile("[0-9]+")
_ARROW = re.compile(r"\s*(?:[-=]>|[→⇒➔➡⟶↦])\s*")


class _InvalidLine(Exception):
    """A line that cannot be planned."""

    def __init__(self, fault: PlanFault, read: int = 0) -> None:
        """Create the error. `read` is the number of moves before the fault."""
        super().__init__(fault)
        self.fault, self.read = fault, read


def parse_plan(rules: Variant, position: Position, seat: int, text: str) -> PlanLines:
    """Return the lines in the text of a plan for a seat that is not to move.

    Duplicates are removed. Every reply and answer must be legal, as far as the position is known in
    advance: after a move that answers `ANY`, only squares and words are checked. Raises `BadPlan`
    with the first `MAX_FAULTS` wrong lines.
    """
    if len(text) > LENGTH:
        raise BadPlan.whole("too-long")
    rows = [row for row in _ENDS.split(plain_letters(text)) if row.strip(f"{_AROUND}\t")]
    if not rows:
        raise BadPlan.whole("empty")
    if len(rows) > MAX_LINES + MAX_QUEUED:
        raise BadPlan.whole("too-many-lines")
    numbered: list[tuple[int, PlanLine]] = []
    faults: list[PlanFault] = []
    for number, row in enumerate(rows, 1):
        try:
            numbered.append((number, _parse_row(rules, position, seat, row)))
        except _InvalidLine as wrong:
            faults.append(wrong.fault._replace(line=number))
            if len(faults) == MAX_FAULTS:
                break
    faults += _contradictions(numbered)
    if faults:
        faults.sort(key=lambda fault: fault.line or 0)
        raise BadPlan(faults=tuple(faults[:MAX_FAULTS]))
    lines = tuple(dict.fromkeys(line for _, line in numbered))
    check_limits(rules, lines)
    return lines


def read_line(rules: Variant, position: Position, seat: int, moves: Sequence[str]) -> PlanLine:
    """Return the line that consists of these moves and `ANY`, in the order of play.

    Raises `BadPlan`.
    """
    try:
        return _read_line(rules, position, seat, moves)
    except _InvalidLine as wrong:
        raise BadPlan(faults=(wrong.fault,)) from wrong


def check_limits(rules: Variant, lines: PlanLines) -> None:
    """Raise `BadPlan` if there are too many lines, or if their text is too long."""
    queued = sum(is_queued(rules, line) for line in lines)
    if len(lines) - queued > MAX_LINES or queued > MAX_QUEUED:
        raise BadPlan.whole("too-many-lines")
    if len(print_plan(lines)) > LENGTH:
        raise BadPlan.whole("too-long")


def print_plan(lines: PlanLines) -> str:
    """Return the text of a plan; `parse_plan` is the inverse."""
    return "\n".join(map(print_line, lines))


def print_line(line: PlanLine) -> str:
    """Return the text of a line."""
    return ", ".join(moves_of_line(line))


def moves_of_line(line: PlanLine) -> list[str]:
    """Return the moves of a line and `ANY`, in the order of play."""
    return [
        text
        for step in line
        for text in (*((ANY,) if step.replies is None else step.replies), step.move)
    ]


def _parse_row(rules: Variant, position: Position, seat: int, row: str) -> PlanLine:
    """Return the line in a row of text. Raises `_InvalidLine`.

    If the row is wrong in every reading, the error is that of the reading that went furthest.
    """
    if len(row) > LINE_LENGTH:
        raise _InvalidLine(PlanFault(None, "too-long"))
    furthest: _InvalidLine | None = None
    for moves in _readings(row):
        try:
            return _read_line(rules, position, seat, moves)
        except _InvalidLine as wrong:
            if furthest is None or wrong.read > furthest.read:
                furthest = wrong
    assert furthest is not None
    raise furthest


def _readings(row: str) -> Iterator[list[str]]:
    """Yield the ways to split a row into moves, each once."""
    clear = _CLEAR.sub(_BREAK, row.replace(ANY, f"{_BREAK}{ANY}{_BREAK}"))
    commas = _SQUARE_OR_COMMA.sub(_broken, clear)
    readings = [commas, _ARROW.sub(_BREAK, commas), *([clear] if _CLEAR.search(row) else [])]
    for reading in dict.fromkeys(readings):
        parts = (" ".join(part.split()).strip(_AROUND) for part in reading.split(_BREAK))
        moves = [part for part in parts if part]
        yield [move for move in moves if not _ARROW.fullmatch(move)]  # as in "* -> II,2-II,4"


def _broken(token: re.Match[str]) -> str:
    """Return a square as it is, and a comma between two moves as a break.

    In "33, 66", the comma is not part of a square, because no board has 33 rows.
    """
    is_square = token[1] and all(int(number) < 30 for number in _NUMBERS.findall(token[1]))
    return token[0] if is_square else token[0].replace(",", _BREAK)


def _read_line(rules: Variant, start: Position, seat: int, moves: Sequence[str]) -> PlanLine:
    """Return the line of these moves in canonical notation. Raises `_InvalidLine`."""
    if len(moves) > MAX_PLIES:
        raise _InvalidLine(PlanFault(None, "too-many-plies"))
    reader = _LineReader(rules, start, seat)
    for number, text in enumerate(moves):
        try:
            reader.add(text)
        except EngineError as error:
            several = error.reason.code == "several-turns"
            problem, cause = ("several-turns", None) if several else ("move", error)
            raise _InvalidLine(PlanFault(None, problem, text, cause), number) from error
        except _InvalidLine as wrong:
            raise _InvalidLine(wrong.fault, number) from wrong
    if reader.replies != [] or not reader.steps:
        last = PlanFault(None, "unfinished", moves[-1] if moves else "")
        raise _InvalidLine(last, len(moves) - 1)
    return tuple(reader.steps)


class _LineReader:
    """The steps of a line, read move by move."""

    def __init__(self, rules: Variant, start: Position, seat: int) -> None:
        self.rules, self.start, self.seat = rules, start, seat
        self.steps: list[PlanStep] = []
        self.replies: list[str] | None = []
        """The replies before the next move of the seat; None for any replies."""
        self.position: Position | None = start
        """The position reached if no reply to `ANY` changes it; None if it is unknown."""
        self.is_certain = True
        """Whether every reply so far is named."""

    def add(self, text: str) -> None:
        """Add a move or `ANY`. Raises `_InvalidLine` and the engine's errors."""
        if text == ANY:
            if self.replies != []:
                raise _InvalidLine(PlanFault(None, "star", text))
            self.replies = None
            if self.position is not None:
                if self.rules.outcome(self.position) is not None and self.is_certain:
                    raise _InvalidLine(PlanFault(None, "over", text))
                self.position = with_turn(self.position, self.seat)
            return
        is_own = self._is_own_turn()
        move = self._played(text)
        if not is_own:
            assert self.replies is not None
            self.replies.append(move)
            return
        replies = None if self.replies is None else tuple(self.replies)
        self.steps.append(PlanStep(replies, move))
        self.is_certain = self.is_certain and replies is not None
        self.replies = []

    def _is_own_turn(self) -> bool:
        if self.replies is None:
            return True
        if self.position is not None:
            return self.position.turn == self.seat
        return len(self.replies) == len(self.rules.seats) - 1 - len(self.start.done)

    def _played(self, text: str) -> str:
        """Play a move if its position is known, and return its text.

        It must be legal if the position is certain. Otherwise only its notation and its squares are
        checked.
        """
        rules, position = self.rules, self.position
        if position is not None:
            if self.is_certain and rules.outcome(position) is not None:
                raise _InvalidLine(PlanFault(None, "over", text))
            try:
                move = rules.parse(position, text)
            except EngineError:
                if self.is_certain:
                    raise
            else:
                self.position = rules.apply(position, move)
                return rules.format(move)
        self.position = None
        try:
            rules.parse(self.start, text)
        except BadNotation:
            raise
        except IllegalMove as error:
            if error.reason.code == "no-such-square":
                raise
        except EngineError:
            pass
        return _ARROW.sub("-", _SQUARE_OR_COMMA.sub(_broken, text).replace(_BREAK, " "))


def _contradictions(numbered: Iterable[tuple[int, PlanLine]]) -> list[PlanFault]:
    """Return a fault for each line that contradicts an earlier one."""
    faults: list[PlanFault] = []
    answers: dict[tuple[PlanLine, tuple[str, ...]], tuple[str, int]] = {}
    for number, line in numbered:
        for at, step in enumerate(line):
            if step.replies is None:
                continue
            move, other = answers.setdefault((line[:at], step.replies), (step.move, number))
            if move != step.move:
                faults.append(PlanFault(number, "contradiction", step.move, other=other))
                break
    return faults
