"""Solver: moves the men from the yard to a given figure, each in one turn.

The figure contains no square of the yard, so every man makes exactly one turn, from its square of
the yard to its square of the figure. A state of the search consists of the men still in the yard
and the squares of the figure still open.

A state is unsolvable if there is no one-to-one assignment of men to squares, even when every jump
that could ever be made is treated as possible at once. (Hops keep the parity of row and place, so
most men can reach only some of the squares.) A state is also unsolvable if all states that follow
it are. When its budget is used up without either result, the search gives up.

The search is depth-first and first tries the turn that is most common in the known solutions. When
it reaches its limit of states, it restarts with a larger limit and some randomness in its choices.
At that point the search is usually stuck below an unsolvable state that it did not recognise, and a
restart avoids that state.

Source of the problem: the rulebook of 1885, which mentions "over eight hundred, and probably more
than two thousand" solutions. The search is our own.
"""

from collections.abc import Iterable, Iterator
from random import Random

from engine.puzzles.figures import YARD
from engine.puzzles.move_statistics import move_statistics
from engine.variants.halma import BOARD

BUDGET = 10_000
"""Number of states searched before the solver gives up, which takes some seconds."""

_PATIENCE = 100
"""Number of states searched before the first restart."""
_MORE = 50
"""Number of states by which each restart raises that limit."""
_CHANCE = 3.0
"""Maximum random bonus added to the logarithm of a frequency."""
# A cell is one bit of a big integer, in rows of 17 bits: the spare bit keeps jumps to the right
# and to the left from wrapping into another row.
_ROW = 17
_BIT = tuple(1 << (row - 1) * _ROW + place - 1 for row, place in BOARD.spots)
_CELL = {bit: cell for cell, bit in enumerate(_BIT)}
_BOARD = sum(_BIT)
_SHIFTS = (1, _ROW, _ROW + 1, _ROW - 1)

_State = tuple[int, int]
"""The men still in the yard, and the squares of the figure still open."""
_Turn = tuple[int, int]
"""The start and end of a man's turn, as cells."""


class BudgetExhausted(Exception):
    """Search budget used up without a definite answer.

    The attribute `looked` is the number of states searched.
    """

    def __init__(self, states: int) -> None:
        super().__init__(f"no answer after {states} states")
        self.looked = states


def find_solution(figure: Iterable[int], budget: int = BUDGET) -> tuple[_Turn, ...] | None:
    """Return nineteen turns from the full yard to the figure; None if unsolvable.

    Raises `BudgetExhausted` if there is no definite answer after searching `budget` states. The
    result is reproducible.
    """
    cells = frozenset(figure)
    if len(cells) != len(YARD) or not YARD.isdisjoint(cells):
        return None
    return find_solution_from(cells, YARD, cells, budget)


def find_solution_from(
    figure: Iterable[int], men: Iterable[int], left: Iterable[int], budget: int = BUDGET
) -> tuple[_Turn, ...] | None:
    """Return the turns that complete a partial solution, like `find_solution`.

    `men` are the men still in the yard, and `left` the squares of the figure still to be filled.
    """
    start = to_bits(men), to_bits(left)
    search = _Search(to_bits(figure))
    if not search.may_be_solvable(start):
        return None
    looked = run = 0
    while True:
        patience = min(_PATIENCE + _MORE * run, budget - looked)
        try:
            return search.search(start, patience, run)
        except BudgetExhausted as error:
            looked += error.looked
            run += 1
            if looked == budget:
                raise BudgetExhausted(looked) from None


