"""Can men get from the yard to a given figure, each in one turn?

The figure holds none of the yard's squares, so that every man makes exactly one turn, from its square of
the yard to its square of the figure. A state of the search is which men are still in the yard and which
squares of the figure are still open.

What is sure: a state is hopeless if the men cannot be assigned to the squares one to one even when every
jump that could ever be made is possible at once (hops keep the parity of row and place, and most men are
bound to their class); and so is one whose following states are all hopeless. A way that was found is
proven by its moves. The search gives up on what lies between.

The search goes deep first, by the turn that the known ways would make. Where it has looked at too many
states it begins again, ever more patient, with some chance in its choices: what it met was a state that
has no way and does not show it, and there are fewer of these on other paths.

Source of the problem: the rulebook of 1885, which knew of "over eight hundred, and probably more than
two thousand" solutions. The search is ours.
"""

from collections.abc import Iterable, Iterator
from random import Random

from engine.puzzles.figures import YARD
from engine.puzzles.move_statistics import habits
from engine.variants.halma import BOARD

BUDGET = 10_000
"""How many states are looked at before the search gives up: some seconds."""

_PATIENCE = 100
"""How many states are looked at before the search begins again."""
_MORE = 50
"""How many more each time."""
_CHANCE = 3.0
"""How much chance may add to a logarithm of the habits."""
# A cell is one bit of a big integer, in rows of 17: the bit that is left over keeps jumps to the right
# and to the left from going round to another row.
_ROW = 17
_BIT = tuple(1 << (row - 1) * _ROW + place - 1 for row, place in BOARD.spots)
_CELL = {bit: cell for cell, bit in enumerate(_BIT)}
_BOARD = sum(_BIT)
_SHIFTS = (1, _ROW, _ROW + 1, _ROW - 1)

_State = tuple[int, int]
"""The men still in the yard, and the squares of the figure still open."""
_Turn = tuple[int, int]
"""A man and the place where it goes, as cells."""


class GaveUp(Exception):
    """The budget was spent before the answer was sure; `looked` counts the states looked at."""

    def __init__(self, looked: int) -> None:
        super().__init__(f"no answer after {looked} states")
        self.looked = looked


def reach(figure: Iterable[int], budget: int = BUDGET) -> tuple[_Turn, ...] | None:
    """Nineteen turns from the full yard to the figure; None if there surely are none.

    GaveUp if neither was made out within the budget, a number of states. The same question always has
    the same answer.
    """
    cells = frozenset(figure)
    if len(cells) != len(YARD) or not YARD.isdisjoint(cells):
        return None
    return reach_from(cells, YARD, cells, budget)


def reach_from(
    figure: Iterable[int], men: Iterable[int], left: Iterable[int], budget: int = BUDGET
) -> tuple[_Turn, ...] | None:
    """The turns that are still to be made, like `reach`, when only these men are still in the yard, and
    these squares of the figure are left to be filled."""
    start = bits(men), bits(left)
    search = _Search(bits(figure))
    if not search.hopeful(start):
        return None
    looked = run = 0
    while True:
        patience = min(_PATIENCE + _MORE * run, budget - looked)
        try:
            return search.way(start, patience, run)
        except GaveUp as error:
            looked += error.looked
            run += 1
            if looked == budget:
                raise GaveUp(looked) from None


class _Search:
    """The search for one figure, and what it remembers from run to run."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.dead: set[_State] = set()
        """States from which there is no way."""
        self.alive: set[_State] = set()
        """States that are not hopeless, as far as can be seen."""

    def way(self, start: _State, patience: int, run: int) -> tuple[_Turn, ...] | None:
        """The turns from a state to the figure; None if there are none. GaveUp."""
        draw = Random(run)
        path: list[_Turn] = []
        looked = 0

        def found(state: _State) -> bool:
            """Is there a way from here? Then the path goes on by it."""
            nonlocal looked
            if not state[0]:
                return True
            if looked == patience:
                raise GaveUp(looked)
            looked += 1
            for origin, place in self.ranked(state, draw if run else None):
                following = state[0] ^ origin, state[1] ^ place
                if following in self.dead:
                    continue
                if self.hopeful(following):
                    path.append((_CELL[origin], _CELL[place]))
                    if found(following):
                        return True
                    path.pop()
                self.dead.add(following)
            return False

        return tuple(path) if found(start) else None

    def ranked(self, state: _State, draw: Random | None) -> list[_Turn]:
        """The turns that can be made, as bits, the likeliest first."""
        men, left = state
        known = habits()
        number = men.bit_count()
        leaving, filling = known.leaving[number], known.filling[number]
        cells = [_CELL[man] for man in _each(men)]
        scores: list[tuple[float, int, int]] = []
        eager: dict[int, float] = {}
        for origin, place in pairs(men, left, men | self.goal ^ left):
            man, to = _CELL[origin], _CELL[place]
            if man not in eager:
                eager[man] = leaving[man] + sum(known.before[man, other] for other in cells)
            score = eager[man] + filling[to] + known.going[man, to]
            if draw:
                score += _CHANCE * draw.random()
            scores.append((-score, origin, place))
        return [(origin, place) for _, origin, place in sorted(scores)]

    def hopeful(self, state: _State) -> bool:
        """Is the state not known to be without a way?"""
        if state not in self.alive:
            if not _hopeful(state, self.goal):
                return False
            self.alive.add(state)
        return True


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


def pairs(men: int, places: int, occupied: int) -> Iterator[tuple[int, int]]:
    """Each man with each of the empty places that it can get to in one turn."""
    for joined, hopping in _groups(men, places, occupied, _BOARD & ~occupied):
        for place in _each(joined):
            for origin in _each(hopping | men & _beside(place)):
                yield origin, place


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


def bits(cells: Iterable[int]) -> int:
    """The cells as one integer."""
    return sum(_BIT[cell] for cell in cells)
