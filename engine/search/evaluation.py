"""Evaluation of positions, and the gain in evaluation of each turn.

In most games a turn only moves one man, so its gain is the difference of two entries of a
piece-square table. Where a turn may change more (a send-back), or where the distances of the men
do not show what is left to do (a chain), each turn is made and the whole position is evaluated
after it.
"""

from functools import cached_property, lru_cache
from heapq import nlargest
from typing import NamedTuple

from engine import move_generation
from engine.move_generation.leaps import Leaps
from engine.move_generation.long_hops import LongHops
from engine.outcome import teams
from engine.position import Move, Position
from engine.search import piece_square_tables
from engine.search.yard_deadline import Charges, charged, charges
from engine.variant_definition import Variant

Pair = tuple[int, int]
"""The start and end cell of a man's move."""
Sums = tuple[int, ...]
"""The evaluation of each seat: the sum of the values of all its men."""

_PATIENCE = 0.5
"""Share of a usual game after which a rival's chain begins to count less."""
_LEAST_CARE = 0.1
"""Minimum weight of a rival's chain in a very long game.

A player who only blocks never finishes.
"""
_TRIED = 12
"""Number of turns tried per position in games where making a turn is slow."""

WON = 1_000_000
"""The value of a won game, less the number of turns until the win.

It is greater than any evaluation.
"""


class Option(NamedTuple):
    """A turn that a seat may make, with its gain."""

    gain: int
    """The improvement for the seat that makes the turn."""
    pair: Pair | Move
    """The move, or only its start and end where nothing else matters."""
    after: Position | None
    """The position after the turn, if it had to be made for the evaluation; else None."""
    sums: Sums
    """The evaluation of each seat in that position; () if the turn was not made."""


