"""Order of the turns in a race plan: hops over rival men first.

Such a hop is no longer possible once the rival man has moved away.
"""

from collections.abc import Sequence
from contextlib import suppress

from engine.position import Move, Position
from engine.search.alpha_beta import with_turn
from engine.search.blockades import rivals_of
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.yard_deadline import is_late, turns_left
from engine.variant_definition import Variant

Plan = tuple[Move, ...]
"""The turns of one seat, in order."""


def steadiest(
    variant: Variant, position: Position, plans: Sequence[Plan], budget: SearchBudget
) -> Move:
    """Return the first move after which the plan depends on the fewest rival men.

    Any turn of a plan may come first if the others remain possible. Ties go to the earliest plan
    and turn. Plans that the budget leaves no time for are ignored.
    """
    least, first = len(variant.board.spots), plans[0][0]
    with suppress(BudgetSpent):
        for plan in plans:
            used = _used(variant, position, plan, budget)
            for number, move in enumerate(plan):
                budget.check_time()
                others = [*used[:number], *used[number + 1 :]]
                needed = len(frozenset[int]().union(*others))
                if needed < least and (
                    not number
                    or _works(variant, position, (move, *plan[:number], *plan[number + 1 :]))
                ):
                    least, first = needed, move
            if not least:
                break
    return first


def _used(
    variant: Variant, position: Position, plan: Plan, budget: SearchBudget
) -> list[frozenset[int]]:
    """Return, for each turn, the cells of the rival men that it depends on.

    Raises `BudgetSpent` if the deadline has passed.
    """
    seat, used = position.turn, []
    rivals = rivals_of(variant, seat)
    current = position
    for move in plan:
        budget.check_time()
        cells = [cell for rival in rivals for cell in variant.men_of(current, rival)]
        if _can(variant, _without(current, cells), move):
            used.append(frozenset[int]())
        else:
            used.append(
                frozenset(
                    cell for cell in cells if not _can(variant, _without(current, [cell]), move)
                )
            )
        current = with_turn(variant.apply_unmarked(current, move), seat)
    return used


def _works(variant: Variant, position: Position, plan: Plan) -> bool:
    """Whether every turn of the plan is possible in this order.

    Also false if a man would stay in its yard beyond the deadline.
    """
    seat, current = position.turn, position
    if (plan[0].path[0], plan[0].path[-1]) not in variant.ends(position):
        return False
    left = turns_left(variant, position.ply, seat)
    for turns, move in enumerate(plan, 1):
        if not _can(variant, current, move):
            return False
        current = with_turn(variant.apply_unmarked(current, move), seat)
        if left is not None and turns >= left and is_late(variant, current, seat):
            return False
    return True


def _can(variant: Variant, position: Position, move: Move) -> bool:
    """Whether a man can make this move by any route."""
    origin, end = move.path[0], move.path[-1]
    return any(each.path[-1] == end for each in variant.from_cell(position, origin))


def _without(position: Position, gone: Sequence[int]) -> Position:
    """Return the position without the men on these cells."""
    cells = bytearray(position.cells)
    for cell in gone:
        cells[cell] = 0
    return Position(bytes(cells), position.turn, position.stock, position.done, position.gone)
