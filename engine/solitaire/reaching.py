"""Can nineteen men get from the yard to a given figure in nineteen turns?

The yard holds nineteen men and the figure none of its squares, so that every man makes exactly one turn,
from its square of the yard to its square of the figure. A state of the search is which men are still in
the yard and which squares of the figure are still open.

What is sure: a figure that is not nineteen squares outside the yard is impossible; so is one to which
the men cannot be assigned one to one, a man to a square, even if every jump that could ever be made were
possible at once (hops keep the parity of row and place, and most men are bound to their class); and so
is one whose states have all been looked at in vain. A way that was found is proven by its moves. The
search gives up on what lies between.

The search goes forward from the yard, a turn at a time, and keeps so many of the states that leave most
to do at once, first few, then more; it meets the last turns, which are listed backwards from the figure.

Source of the problem: the rulebook of 1885, which knew of "over eight hundred, and probably more than
two thousand" solutions. The search is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from engine.position import Move
from engine.solitaire.figures import YARD
from engine.solitaire.problems import BRINGING_OUT
from engine.variants.halma import BOARD

BUDGET = 3000
"""How many states are looked at before the search gives up: some seconds."""

_WIDTH = 8
"""How many states of each turn are kept at first."""
_ENDINGS = 2000
"""Last turns are listed backwards until there are more states than this."""

# A cell is one bit of a big integer, in rows of 17: the bit that is left over keeps jumps to the right
# and to the left from going round to another row.
_ROW = 17
_BIT = tuple(1 << (row - 1) * _ROW + place - 1 for row, place in BOARD.spots)
_CELL = {bit: cell for cell, bit in enumerate(_BIT)}
_BOARD = sum(_BIT)
_YARD = sum(_BIT[cell] for cell in YARD)
_SHIFTS = (1, _ROW, _ROW + 1, _ROW - 1)

_State = tuple[int, int]
"""The men still in the yard, and the squares of the figure still open."""
_Turns = dict[_State, tuple[_State, int, int]]
"""For each state one that is a turn away, and the man and the place of that turn."""


class GaveUp(Exception):
    """The budget was spent before the answer was sure; `looked` counts the states looked at."""

    def __init__(self, looked: int) -> None:
        super().__init__(f"no answer after {looked} states")
        self.looked = looked


def reach(figure: Iterable[int], budget: int = BUDGET) -> tuple[Move, ...] | None:
    """Nineteen turns from the full yard to the figure; None if there surely are none.

    GaveUp if neither was made out within the budget, a number of states. The same figure and budget
    always have the same answer.
    """
    cells = frozenset(figure)
    if len(cells) != len(YARD) or not YARD.isdisjoint(cells):
        return None
    goal = sum(_BIT[cell] for cell in cells)
    if not _hopeful((_YARD, goal), goal):
        return None
    endings = _endings(goal)
    looked = 0
    width = _WIDTH
    while looked < budget:
        run = _forward(goal, endings, width, budget - looked)
        if run.way:
            return _moves(run.way)
        if run.whole:
            return None
        looked += run.looked
        width *= 4
    raise GaveUp(looked)


class _Run(NamedTuple):
    """What one forward search came to."""

    way: list[tuple[int, int]]
    """The man and the place of each turn; [] if none was found."""
    whole: bool
    """Was nothing left out, so that there is no way if none was found?"""
    looked: int
    """How many states were looked at."""


def _forward(goal: int, endings: list[_Turns], width: int, budget: int) -> _Run:
    """Go from the yard to the endings, by so many of the best states of each turn."""
    start = (_YARD, goal)
    before: _Turns = {start: (start, 0, 0)}
    following = dict(before)
    whole = True
    looked = 0
    for _ in range(len(YARD) - len(endings) + 1):
        ranked = sorted(following, key=lambda state: (-_freedom(state, goal), state))
        best = list(islice((state for state in ranked if _hopeful(state, goal)), width + 1))
        whole = whole and len(best) <= width
        before.update((state, following[state]) for state in best[:width])
        following = {}
        for state in best[:width]:
            if looked == budget:
                return _Run([], False, looked)
            looked += 1
            men, left = state
            for origin, place in _pairs(men, left, men | goal ^ left):
                following.setdefault((men ^ origin, left ^ place), (state, origin, place))
    met = following.keys() & endings[-1].keys()
    if not met:
        return _Run([], whole, looked)
    state = min(met)
    before[state] = following[state]
    return _Run(_way_to(before, state) + _way_on(endings, state), True, looked)


def _endings(goal: int) -> list[_Turns]:
    """The states that lead to the figure by 0, 1, 2, ... turns, each with the next turn; all of them, up
    to some number of turns."""
    endings: list[_Turns] = [{(0, 0): ((0, 0), 0, 0)}]
    while len(endings[-1]) <= _ENDINGS and len(endings) < 6:
        earlier: _Turns = {}
        for men, left in endings[-1]:
            out = goal ^ left
            for place, origin in _pairs(out, _YARD ^ men, men | out):
                earlier.setdefault((men ^ origin, left ^ place), ((men, left), origin, place))
        endings.append(earlier)
    return endings


def _way_to(before: _Turns, state: _State) -> list[tuple[int, int]]:
    """The turns from the yard to a state."""
    turns = []
    while before[state][0] != state:
        state, origin, place = before[state]
        turns.append((origin, place))
    return turns[::-1]


def _way_on(endings: list[_Turns], state: _State) -> list[tuple[int, int]]:
    """The turns from a state of the endings to the figure."""
    turns = []
    for ending in reversed(endings[1:]):
        state, origin, place = ending[state]
        turns.append((origin, place))
    return turns


def _moves(way: list[tuple[int, int]]) -> tuple[Move, ...]:
    """The turns as moves, each by its shortest route."""
    now = BRINGING_OUT.start()
    moves: list[Move] = []
    for origin, place in way:
        moves += BRINGING_OUT.through(now, _CELL[origin], (_CELL[place],))
        now = BRINGING_OUT.apply(now, moves[-1])
    return tuple(moves)


# -- what men can do -----------------------------------------------------------------------------------


def _groups(men: int, places: int, bridges: int, free: int) -> Iterator[tuple[int, int]]:
    """Empty places that hops join to one another, and the men who can hop to each of them."""
    while places:
        joined = front = places & -places
        while front:
            front = _jumps(front, bridges) & free & ~joined
            joined |= front
        yield places & joined, men & _jumps(joined, bridges)
        places &= ~joined


def _jumps(cells: int, bridges: int) -> int:
    """All cells that are one jump away from any of the cells, on the board or off it."""
    landings = 0
    for shift in _SHIFTS:
        landings |= (cells << shift & bridges) << shift | (cells >> shift & bridges) >> shift
    return landings


def _beside(cell: int) -> int:
    """All cells that are one step away, on the board or off it."""
    steps = 0
    for shift in _SHIFTS:
        steps |= cell << shift | cell >> shift
    return steps


def _pairs(men: int, places: int, occupied: int) -> Iterator[tuple[int, int]]:
    """Each man with each of the empty places that it can get to in one turn."""
    for joined, hopping in _groups(men, places, occupied, _BOARD & ~occupied):
        for place in _each(joined):
            for origin in _each(hopping | men & _beside(place)):
                yield origin, place


def _freedom(state: _State, goal: int) -> int:
    """How much can be done at once: places that men can hop to and men who can; then pairs of them."""
    men, left = state
    occupied = men | goal ^ left
    places = pairs = movable = 0
    for joined, hopping in _groups(men, left, occupied, _BOARD & ~occupied):
        if hopping:
            places += joined.bit_count()
            pairs += joined.bit_count() * hopping.bit_count()
            movable |= hopping
    return 100 * (places + movable.bit_count()) + pairs


def _hopeful(state: _State, goal: int) -> bool:
    """Can each man be given a place of its own that it could ever get to?

    From here on men stand only where they stand now or on the figure, and those on the figure stay: a
    jump over any of these squares, to any but the filled ones, may become possible; no other ever does.
    """
    men, left = state
    able = {man: left & _beside(man) for man in _each(men)}
    for joined, hopping in _groups(men, left, men | goal, _BOARD & ~(goal ^ left)):
        for man in _each(hopping):
            able[man] |= joined
    holder: dict[int, int] = {}

    def settle(man: int, tried: set[int]) -> bool:
        """Give a man a place, moving others to other places where that helps (Kuhn's matching)."""
        for place in _each(able[man]):
            if place not in tried:
                tried.add(place)
                if place not in holder or settle(holder[place], tried):
                    holder[place] = man
                    return True
        return False

    return all(settle(man, set()) for man in able)


def _each(bits: int) -> Iterator[int]:
    """The single bits, lowest first."""
    while bits:
        yield bits & -bits
        bits &= bits - 1
