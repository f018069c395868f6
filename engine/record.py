"""Game records: a whole game as text, and its replay.

    [Game "halma-8"]
    [Revision "1"]
    [South "Ada"]
    [North "Bruno"]
    [Result "South > North: left"]

    1. II,2-IV,2
    ; a comment on the turn before it
    2. VII,7-V,7
    North leaves
    South > North: left

A header is a name and a quoted value in square brackets. The turns follow, one per line. The last
line is the result: the groups of seats, best first, and the reason ("South > North: goal", "South =
North: repetition"), or "*" for a game in progress. Lines that begin with a semicolon are comments.
A record is untrusted input. It is checked move by move, and an error contains the number of the
first faulty line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import BadRecord, EngineError, IllegalMove, Reason
from engine.position import ENDINGS, Move, Outcome, Position
from engine.registry import variant as variant_of
from engine.variant_definition import Variant

LONGEST = 65536
"""Maximum length in characters; a game of a thousand turns has about 20,000."""

AGREED_REASONS = {
    "resigned": "the others resigned",
    "agreed": "the players agreed on it",
    "time": "the others ran out of time",
    "aborted": "the game was broken off",
}
"""Endings that the rules cannot determine, with their meaning.

A record may end with one of them after any move.
"""

COMMENT = ";"
"""The prefix of a comment line."""

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z-]{0,30}) "((?:[^"\\\n]|\\["\\]){0,500})"\]\Z')
_ESCAPED = re.compile(r"\\(.)")
_NUMBER = re.compile(r"[0-9]{1,5}\.\Z")


@dataclass(frozen=True)
class PlayerLeft:
    """The record entry for a player who left the game; their men play on."""

    seat: int


Turn = Move | PlayerLeft
"""One entry of a record."""


@dataclass(frozen=True)
class Record:
    """A game from its start: its turns, result, headers and comments."""

    variant: Variant
    turns: tuple[Turn, ...] = ()
    result: Outcome | None = None
    """The result; None while the game is in progress."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """All headers except Game, Revision and Result.

    Usually these are the players' names (by seat name), the date and the place.
    """
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments, which may have several lines, by the number of `turns` before them."""


def replay_record(record: Record) -> Position:
    """Return the position after all turns of a record.

    Raises `IllegalMove`, `AmbiguousMove` or `GameOver` if one of the turns is not legal.
    """
    position = record.variant.start()
    for turn in record.turns:
        position = apply_turn(record.variant, position, turn)
    return position


def apply_turn(variant: Variant, position: Position, turn: Turn) -> Position:
    """Return the position after one entry of a record."""
    if isinstance(turn, PlayerLeft):
        return variant.retire(position, turn.seat)
    return variant.play(position, turn)


def export_record(record: Record) -> str:
    """Return the text of a record."""
    variant = record.variant
    result = _result(variant, record.result)
    headers = {
        "Game": variant.key,
        "Revision": str(variant.revision),
        **record.headers,
        "Result": result,
    }
    lines = [f'[{name} "{_quoted(text)}"]' for name, text in headers.items()]
    lines += ["", *_comment(record, 0)]
    ply = 0
    for entry, turn in enumerate(record.turns, 1):
        if isinstance(turn, PlayerLeft):
            lines.append(f"{variant.seats[turn.seat].name} leaves")
        else:
            ply += 1
            lines.append(f"{ply}. {variant.format(turn)}")
        lines += _comment(record, entry)
    return "\n".join([*lines, result]) + "\n"


def read_record(text: str) -> Record:
    """Parse a record, checking every move.

    Raises `BadRecord` with the number of the first faulty line.
    """
    if len(text) > LONGEST:
        raise BadRecord(1, f"longer than {LONGEST} characters", code="too-long")
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    headers, at = _headers(lines)
    variant = _game(headers)
    position = variant.start()
    turns: list[Turn] = []
    body = [(number, line) for number, line in enumerate(lines[at:], at + 1) if line]
    comments: dict[int, list[str]] = {}
    if not body or body[-1][1].startswith(COMMENT):
        raise BadRecord(len(lines) or 1, "the result is missing")
    for number, line in body[:-1]:
        if line.startswith(COMMENT):
            comments.setdefault(len(turns), []).append(line.removeprefix(COMMENT).strip())
            continue
        try:
            turn = _turn(variant, position, line)
            position = apply_turn(variant, position, turn)
        except EngineError as error:
            raise BadRecord(number, f'"{line[:60]}": {error}', error, "turn") from error
        turns.append(turn)
    number, line = body[-1]
    if headers.get("Result", line) != line:
        raise BadRecord(number, "the result does not match the one in the headers")
    outcome = _outcome(variant, line, number)
    _check(variant, position, outcome, number)
    comment_texts = {entry: "\n".join(lines) for entry, lines in comments.items()}
    return Record(variant, tuple(turns), outcome, _other_headers(headers), comment_texts)


class RecordFault(NamedTuple):
    """The reason why text is not a valid record.

    It is plain data that another process can receive.
    """

    line: int
    problem: str
    code: str
    reason: Reason | None
    """The reason why a move is not legal, if that is the fault."""

    def error(self) -> BadRecord:
        """Return the exception that this fault describes."""
        cause = None if self.reason is None else IllegalMove(self.reason)
        return BadRecord(self.line, self.problem, cause, self.code)


