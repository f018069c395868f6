"""The race home: the fewest turns of one's own when nobody is in the way any more."""

from heapq import nlargest

from engine.definition import Variant
from engine.position import Move, Position
from engine.search.budget import Budget, Spent
from engine.search.judging import Judge, Option, Sums
from engine.search.look_ahead import turned
from engine.search.shut_in import rivals_of
from engine.search.worth import worth

WIDTHS = (20, 60, 200, 600)
"""How many positions are kept after each turn, in one try after the other."""
_FAR = 40
"""No race is longer."""
_FEW = 2
"""With so many men outside, everybody else may be where they like."""


def is_race(variant: Variant, position: Position) -> bool:
    """Does nobody hinder the seat to move any more? All rivals have passed its last man, or only few of
    its men are outside the goal."""
    seat = position.turn
    if variant.left or variant.drops(position):
        return False
    cells, goal = position.cells, variant.seats[seat].goal
    men = variant.standing(position, seat)
    if sum(cell not in goal for cell in men) <= _FEW:
        return True
    tables = worth(variant)[seat]
    last = min(tables[cells[cell] >> 4][cell] for cell in men)
    return all(
        tables[0][cell] <= last
        for rival in rivals_of(variant, seat)
        if rival not in position.done
        for cell in variant.men_of(position, rival)
    )


def first_of_race(variant: Variant, position: Position, budget: Budget) -> tuple[Move, int] | None:
    """The first move of the shortest way home that was found, and how many turns it takes, if no other
    seat moved; None if none was found."""
    found: tuple[Move, int] | None = None
    judge = Judge(variant, position.turn)
    for width in WIDTHS:
        try:
            plan, whole = _race(judge, position, width, found[1] if found else _FAR, budget)
        except Spent:
            break
        found = plan or found
        if whole or (found and found[1] < 3):
            break
    return found


def _race(
    judge: Judge, position: Position, width: int, below: int, budget: Budget
) -> tuple[tuple[Move, int] | None, bool]:
    """The first move of the shortest way that takes less than `below` turns, and how many it takes; and
    whether no position was left out."""
    seat = position.turn
    seen = {position.cells}
    front: list[tuple[int, int, Position, Sums, Move | None]] = [
        (0, 0, position, judge.sums(position), None)
    ]
    whole = True
    for turns in range(1, below):
        ways: list[tuple[int, int, Position, Sums, Option, Move | None]] = []
        for _, _, here, sums, first in front:
            budget.spend(judge.cost)
            for option in judge.options(here, sums):
                ways.append((sums[seat] + option.gain, len(ways), here, sums, option, first))
        chosen, front = nlargest(2 * width, ways), []
        whole = whole and len(ways) <= 2 * width
        for worth_then, number, here, sums, option, first in chosen:
            after, now = judge.after(here, sums, option)
            move = first or _move(option.pair)
            if seat in after.done:
                return (move, turns), whole
            if after.cells not in seen:
                if len(front) == width:
                    whole = False
                    break
                seen.add(after.cells)
                front.append((worth_then, number, turned(after, seat), now, move))
        if not front:
            break
    return None, whole


def _move(pair: tuple[object, ...]) -> Move:
    return pair if isinstance(pair, Move) else Move(pair)  # type: ignore[arg-type]
