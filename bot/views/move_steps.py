"""Steps of choosing a move with buttons: man, destination, confirmation.

A step depends only on the position and on a key in the custom ids of its buttons:

    ""          which man, or which piece to drop
    "c17"       destination of the man on cell 17; "k2" for dropping kind 2; "p" for a pass
    "c17-200"   confirmation of the moves behind the button for cell 200

A step with a single choice is skipped. The order of the choices does not hint at good moves: men
are in the order of their letters, which they keep for the whole game (`bot.views.man_letters`), or
in reading order if they have none. Destinations are in reading order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple
from zlib import crc32

from bot.views.components import StaleComponent
from engine import Move, Variant
from engine.board import OFF
from render.layout import reading_order
from render.scenes import Marker

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
"""Letters that mark choices. They leave one of 25 buttons for going back."""
NO_LETTERS: Mapping[int, str] = MappingProxyType({})
"""The letters of men that have none of their own."""
MAX_SHARED = 5
"""Maximum number of squares that share a letter: the number of buttons in a row.

It is exceeded only if there are too few letters otherwise.
"""
FOLLOWED = 6
"""Maximum number of routes drawn in one image."""
WORDY = 50
"""Length above which custom ids have a checksum instead of the move."""

StepStage = Literal["men", "squares", "look"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a step."""

    key: str
    """Key of the step to which the button leads."""
    cells: tuple[int, ...]
    """Squares marked with the letter; empty for a piece in hand, a pass or an exit."""
    moves: tuple[Move, ...]
    """Moves that remain possible after this choice."""
    letter: str = ""


class Step(NamedTuple):
    """A question with its possible answers."""

    stage: StepStage
    choices: tuple[Choice, ...]
    """The choices. In the confirmation step ("look"), there is one for each move."""
    man: int | None = None
    """Cell of the chosen man."""
    back: str | None = None
    """Key of the previous step; None for the first step."""
    still: tuple[int, ...] = ()
    """Cells of the side's men that cannot move, if a man is to be chosen."""

    @property
    def moves(self) -> list[Move]:
        """All moves that remain possible."""
        return [move for choice in self.choices for move in choice.moves]

    @property
    def marks(self) -> list[Marker]:
        """The marks drawn on the squares."""
        markers = [
            Marker(cell, "choice" if choice.letter else "target", choice.letter)
            for choice in self.choices
            for cell in choice.cells
            if choice.letter or len(choice.moves[0].path) == 1
        ]
        markers += [Marker(cell, "still") for cell in self.still]
        lettered = {mark.cell for mark in markers}
        origin = [] if self.man is None or self.man in lettered else [Marker(self.man, "origin")]
        return markers + origin if len(self.moves) > 1 else markers

    @property
    def routes(self) -> list[Move]:
        """The moves drawn as routes, unless there are too many to tell apart."""
        ways = [move for move in self.moves if len(move.path) > 1]
        return ways if self.stage == "look" and len(ways) <= FOLLOWED else []

    @classmethod
    def of(
        cls,
        game: Variant,
        moves: Sequence[Move],
        key: str = "",
        side: int = 0,
        letters: Mapping[int, str] = NO_LETTERS,
    ) -> Step:
        """Return the step with this key, skipping steps with a single choice.

        `moves` are all legal moves, and `side` is the seat from which the board is seen. `letters`
        are those of all men of the side to move, by cell; without them, the men that can move get
        letters in reading order. Raises `StaleComponent` if the key matches none of the moves.
        """
        eye = reading_order(game.board, game.seats[side].facing)
        makers: dict[str, list[Move]] = {}
        for move in moves:
            makers.setdefault(moving_piece(move), []).append(move)
        if not key and len(makers) != 1:
            choices = [Choice(of, _origin(mine[0]), tuple(mine)) for of, mine in makers.items()]
            choices.sort(key=lambda choice: [eye[cell] for cell in choice.cells])
            starts = {cell for choice in choices for cell in choice.cells}
            still = tuple(cell for cell in letters if cell not in starts) if starts else ()
            return cls("men", _named(choices, letters) or _lettered(choices), still=still)
        of, _, end = (key or next(iter(makers))).partition("-")
        if of not in makers:
            raise StaleComponent(key)
        groups = _groups(game, makers[of], eye)
        before = "" if len(makers) > 1 else None
        man = next(iter(_origin(makers[of][0])), None)
        if not end and len(groups) > 1:
            return cls("squares", _lettered(groups), man, before)
        named = [group for group in groups if end in ("", *map(_end, group.moves))]
        if not named:
            raise StaleComponent(key)
        return cls.final(game, named[0].moves, man, of if len(groups) > 1 else before)

    @classmethod
    def final(
        cls,
        game: Variant,
        moves: Sequence[Move],
        man: int | None = None,
        back: str | None = None,
        letters: Mapping[int, str] = NO_LETTERS,
    ) -> Step:
        """Return the confirmation step, which marks a distinguishing square of each move.

        If each move is by a different man, the men are marked, with their `letters` if they have
        any. Moves beyond the number of letters are left out.
        """
        moves = moves[: len(LETTERS)]
        choices: list[Choice] = []
        starts = [_origin(move) for move in moves]
        if man is None and all(starts) and len(set(starts)) == len(moves) > 1:
            choices = [
                Choice(move_token(game, move), start, (move,))
                for move, start in zip(moves, starts, strict=True)
            ]
            return cls("look", _named(choices, letters) or _lettered(choices), man, back)
        for move in moves:
            taken = {cell for choice in choices for cell in choice.cells}
            others = {cell for other in moves if other is not move for cell in other.path}
            own = [cell for cell in reversed(move.path) if cell != OFF and cell not in taken]
            own = own if len(move.path) < 2 else [cell for cell in own if cell != man]
            mark = [*(cell for cell in own if cell not in others), *own][:1]
            choices.append(Choice(move_token(game, move), tuple(mark), (move,)))
        alone = len(choices) == 1
        return cls("look", tuple(choices) if alone else _lettered(choices, always=True), man, back)


