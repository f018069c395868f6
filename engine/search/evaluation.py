"""What a turn gains: the turns of a seat, each with the worth that it adds, as the search wants them.

In most games a turn changes nothing but the place of one man, and its gain is a difference of two
worths. Where it may change more (a send-back), or where the ways of the men do not tell what is left to
do (a chain), each turn is made, and the whole position is looked at after it.
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
from engine.search.yard_deadline import priced, prices
from engine.variant_definition import Variant

Pair = tuple[int, int]
"""Where a move of a man starts, and where it ends."""
Sums = tuple[int, ...]
"""The worth of all men of each seat together."""

_PATIENCE = 0.5
"""After such a part of a usual game, a rival's chain begins to count less and less."""
_LEAST_CARE = 0.1
"""How much a rival's chain counts beside one's own in a game that has gone on for very long: who only
blocks does not finish."""
_TRIED = 12
"""So many turns are made where making them is dear."""

WON = 1_000_000
"""More than any worth: the value of a won game, less the turns that it takes."""


class Option(NamedTuple):
    """A turn that a seat may make."""

    gain: int
    """How much better it makes things for the seat that makes it."""
    pair: Pair | Move
    """The move; where nothing but its ends matters, these."""
    after: Position | None
    """The position after it, where it had to be made to be judged."""
    sums: Sums
    """The sums in that position; () where it was not made."""


class Judge:
    """How the computer judges the positions of a game, for one seat."""

    def __init__(self, variant: Variant, seat: int, ply: int = 0) -> None:
        self.variant = variant
        self.seat = seat
        sides = teams(variant)
        self.mine = next(team for team in sides if seat in team)
        self.rivals = tuple(team for team in sides if seat not in team)
        charged = prices(variant, ply)
        self._tables = priced(variant, charged)
        self._coded = _coded(variant, charged)
        self._whole = variant.routes or variant.left is not None
        late = ply / variant.turns - _PATIENCE if variant.left and variant.turns else 0
        self._care = min(1.0, max(_LEAST_CARE, 1 - late))
        self.cost = _cost(variant)
        """How many times more its options cost than in a plain game, about."""

    @cached_property
    def a_turn(self) -> float:
        """How much a usual turn gains."""
        if self.variant.left is None:
            return piece_square_tables.a_turn(self.variant)
        start = self.variant.left(self.variant, self.variant.start(), self.seat)
        return max(
            1.0,
            piece_square_tables.UNIT * start * len(self.variant.seats) / max(1, self.variant.turns),
        )

    def sums(self, position: Position) -> Sums:
        """What each seat has, counted from its goal: 0 when it is there, and less before."""
        left = self.variant.left
        if left is None:
            return piece_square_tables.sums(self.variant, position, self._tables)
        seats = range(len(self.variant.seats))
        return tuple(
            -round(piece_square_tables.UNIT * left(self.variant, position, seat)) for seat in seats
        )

    def value(self, sums: Sums) -> int:
        """How far the seat, with its partners, is ahead of its rivals: of the best and of all alike."""
        if len(sums) == 2:
            return sums[self.seat] - round(self._care * sums[1 - self.seat])
        mine = sum(sums[seat] for seat in self.mine) / len(self.mine)
        theirs = [sum(sums[seat] for seat in team) / len(team) for team in self.rivals]
        return round(mine - self._care * (max(theirs) + sum(theirs) / len(theirs)) / 2)

    def options(self, position: Position, sums: Sums) -> list[Option]:
        """The turns of the seat to move with what they gain, in the order of a list of moves; [] if it
        can only pass."""
        if self._whole:
            return self._made(position, sums, self._promising(position))
        if self.variant.drops(position):
            return self._dropped(position)
        return [_option(code) for code in self._codes(position)]

    def best(self, position: Position, sums: Sums, width: int) -> list[Option]:
        """The `width` options that gain most, best first."""
        if self._whole or self.variant.drops(position):
            return nlargest(width, self.options(position, sums))
        codes = self._codes(position, width == 1)
        codes.sort(reverse=True)
        return [_option(code) for code in codes[:width]]

    def _dropped(self, position: Position) -> list[Option]:
        """What the seat to move may drop."""
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
        """The turns of the seat to move that change only the place of a man, as `_option` reads them:
        all, or the one of each man that gains most."""
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
        """The turns that are worth making, to see what they gain: all, or those that seem best."""
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
        """Do two seats win together?"""
        return seat == other or any(
            seat in team and other in team for team in (*self.rivals, self.mine)
        )

    def after(self, position: Position, sums: Sums, option: Option) -> tuple[Position, Sums]:
        """What an option leads to."""
        if option.after is not None:
            return option.after, option.sums
        pair, seat = option.pair, position.turn
        return (
            self.variant.tried(position, pair if isinstance(pair, Move) else Move(pair)),
            (*sums[:seat], sums[seat] + option.gain, *sums[seat + 1 :]),
        )

    def decided(self, position: Position, after: Position) -> int:
        """The value of a position if the turn that led to it has decided the game, as far as goals and
        losses go; 0 if not."""
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
"""A cell, and one more, is less than 1 << _BITS. With more bits, codes would be longer than a digit of
Python's integers, and slower."""
_CELL = (1 << _BITS) - 1


@lru_cache(maxsize=256)
def _coded(variant: Variant, charged: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """_coded(...)[seat][kind][end]: the worth of the end at these prices and, in the last bits, the
    end."""
    return tuple(
        tuple(
            (*((there << 2 * _BITS) + end + 1 for end, there in enumerate(table[:-1])), 0)
            for table in tables
        )
        for tables in priced(variant, charged)
    )


def _option(code: int) -> Option:
    """What the code stands for: the gain, the origin and the end, in this order, so that codes are
    greater where options are."""
    return Option(code >> 2 * _BITS, (code >> _BITS & _CELL, (code & _CELL) - 1), None, ())


def _cost(variant: Variant) -> int:
    """How many times more it costs to list the turns of a position than in a plain game, about."""
    if variant.left:
        return 10
    if variant.routes:
        return 4
    if variant.tables is None or isinstance(variant.tables[0], Leaps):
        return 2
    return 3 if isinstance(variant.tables[0], LongHops) else 1
