"""Letters of men: a man keeps its letter for the whole game.

The men of each side have letters in the reading order of the starting position, as seen from the
first side. A man that is dropped gets the next letter. The letter of a man that has left the board
is not used again. All this follows from the moves, so nothing about letters is stored.

A turn that moves several alike men of one side at once does not say which of them is which. This
happens only if a Circle sends back another Circle of its own side. Their letters are then assigned
in the order of the squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.service.actions import moves
from bot.store import Tx
from bot.store.models import Match
from bot.views.move_steps import LETTERS
from engine import Position, Variant, variant
from engine.position import seat_of
from render.layout import reading_order

CELL_BITS = 8
"""The number of bits of a cell in `Position.cells`."""


@dataclass(frozen=True, slots=True)
class ManLetters:
    """The letters of all men in a position."""

    by_cell: Mapping[int, str] = field(default_factory=dict)
    """The letter of the man on each cell."""
    used: tuple[int, ...] = ()
    """The number of letters that each seat has used."""

    @classmethod
    def at_start(cls, game: Variant, start: Position) -> ManLetters:
        """Return the letters in the position before the first turn."""
        eye = reading_order(game.board, game.seats[0].facing)
        by_cell: dict[int, str] = {}
        used = []
        for seat in range(len(game.seats)):
            men = sorted(game.standing(start, seat), key=eye.__getitem__)
            by_cell.update(zip(men, LETTERS, strict=False))
            used.append(len(men))
        return cls(by_cell, tuple(used))

    @classmethod
    def after(cls, game: Variant, position: Position) -> ManLetters:
        """Return the letters in a position whose earlier positions are all in memory."""
        start = position
        while start.before is not None:
            start = start.before
        return cls.at_start(game, start).followed(position, start.ply)

    def followed(self, position: Position, ply: int) -> ManLetters:
        """Return the letters in a later position. `self` are the letters at `ply`."""
        line = [position]
        while line[-1].ply > ply and line[-1].before is not None:
            line.append(line[-1].before)
        by_cell, used = dict(self.by_cell), [*self.used]
        for after in reversed(line[:-1]):
            assert after.before is not None
            _follow(by_cell, used, after.before.cells, after.cells)
        return ManLetters(by_cell, tuple(used))

    def to_move(self, game: Variant, position: Position) -> dict[int, str]:
        """Return the letters of the men of the seat to move, by cell.

        The result is empty if a man has none, because the side has more men than letters.
        """
        men = game.standing(position, position.turn)
        if not all(cell in self.by_cell for cell in men):
            return {}
        return {cell: self.by_cell[cell] for cell in men}


def _follow(by_cell: dict[int, str], used: list[int], before: bytes, after: bytes) -> None:
    """Follow the men of each seat through one turn."""
    left: dict[int, list[int]] = {}
    come: dict[int, list[int]] = {}
    for cell in _changed(before, after):
        old, new = seat_of(before[cell]), seat_of(after[cell])
        if old != new:
            left.setdefault(old, []).append(cell)
            come.setdefault(new, []).append(cell)
    letters = {cell: by_cell.pop(cell, "") for cells in left.values() for cell in cells}
    for seat, cells in come.items():
        if seat < 0:
            continue
        gone = left.get(seat, [])
        for cell, origin in zip(cells, gone, strict=False):
            by_cell[cell] = letters[origin]
        for cell in cells[len(gone) :]:
            if used[seat] < len(LETTERS):
                by_cell[cell] = LETTERS[used[seat]]
            used[seat] += 1


def _changed(before: bytes, after: bytes) -> list[int]:
    """Return the cells that differ, in ascending order."""
    differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    cells = []
    while differing:
        cell = ((differing & -differing).bit_length() - 1) // CELL_BITS
        cells.append(cell)
        differing &= ~(255 << CELL_BITS * cell)
    return cells


def letters_in(tx: Tx, match: Match, ply: int | None = None) -> ManLetters:
    """Return the letters of the men of a match at `ply`, by default the current one.

    Raises `RulesChanged`, `Damaged`.
    """
    return ManLetters.after(variant(match.variant), moves.whole_position(tx, match, ply))