def check_text(text: str) -> str | RecordFault:
    """Return the record as `export_record` would write it, or a `RecordFault`.

    Worker processes use this to check records, because both can be sent between processes.
    """
    try:
        return export_record(read_record(text))
    except BadRecord as error:
        reason = None if error.cause is None else error.cause.reason
        return RecordFault(error.line, error.problem, error.code, reason)


def misnumbered_line(text: str) -> int:
    """Return the first line whose move has a wrong number; 0 if there is none.

    The numbers are not needed to read a record, but a wrong one may be a sign of a lost line.
    """
    turns = 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split()
        if not words or line.strip().startswith(("[", COMMENT)) or words[-1] == "leaves":
            continue
        turns += 1
        if _NUMBER.match(words[0]) and int(words[0][:-1]) != turns:
            return number
    return 0


def read_trusted(text: str) -> Record:
    """Parse text written by `export_record`, without checking the moves.

    Raises `BadRecord` if the game no longer exists or its rules have a different revision, and
    `BadNotation` if a move is unreadable.
    """
    lines = text.splitlines()
    headers, at = _headers(lines)
    variant = _game(headers)
    names = {f"{seat.name} leaves": number for number, seat in enumerate(variant.seats)}
    turns: list[Turn] = []
    for line in lines[at:-1]:
        if line in names:
            turns.append(PlayerLeft(names[line]))
        elif line and not line.startswith(COMMENT):
            turns.append(variant.parse_canonical(line.partition(" ")[2]))
    outcome = _outcome(variant, lines[-1], len(lines))
    return Record(variant, tuple(turns), outcome, _other_headers(headers))


def _comment(record: Record, entry: int) -> list[str]:
    """Return the comment lines that follow this number of entries."""
    return [
        f"{COMMENT} {' '.join(line.split())}"
        for line in record.comments.get(entry, "").splitlines()
    ]


def _game(headers: Mapping[str, str]) -> Variant:
    """Return the variant named in the headers.

    Raises `BadRecord` if the variant does not exist or has a different revision.
    """
    key = headers.get("Game", "")
    try:
        variant = variant_of(key)
    except KeyError:
        raise BadRecord(1, f'no game has the key "{key[:40]}"', code="unknown-game") from None
    if headers.get("Revision", "1") != str(variant.revision):
        raise BadRecord(
            1, "the game was played with another revision of its rules", code="revision"
        )
    return variant


def _other_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers without Game, Revision and Result."""
    return {k: v for k, v in headers.items() if k not in ("Game", "Revision", "Result")}


def _headers(lines: list[str]) -> tuple[dict[str, str], int]:
    """Return the headers and the number of lines they take.

    Raises `BadRecord` for a malformed or repeated header.
    """
    headers: dict[str, str] = {}
    for number, line in enumerate(lines):
        if not line.startswith("["):
            return headers, number
        parsed = _HEADER.match(line)
        if not parsed or parsed[1] in headers:
            raise BadRecord(number + 1, f'"{line[:60]}" is not a header', code="header")
        headers[parsed[1]] = _ESCAPED.sub(r"\1", parsed[2])
    return headers, len(lines)


def _turn(variant: Variant, position: Position, line: str) -> Turn:
    """Parse the line of one turn. Raises an `EngineError` if the turn is not legal."""
    for number, seat in enumerate(variant.seats):
        if line == f"{seat.name} leaves":
            return PlayerLeft(number)
    first, _, rest = line.partition(" ")
    return variant.parse(position, rest if _NUMBER.match(first) else line)


def _result(variant: Variant, outcome: Outcome | None) -> str:
    """Return the result line."""
    if outcome is None:
        return "*"
    groups = (" = ".join(variant.seats[seat].name for seat in group) for group in outcome.ranking)
    return f"{' > '.join(groups)}: {outcome.reason}"


def _outcome(variant: Variant, line: str, number: int) -> Outcome | None:
    """Parse the result line; None for a game in progress.

    Raises `BadRecord` if the line is not a result.
    """
    if line == "*":
        return None
    seats = {seat.name: index for index, seat in enumerate(variant.seats)}
    groups, _, why = line.rpartition(": ")
    names = [group.split(" = ") for group in groups.split(" > ")]
    flat = sorted(name for group in names for name in group)
    if flat != sorted(seats) or why not in ENDINGS | AGREED_REASONS:
        raise BadRecord(number, f'"{line[:60]}" is not a result')
    return Outcome(tuple(tuple(seats[name] for name in group) for group in names), why)


def _check(variant: Variant, position: Position, stated: Outcome | None, number: int) -> None:
    """Raise `BadRecord` if the stated result does not match the moves."""
    actual = variant.outcome(position)
    if actual != stated and not (actual is None and stated and stated.reason in AGREED_REASONS):
        raise BadRecord(number, "the result does not follow from the moves")


def _quoted(text: str) -> str:
    flat = " ".join(text.split())[:200]
    return flat.replace("\\", "\\\\").replace('"', '\\"')