class _Search:
    """The search for one figure, with its cache shared by all restarts."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.dead: set[_State] = set()
        """States known to have no solution."""
        self.alive: set[_State] = set()
        """States that have passed the matching test and may have a solution."""

    def search(self, start: _State, patience: int, run: int) -> tuple[_Turn, ...] | None:
        """Return the turns from a state to the figure; None if the state is unsolvable.

        Raises `BudgetExhausted` after `patience` states.
        """
        draw = Random(run)
        path: list[_Turn] = []
        looked = 0

        def solve_from(state: _State) -> bool:
            """Whether a state has a solution; if so, append the solution to `path`."""
            nonlocal looked
            if not state[0]:
                return True
            if looked == patience:
                raise BudgetExhausted(looked)
            looked += 1
            for origin, place in self.order_turns(state, draw if run else None):
                following = state[0] ^ origin, state[1] ^ place
                if following in self.dead:
                    continue
                if self.may_be_solvable(following):
                    path.append((_CELL[origin], _CELL[place]))
                    if solve_from(following):
                        return True
                    path.pop()
                self.dead.add(following)
            return False

        return tuple(path) if solve_from(start) else None

    def order_turns(self, state: _State, draw: Random | None) -> list[_Turn]:
        """Return the possible turns as pairs of bits, most promising first."""
        men, left = state
        statistics = move_statistics()
        number = men.bit_count()
        leaving, filling = statistics.leaving[number], statistics.filling[number]
        cells = [_CELL[man] for man in _each(men)]
        scores: list[tuple[float, int, int]] = []
        eager: dict[int, float] = {}
        for origin, place in possible_pairs(men, left, men | self.goal ^ left):
            man, to = _CELL[origin], _CELL[place]
            if man not in eager:
                eager[man] = leaving[man] + sum(statistics.before[man, other] for other in cells)
            score = eager[man] + filling[to] + statistics.going[man, to]
            if draw:
                score += _CHANCE * draw.random()
            scores.append((-score, origin, place))
        return [(origin, place) for _, origin, place in sorted(scores)]

    def may_be_solvable(self, state: _State) -> bool:
        """Whether a state passes the matching test of `_can_match_all`."""
        if state not in self.alive:
            if not _can_match_all(state, self.goal):
                return False
            self.alive.add(state)
        return True


# -- moves of the men ------------------------------------------------------------------------------


def _groups(men: int, places: int, bridges: int, free: int) -> Iterator[tuple[int, int]]:
    """Yield groups of empty places connected by hops, with the men that can hop in."""
    while places:
        joined = front = places & -places
        while front:
            front = _jumps(front, bridges) & free & ~joined
            joined |= front
        yield places & joined, men & _jumps(joined, bridges)
        places &= ~joined


def _jumps(cells: int, bridges: int) -> int:
    """Return all cells one jump away from any of the cells, on the board or off it."""
    landings = 0
    for shift in _SHIFTS:
        landings |= (cells << shift & bridges) << shift | (cells >> shift & bridges) >> shift
    return landings


def _step_neighbours(cell: int) -> int:
    """Return all cells one step away, on the board or off it."""
    steps = 0
    for shift in _SHIFTS:
        steps |= cell << shift | cell >> shift
    return steps


def possible_pairs(men: int, places: int, occupied: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of a man and an empty place that the man can reach in one turn."""
    for joined, hopping in _groups(men, places, occupied, _BOARD & ~occupied):
        for place in _each(joined):
            for origin in _each(hopping | men & _step_neighbours(place)):
                yield origin, place


def able_men(men: int, places: int, occupied: int) -> int:
    """Return the men that can reach an empty place in one turn."""
    free, joined, front = _BOARD & ~occupied, places, places
    while front:
        front = _jumps(front, occupied) & free & ~joined
        joined |= front
    return men & (_jumps(joined, occupied) | _step_neighbours(places))


def _can_match_all(state: _State, goal: int) -> bool:
    """Whether every man can be assigned a different place that it may still reach.

    From this state on, men stand only where they stand now or on the figure, and men on the figure
    stay there. Only jumps over these squares, to a square that is not yet filled, can become
    possible.
    """
    men, left = state
    able = {man: left & _step_neighbours(man) for man in _each(men)}
    for joined, hopping in _groups(men, left, men | goal, _BOARD & ~(goal ^ left)):
        for man in _each(hopping):
            able[man] |= joined
    holder: dict[int, int] = {}

    def settle(man: int, tried: set[int]) -> bool:
        """Assign a place to a man, reassigning others where necessary (Kuhn's matching)."""
        for place in _each(able[man]):
            if place not in tried:
                tried.add(place)
                if place not in holder or settle(holder[place], tried):
                    holder[place] = man
                    return True
        return False

    return all(settle(man, set()) for man in able)


def _each(bits: int) -> Iterator[int]:
    """Yield each set bit as a mask, lowest first."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


def to_bits(cells: Iterable[int]) -> int:
    """Return the cells as the set bits of one integer."""
    return sum(_BIT[cell] for cell in cells)