class Judge:
    """Evaluator for the positions of a game, from the point of view of one seat."""

    def __init__(self, variant: Variant, seat: int, position: Position | None = None) -> None:
        self.variant = variant
        self.seat = seat
        sides = teams(variant)
        self.mine = next(team for team in sides if seat in team)
        self.rivals = tuple(team for team in sides if seat not in team)
        due = charges(variant, position) if position else ()
        self._tables = charged(variant, due)
        self._coded = _coded(variant, due)
        self._whole = variant.routes or variant.left is not None
        ply = position.ply if position else 0
        late = ply / variant.turns - _PATIENCE if variant.left and variant.turns else 0
        self._care = min(1.0, max(_LEAST_CARE, 1 - late))
        self.cost = _cost(variant)
        """Approximate cost of listing the options, relative to a simple game."""

    @cached_property
    def a_turn(self) -> float:
        """The gain of a usual turn."""
        if self.variant.left is None:
            return piece_square_tables.a_turn(self.variant)
        start = self.variant.left(self.variant, self.variant.start(), self.seat)
        return max(
            1.0,
            piece_square_tables.UNIT * start * len(self.variant.seats) / max(1, self.variant.turns),
        )

    def sums(self, position: Position) -> Sums:
        """Return the evaluation of each seat: 0 if it is at its goal, negative before."""
        left = self.variant.left
        if left is None:
            return piece_square_tables.sums(self.variant, position, self._tables)
        seats = range(len(self.variant.seats))
        return tuple(
            -round(piece_square_tables.UNIT * left(self.variant, position, seat)) for seat in seats
        )

    def value(self, sums: Sums) -> int:
        """Return the lead of the seat and its partners over their rivals.

        With several rival teams, this is the mean of the lead over the best team and the lead over
        all teams on average.
        """
        if len(sums) == 2:
            return sums[self.seat] - round(self._care * sums[1 - self.seat])
        mine = sum(sums[seat] for seat in self.mine) / len(self.mine)
        theirs = [sum(sums[seat] for seat in team) / len(team) for team in self.rivals]
        return round(mine - self._care * (max(theirs) + sum(theirs) / len(theirs)) / 2)

    def options(self, position: Position, sums: Sums) -> list[Option]:
        """Return the turns of the seat to move with their gains, in generation order.

        [] if the seat can only pass.
        """
        if self._whole:
            return self._made(position, sums, self._promising(position))
        if self.variant.drops(position):
            return self._dropped(position)
        return [_option(code) for code in self._codes(position)]

    def best(self, position: Position, sums: Sums, width: int) -> list[Option]:
        """Return the `width` options with the highest gain, best first."""
        if self._whole or self.variant.drops(position):
            return nlargest(width, self.options(position, sums))
        codes = self._codes(position, width == 1)
        codes.sort(reverse=True)
        return [_option(code) for code in codes[:width]]

    def _dropped(self, position: Position) -> list[Option]:
        """Return the possible drops of the seat to move."""
        variant, seat = self.variant, position.turn
        return [
            Option(
                self._tables[seat][move.kind][move.path[0]]
                - piece_square_tables.in_hand(variant, seat, move.kind),
                move,
                None,
                (),
            )
            for move in move_generation.moves(variant, position)
        ]

    def _codes(self, position: Position, one: bool = False) -> list[int]:
        """Return the coded turns of the seat to move, where each turn only moves one man.

        `_option` decodes them. Returns all turns or, if `one`, the turn of each man that gains
        most.
        """
        cells, coded = position.cells, self._coded[position.turn]
        found: list[int] = []
        for origin, ends in move_generation.ends(self.variant, position):
            there = coded[cells[origin] >> 4]
            more = (origin << _BITS) + origin + 1 - there[origin]
            if one and ends:
                found.append(max(map(there.__getitem__, ends)) + more)
            else:
                found += [there[end] + more for end in ends]
        return found

    def _promising(self, position: Position) -> list[Move]:
        """Return the moves to try: all of them, or those with the highest attraction."""
        moves = move_generation.moves(self.variant, position)
        if self.variant.pull is None:
            return moves
        draws = self.variant.pull(self.variant, position, position.turn)
        return nlargest(_TRIED, moves, key=lambda move: draws[move.path[-1]] - draws[move.path[0]])

    def _made(self, position: Position, sums: Sums, moves: list[Move]) -> list[Option]:
        seat, found = position.turn, []
        for move in moves:
            after = self.variant.tried(position, move)
            now = self.sums(after)
            gain = now[seat] - sums[seat]
            for other, worth_now in enumerate(now):
                if not self.together(seat, other):
                    gain -= round(self._care * (worth_now - sums[other]))
            found.append(Option(gain, move, after, now))
        return found

    def together(self, seat: int, other: int) -> bool:
        """Whether two seats win together."""
        return seat == other or any(
            seat in team and other in team for team in (*self.rivals, self.mine)
        )

    def after(self, position: Position, sums: Sums, option: Option) -> tuple[Position, Sums]:
        """Return the position after an option, and its evaluation."""
        if option.after is not None:
            return option.after, option.sums
        pair, seat = option.pair, position.turn
        return (
            self.variant.tried(position, pair if isinstance(pair, Move) else Move(pair)),
            (*sums[:seat], sums[seat] + option.gain, *sums[seat + 1 :]),
        )

    def decided(self, position: Position, after: Position) -> int:
        """Return the value if the last turn has decided the game, otherwise 0.

        Only goals and losses are considered, not repetitions or the turn limit.
        """
        if after.done != position.done:
            done = set(after.done)
            if done.issuperset(self.mine):
                return WON
            if any(done.issuperset(team) for team in self.rivals if after.done[-1] in team):
                return -WON
        if self.variant.lost(self.variant, after, position.turn):
            return -WON if position.turn in self.mine else WON
        return 0


_BITS = 9
"""The bits per cell in a code; cell + 1 is less than 1 << _BITS.

With more bits, a code would not fit in one digit of a Python integer and would be slower.
"""
_CELL = (1 << _BITS) - 1


@lru_cache(maxsize=256)
def _coded(variant: Variant, due: Charges) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the tables that `_codes` adds up, as _coded(...)[seat][kind][end].

    The low bits hold the number of the end cell plus 1. The bits above hold its value less its
    charge.
    """
    return tuple(
        tuple(
            (*((there << 2 * _BITS) + end + 1 for end, there in enumerate(table[:-1])), 0)
            for table in tables
        )
        for tables in charged(variant, due)
    )


def _option(code: int) -> Option:
    """Decode a turn: gain, start and end.

    They are in the order of significance, so codes sort like options.
    """
    return Option(code >> 2 * _BITS, (code >> _BITS & _CELL, (code & _CELL) - 1), None, ())


def _cost(variant: Variant) -> int:
    """Return the approximate cost of listing the turns, relative to a simple game."""
    if variant.left:
        return 10
    if variant.routes:
        return 4
    if variant.tables is None or isinstance(variant.tables[0], Leaps):
        return 2
    return 3 if isinstance(variant.tables[0], LongHops) else 1
