"""Endgame race: beam search for the fewest turns home, ignoring the opponent.

A plan assumes that no other seat moves, but a rival man that it hops over may move away. The move
played first is therefore the one after which the rest of the plan needs the fewest rival men.
"""

from heapq import heappush, heapreplace
from math import inf
from typing import NamedTuple

from engine.position import Move, Position, seat_of
from engine.rules import fills_goal
from engine.search.alpha_beta import with_turn
from engine.search.blockades import rivals_of
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.candidate_moves import CandidateMove, Sums
from engine.search.evaluation import Evaluator
from engine.search.piece_square_tables import piece_square_tables
from engine.search.plan_safety import Plan, steadiest
from engine.search.yard_deadline import is_late, turns_left
from engine.variant_definition import Variant

BEAM_WIDTHS = (4, 12, 40, 120, 400)
"""The beam widths of successive attempts: positions kept after each turn."""
_FAR = 40
"""Maximum length of a race in turns."""
_PLANS = 8
"""Maximum number of plans of equal length that are compared."""
_TURNS = 24
"""Maximum number of turns tried per position."""
_FEW = 2
"""Maximum number of men outside the goal at which the rivals' men are ignored."""


class _Node(NamedTuple):
    """A position after some turns of a plan."""

    position: Position
    sums: Sums
    plan: Plan


class _Way(NamedTuple):
    """A turn in a position of a plan.

    Ways are compared by `worth`; `number` decides between equal ones, and is never equal.
    """

    worth: int
    """The evaluation of the seat's men after the turn."""
    number: int
    node: _Node
    option: CandidateMove


def is_race(variant: Variant, position: Position) -> bool:
    """Whether the position is a race for the seat to move.

    It is a race if all rival men have passed the seat's last man, or if only a few of the seat's
    men are outside the goal.
    """
    seat = position.turn
    if variant.remaining_work or variant.drops(position):
        return False
    cells, goal = position.cells, variant.seats[seat].goal
    men = variant.standing(position, seat)
    if sum(cell not in goal for cell in men) <= _FEW:
        return True
    tables = piece_square_tables(variant)[seat]
    last = min(tables[cells[cell] >> 4][cell] for cell in men)
    return all(
        tables[0][cell] <= last
        for rival in rivals_of(variant, seat)
        if rival not in position.done
        for cell in variant.men_of(position, rival)
    )


def first_race_move(
    variant: Variant, position: Position, budget: SearchBudget
) -> tuple[Move, int] | None:
    """Return the first move of the shortest plan found, and its length in turns.

    The length assumes that no other seat moves. Returns None if no plan was found. Only a share of
    the budget (`SearchParameters.race_share`) is used to find plans. The rest is for comparing
    them, or for another search.
    """
    if _is_goal_occupied(variant, position):
        return None
    smaller = budget.sub_budget(variant.search_parameters.race_share)
    best_plan: list[Plan] = []
    judge = Evaluator(variant, position.turn)
    for width in BEAM_WIDTHS:
        try:
            plans, whole = _beam_search(
                judge, position, width, len(best_plan[0]) + 1 if best_plan else _FAR, smaller
            )
        except BudgetSpent:
            break
        best_plan = plans or best_plan
        if whole or (best_plan and len(best_plan[0]) < 3):
            break
    if not best_plan:
        return None
    return steadiest(variant, position, best_plan, budget), len(best_plan[0])


def _is_goal_occupied(variant: Variant, position: Position) -> bool:
    """Whether a rival's man stands in a goal that must be filled."""
    goal = variant.seats[position.turn].goal
    return variant.reached is fills_goal and any(
        position.cells[cell] and seat_of(position.cells[cell]) != position.turn for cell in goal
    )


def _beam_search(
    judge: Evaluator, position: Position, width: int, below: int, budget: SearchBudget
) -> tuple[list[Plan], bool]:
    """Return some of the shortest plans of fewer than `below` turns.

    Also returns whether the search was complete, that is, whether no position was dropped.
    """
    variant, seat = judge.variant, position.turn
    left = turns_left(variant, position.ply, seat)
    seen = {position.cells}
    front = [_Node(position, judge.material_sums(position), ())]
    whole = True
    for turns in range(1, below):
        ways, all_kept = _best_ways(judge, front, 2 * width, budget)
        whole, front = whole and all_kept, []
        plans: list[Plan] = []
        for _, _, node, option in ways:
            after, now = judge.position_after(node.position, node.sums, option)
            if seat in after.done:
                plans.append((*node.plan, _move(option.pair)))
                if len(plans) == _PLANS:
                    break
            elif plans:
                break
            elif left is not None and turns >= left and is_late(variant, after, seat):
                continue
            elif after.cells not in seen:
                if len(front) == width:
                    whole = False
                    break
                seen.add(after.cells)
                plan = (*node.plan, _move(option.pair))
                front.append(_Node(with_turn(after, seat), now, plan))
        if plans:
            return plans, whole
        if not front:
            break
    return [], whole


def _best_ways(
    judge: Evaluator, front: list[_Node], count: int, budget: SearchBudget
) -> tuple[list[_Way], bool]:
    """Return the `count` best turns in these positions, best first.

    Also returns whether there are no other turns.
    """
    ways: list[_Way] = []
    number, whole = 0, True
    tried = min(count, _TURNS)
    for node in front:
        budget.spend(judge.cost)
        budget.check_time()  # `spend` rarely does, and listing takes long here
        worth = node.sums[node.position.turn]
        least = ways[0].worth - worth if len(ways) == count else -inf
        options = judge.best_candidates(node.position, node.sums, tried, least)
        whole = whole and least == -inf and len(options) < tried
        for option in options:
            number -= 1
            way = _Way(worth + option.gain, number, node, option)
            if len(ways) < count:
                heappush(ways, way)
            else:
                whole = False
                if way < ways[0]:
                    break
                heapreplace(ways, way)
    return sorted(ways, reverse=True), whole


def _move(pair: tuple[object, ...]) -> Move:
    return pair if isinstance(pair, Move) else Move(pair)  # type: ignore[arg-type]
