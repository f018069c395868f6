"""The steps in which a move is chosen by taps: which man, where to, and a last look.

A step is made from the position and a key that stands in the ids of its buttons, and from nothing else:

    ""          which man, or which piece to drop
    "c17"       where the man on cell 17 goes; "k2" where a piece of kind 2 is dropped; "p" passing
    "c17-200"   the moves behind the button for cell 200, looked at before one is played

A step at which there is only one thing to choose is left out. No order tells what is good: men stand as
the eye reads the picture, landings by how far the man goes.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from bot.views.components import OldControl
from engine import Move, Variant
from engine.board import OFF
from render.layout import reading_order

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
"""What marks what can be chosen: as many as leave room for a button that leads back."""
SHARED = 5
"""Squares that share a letter, where there are more than letters: as many as a row has buttons."""
WORDY = 50
"""A move longer than this is named in ids by a checksum, which is shorter."""

Stage = Literal["men", "squares", "look"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a step."""

    key: str
    """The step that it leads to."""
    cells: tuple[int, ...]
    """The squares that bear its letter; none for a piece to drop, passing, or leaving the board."""
    moves: tuple[Move, ...]
    """What can still be played behind it."""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What is asked, and what can be answered."""

    stage: Stage
    choices: tuple[Choice, ...]
    """In the step "look" one for each move."""
    man: int | None = None
    """The cell of the man that has been chosen."""
    back: str | None = None
    """The step before this one, if anything was chosen there."""

    @property
    def moves(self) -> list[Move]:
        """All moves that can still be played."""
        return [move for choice in self.choices for move in choice.moves]


def step(game: Variant, moves: Sequence[Move], key: str, side: int) -> Step:
    """The step of a key, or the next one at which there is something to choose.

    `moves` are all that can be played, `side` the seat from which the board is seen. OldControl.
    """
    eye = reading_order(game.board, game.seats[side].facing)
    makers: dict[str, list[Move]] = {}
    for move in moves:
        makers.setdefault(maker(move), []).append(move)
    if not key and len(makers) != 1:
        found = [Choice(of, _stand(mine[0]), tuple(mine)) for of, mine in makers.items()]
        found.sort(key=lambda choice: [eye[cell] for cell in choice.cells])
        return Step("men", _lettered(found))
    of, _, end = (key or next(iter(makers))).partition("-")
    if of not in makers:
        raise OldControl(key)
    groups = _groups(game, makers[of], eye)
    before = "" if len(makers) > 1 else None
    man = next(iter(_stand(makers[of][0])), None)
    if not end and len(groups) > 1:
        return Step("squares", _lettered(groups), man, before)
    named = [group for group in groups if end in ("", *map(_end, group.moves))]
    if not named:
        raise OldControl(key)
    return look(game, named[0].moves, man, of if len(groups) > 1 else before)


def look(
    game: Variant, moves: Sequence[Move], man: int | None = None, back: str | None = None
) -> Step:
    """The last step: these moves, each with its letter on a square by which it differs from the rest."""
    found: list[Choice] = []
    for move in moves:
        taken = {cell for choice in found for cell in choice.cells}
        others = {cell for other in moves if other is not move for cell in other.path}
        own = [cell for cell in reversed(move.path) if cell != OFF and cell not in taken]
        own = own if len(move.path) < 2 else [cell for cell in own if cell != man]
        mark = [*(cell for cell in own if cell not in others), *own][:1]
        found.append(Choice(token(game, move), tuple(mark), (move,)))
    alone = len(found) == 1
    return Step("look", tuple(found) if alone else _lettered(found, always=True), man, back)


def maker(move: Move) -> str:
    """The man, or the piece to drop, that a move is made with."""
    if not move.path:
        return "p"
    return f"k{move.kind}" if len(move.path) == 1 else f"c{move.path[0]}"


def token(game: Variant, move: Move) -> str:
    """A move in few characters, for an id: as printed or, where that is long, a checksum of it."""
    text = game.format(move)
    return text if len(text) <= WORDY else f"~{crc32(text.encode()):08x}"


def meant(game: Variant, moves: Iterable[Move], named: str) -> Move:
    """The move that a token names; OldControl if it is none of these."""
    found = [move for move in moves if token(game, move) == named]
    if len(found) != 1:
        raise OldControl(named)
    return found[0]


def _stand(move: Move) -> tuple[int, ...]:
    """Where the man stands that makes a move; nowhere if it is dropped, or for a pass."""
    return move.path[:1] if len(move.path) > 1 else ()


def _end(move: Move) -> str:
    """The square on which a move ends, as in a key."""
    return str(move.path[-1]) if move.path else "pass"


def _groups(game: Variant, moves: Sequence[Move], eye: Sequence[int]) -> list[Choice]:
    """One choice for each square on which these moves of one man end, farthest first; the nearest share
    letters where there are too many. Leaving the board comes before them, and has no letter."""
    ends: dict[str, list[Move]] = {}
    for move in moves:
        ends.setdefault(_end(move), []).append(move)
    off = ends.pop(str(OFF), [])
    items = sorted(ends.values(), key=lambda same: far(game, same[0], eye))
    room = len(LETTERS) - bool(off)
    size = max(SHARED, -(-len(items) // room))
    shared = max(0, -(-(len(items) - room) // (size - 1)))
    lone, rest = items[: room - shared], items[room - shared :] if shared else []
    parts = [[item] for item in lone] if shared else [[item] for item in items]
    parts += [rest[n * len(rest) // shared : (n + 1) * len(rest) // shared] for n in range(shared)]
    found = [_group([off])] if off else []
    return found + [_group(part) for part in parts]


def _group(part: Sequence[Sequence[Move]]) -> Choice:
    """One choice for several squares, each with its moves."""
    moves = tuple(move for same in part for move in same)
    cells = [same[0].path[-1] for same in part if same[0].path]
    key = f"{maker(moves[0])}-{_end(moves[0])}"
    return Choice(key, tuple(cell for cell in cells if cell != OFF), moves)


def far(game: Variant, move: Move, eye: Sequence[int]) -> tuple[float, int]:
    """What sorts moves: first leaving the board, then the landings farthest from where the man stands,
    equals as the eye reads."""
    if not move.path or move.path[-1] == OFF:
        return -math.inf, 0
    here, there = game.board.points[move.path[0]], game.board.points[move.path[-1]]
    return -round(math.dist(here, there), 3), eye[move.path[-1]]


def _lettered(choices: Iterable[Choice], always: bool = False) -> tuple[Choice, ...]:
    """The choices with letters in their order: those that stand on the board, or all."""
    letters = iter(LETTERS)
    return tuple(
        Choice(choice.key, choice.cells, choice.moves, next(letters))
        if choice.cells or always
        else choice
        for choice in choices
    )