def moving_piece(move: Move) -> str:
    """Return the key of the man that moves, or of the piece that is dropped."""
    if not move.path:
        return "p"
    return f"k{move.kind}" if len(move.path) == 1 else f"c{move.path[0]}"


def move_token(game: Variant, move: Move) -> str:
    """Return a short token for a move: its notation, or a checksum of long notation."""
    text = game.format(move)
    return text if len(text) <= WORDY else f"~{crc32(text.encode()):08x}"


def move_of_token(game: Variant, moves: Iterable[Move], named: str) -> Move:
    """Return the move with this token.

    Raises `StaleComponent` unless exactly one move has it.
    """
    named_moves = [move for move in moves if move_token(game, move) == named]
    if len(named_moves) != 1:
        raise StaleComponent(named)
    return named_moves[0]


def _origin(move: Move) -> tuple[int, ...]:
    """Return the start cell of a move; empty for a drop or a pass."""
    return move.path[:1] if len(move.path) > 1 else ()


def _end(move: Move) -> str:
    """Return the end cell of a move as part of a key; "pass" if the move has none."""
    return str(move.path[-1]) if move.path else "pass"


def _groups(game: Variant, moves: Sequence[Move], eye: Sequence[int]) -> list[Choice]:
    """Group the moves of a man by destination, in reading order.

    If there are too few letters, the nearest destinations share letters. An exit comes first and
    has no letter.
    """
    ends: dict[str, list[Move]] = {}
    for move in moves:
        ends.setdefault(_end(move), []).append(move)
    off = ends.pop(str(OFF), [])
    items = sorted(ends.values(), key=lambda same: distance_key(game, same[0], eye))
    room = len(LETTERS) - bool(off)
    size = max(MAX_SHARED, -(-len(items) // room))
    shared = max(0, -(-(len(items) - room) // (size - 1)))
    lone, rest = items[: room - shared], items[room - shared :] if shared else []
    parts = [[item] for item in lone] if shared else [[item] for item in items]
    parts += [rest[n * len(rest) // shared : (n + 1) * len(rest) // shared] for n in range(shared)]
    read = [sorted(part, key=lambda same: _reading_key(same[0], eye)) for part in parts]
    read.sort(key=lambda part: _reading_key(part[0][0], eye))
    return [_group(part) for part in ([[off]] if off else []) + read]


def _group(part: Sequence[Sequence[Move]]) -> Choice:
    """Return a single choice for several destinations."""
    moves = tuple(move for same in part for move in same)
    cells = [same[0].path[-1] for same in part if same[0].path]
    key = f"{moving_piece(moves[0])}-{_end(moves[0])}"
    return Choice(key, tuple(cell for cell in cells if cell != OFF), moves)


def distance_key(game: Variant, move: Move, eye: Sequence[int]) -> tuple[float, int]:
    """Return a move's sort key: exits first, then farthest, then in reading order."""
    if not move.path or move.path[-1] == OFF:
        return -math.inf, 0
    start, end = game.board.points[move.path[0]], game.board.points[move.path[-1]]
    return -round(math.dist(start, end), 3), eye[move.path[-1]]


def _reading_key(move: Move, eye: Sequence[int]) -> int:
    """Return a move's sort key by destination. A pass comes first."""
    return eye[move.path[-1]] if move.path else -1


def _named(choices: Sequence[Choice], letters: Mapping[int, str]) -> tuple[Choice, ...]:
    """Return the choices of men with the letters of these men, sorted by letter.

    Choices without a square come first. The result is empty if a man has no letter.
    """
    if not all(cell in letters for choice in choices for cell in choice.cells):
        return ()
    named = [
        replace(choice, letter="".join(letters[cell] for cell in choice.cells))
        for choice in choices
    ]
    return tuple(sorted(named, key=lambda choice: choice.letter))


def _lettered(choices: Iterable[Choice], always: bool = False) -> tuple[Choice, ...]:
    """Assign letters to the choices on the board; with `always`, to all choices."""
    letters = iter(LETTERS)
    return tuple(
        replace(choice, letter=next(letters)) if choice.cells or always else choice
        for choice in choices
    )
