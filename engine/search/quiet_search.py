"""Search of the last turns of a line, if none of them can decide the game.

In such a *quiet* position only the gains of the turns matter, so the search needs the cells alone.
Most positions of a search are quiet, and nearly all of them are among its last turns. The C module
searches them much faster; the Python code is its fallback and the oracle of the tests.
"""

from collections.abc import Sequence
from functools import cache
from itertools import compress
from math import inf
from typing import NamedTuple

from engine import rules
from engine.board import OFF
from engine.move_generation.compiled import CompiledMoves
from engine.position import SEATS, Position, man, men_of
from engine.search.candidate_moves import POINT, Lister, Pair, code_of, gain_of, pair_of
from engine.variant_definition import Variant

DEEPEST = 5
"""Maximum number of turns of a quiet search.

Many positions of a deeper one occur twice, and the transposition table has only those before it.
"""
REDUCED = 3
"""Minimum depth after a turn at which it may be searched two turns less deep."""

_ANY, _A_MAN, _NO_MAN = range(3)
"""What a cell needs if a seat is to reach its goal: a man of any seat, or no man of the seat."""


class QuietResult(NamedTuple):
    """The result of a quiet search."""

    value: int
    """The value for the seat to move, in points; exact if it is between the limits."""
    best: Pair | None
    """The best turn; None if no turn was searched."""
    positions: int
    """Number of positions searched."""


class MayDecide(Exception):
    """A turn may reach the goal of its seat, or a seat cannot move."""


class QuietSearch:
    """Alpha-beta search of a few turns of two seats."""

    def __init__(self, variant: Variant, listers: Sequence[Lister]) -> None:
        """`listers` has the lister of each seat's best moves."""
        self._listers = listers
        self._compiled = [each for each in listers if isinstance(each, CompiledMoves)]
        self._needs = [needs_of(variant, seat) for seat in range(len(variant.seats))]
        self._width = variant.search_parameters.narrow
        self._unreduced = variant.search_parameters.unreduced
        self._numbers = range(len(variant.board.spots))
        self._killers = [0, 0]
        """Killer men: whose move was the last one of a search, for each seat."""
        self._positions = 0

    def search(
        self, position: Position, depth: int, low: int, high: int, lead: int, first: Pair | None
    ) -> QuietResult | None:
        """Search for the seat to move, which is `lead` points ahead of its rival.

        The turn `first` is searched before all others. Returns None if the position is not quiet.
        """
        cells, seat, known = position.cells, position.turn, code_of(first) if first else -1
        killers = [*self._killers]
        if self._compiled:
            mine, theirs = self._compiled[seat], self._compiled[1 - seat]
            result = mine.generator.search(
                mine.values,
                self._needs[seat],
                theirs.generator,
                theirs.values,
                self._needs[1 - seat],
                cells,
                depth,
                self._width,
                self._unreduced,
                low,
                high,
                lead,
                known,
                killers[seat],
                killers[1 - seat],
            )
            if not result:
                return None
            value, best, positions, killers[seat], killers[1 - seat] = result
            self._killers = killers
        else:
            self._positions = 0
            try:
                value, best = self._search(cells, seat, depth, low, high, lead, known)
            except MayDecide:
                self._killers = killers
                return None
            positions = self._positions
        return QuietResult(value, None if best < 0 else pair_of(best), positions)

    def _search(
        self, cells: bytes, seat: int, depth: int, low: int, high: int, lead: int, first: int
    ) -> tuple[int, int]:
        """Return the value, and the best turn or -1; turns are codes without gain.

        `search_turns` in the C module does the same. Raises `MayDecide`.
        """
        self._positions += 1
        if depth == 1 and lead >= high:
            return lead, -1
        lister, men = self._listers[seat], [*compress(self._numbers, cells.translate(men_of(seat)))]
        if depth == 1:
            code = lister.best(cells, men, (high - lead) * POINT, self._killers[seat])
            if code is None:
                return lead, -1
            self._killers[seat], _ = pair_of(code)
            codes = [code]
        else:
            codes = lister.highest(cells, men, self._width, -inf)
            if not codes:
                raise MayDecide  # perhaps the rival cannot move, either
            codes.sort(key=lambda code: code % POINT != first)
        best: list[tuple[int, int]] = []
        for rank, code in enumerate(codes):
            value = lead + gain_of(code)
            after = self._made(cells, seat, pair_of(code))
            if depth > 2 or (depth == 2 and value > low):  # a reply can only lower the value
                value = self._search_turn(after, 1 - seat, depth - 1, low, high, value, rank)
            if not best or value > best[0][0]:
                best = [(value, code % POINT)]
                low = max(low, value)
                if value >= high:
                    break
        return best[0]

    def _search_turn(
        self, after: bytes, rival: int, depth: int, low: int, high: int, lead: int, rank: int
    ) -> int:
        """Return the value of a turn; late turns are reduced as in `AlphaBetaSearch`."""
        if rank >= self._unreduced and depth >= REDUCED:
            reply, _ = self._search(after, rival, depth - 2, -low - 1, -low, -lead, -1)
            if -reply <= low:
                return -reply
        reply, _ = self._search(after, rival, depth, -high, -low, -lead, -1)
        return -reply

    def _made(self, cells: bytes, seat: int, pair: Pair) -> bytes:
        """Return the cells after a turn; raise `MayDecide` if the goal may be reached."""
        origin, end = pair
        after, needs = bytearray(cells), self._needs[seat]
        after[origin] = 0
        if end != OFF:
            after[end] = cells[origin]
        if needs[origin] != (_ANY if end == OFF else needs[end]) and not any(
            not byte if need == _A_MAN else need == _NO_MAN and SEATS[byte] == man(seat)
            for byte, need in zip(after, needs, strict=True)
        ):
            raise MayDecide
        return bytes(after)


@cache
def needs_of(variant: Variant, seat: int) -> bytes:
    """Return what each cell needs if the seat is to reach its goal.

    Not every position that has it all is a goal. Returns b"" if the needs are not known.
    """
    cells, goal = range(len(variant.board.spots)), variant.seats[seat].goal
    if variant.reached in (rules.fills_goal, rules.goal_is_full):
        return bytes(_A_MAN if cell in goal else _ANY for cell in cells)
    if variant.reached is rules.all_in_goal:
        return bytes(_ANY if cell in goal else _NO_MAN for cell in cells)
    if variant.reached is rules.none_left:
        return bytes(_NO_MAN for _ in cells)
    return b""
