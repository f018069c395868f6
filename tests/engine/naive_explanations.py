"""Naive check of explanations: each claim is recomputed from the position.

Moves come from the naive finders, distances from the printed coordinates, and jumps are counted one
at a time. The tables of the search are not used.
"""

from collections import deque
from dataclasses import replace
from math import dist

from engine import Move, Position, Variant
from engine.explanations import Explanation
from tests.engine import naive
from tests.engine.naive_board import beyond, lifted, owner
from tests.engine.naive_halma import SQUARE
from tests.engine.naive_halma import jump as naive_jump
from tests.engine.naive_star import SIX
from tests.engine.search.breadth_first import fewest_turns

LONGEST = {"super-halma": 7, "super-halma-10": 7, "super-chinese-checkers": 6}
"""The longest distance to the man jumped over; 1 in other games."""


def is_true(
    variant: Variant, before: Position, played: Move, better: Move, claim: Explanation
) -> bool:
    """Whether everything that an explanation says about two moves is true."""
    seat = before.turn
    ahead, behind = variant.apply(before, better), variant.apply(before, played)
    goal = variant.seats[seat].goal
    forward = nearer(variant, seat, better)
    match claim.kind:
        case "missed-win":
            return seat in ahead.done and seat not in behind.done
        case "allowed-win":
            winning = variant.parse_canonical(claim.move)
            return (
                claim.seat == behind.turn != seat
                and ends(winning) in naive.find(variant, behind)
                and claim.seat in variant.apply(behind, winning).done
            )
        case "race":
            return claim.number > claim.best and all(
                fewest_turns(
                    variant, men(variant, after, seat), 2, men(variant, after, 1 - seat), seat
                )
                == (turns if turns <= 2 else None)
                for after, turns in ((behind, claim.number), (ahead, claim.best))
            )
        case "left-goal":
            return played.path[0] in goal and played.path[-1] not in goal
        case "backward":
            return nearer(variant, seat, Move(played.path[::-1]))
        case "missed-hop":
            farther = distance(variant, seat, played) < distance(variant, seat, better)
            jumps = fewest_jumps(variant, before, *ends(better))
            return forward and farther and jumps == claim.number >= 2
        case "left-behind" | "last-man":
            cell = variant.board.named[claim.cell]
            alone = claim.kind == "last-man" or gap(variant, behind, cell) == claim.number >= 3
            return better.path[0] == cell and forward and is_last(variant, behind, cell) and alone
        case "missed-goal":
            entered = better.path[0] not in goal and better.path[-1] in goal
            return entered and (played.path[0] in goal or played.path[-1] not in goal)
        case "no-ground":
            return distance(variant, seat, played) == 0 == rows(variant, seat, played) and forward
        case "rivals-ladder":
            hop = variant.parse_canonical(claim.move)
            return claim.seat == behind.turn != seat and is_lost(variant, hop, behind, ahead, claim)
        case "own-ladder" | "broken-ladder":
            hop = variant.parse_canonical(claim.move)
            again, without = (replace(position, turn=seat) for position in (ahead, behind))
            existed = ends(hop) in naive.find(variant, before)
            expected = claim.kind == "broken-ladder"
            return existed == expected and is_lost(variant, hop, again, without, claim)
    return False


def is_lost(
    variant: Variant, hop: Move, possible_in: Position, not_there: Position, claim: Explanation
) -> bool:
    """Whether the claimed hop is possible in `there` but not in `not_there`."""
    return (
        ends(hop) in naive.find(variant, possible_in)
        and ends(hop) not in naive.find(variant, not_there)
        and fewest_jumps(variant, possible_in, *ends(hop)) == claim.number >= 2
    )


def men(variant: Variant, position: Position, seat: int) -> frozenset[int]:
    """Return the cells of a seat's men."""
    return frozenset(variant.standing(position, seat))


def ends(move: Move) -> tuple[int, int]:
    """Return the first and the last cell of a move."""
    return move.path[0], move.path[-1]


def deepest(variant: Variant, seat: int) -> list[tuple[float, float]]:
    """Return the points of the goal that are farthest from the home.

    A goal of one row, or around the home, is equally deep everywhere.
    """
    home, goal = variant.seats[seat].home, variant.seats[seat].goal
    points = [variant.board.points[cell] for cell in goal]
    if len({y for _, y in points}) == 1 or len({x for x, _ in points}) == 1:
        return points
    if len(goal) > 2 * len(home):
        return points
    starts = [variant.board.points[cell] for cell in home]
    return [max(points, key=lambda at: sum(dist(at, start) ** 2 for start in starts))]


def cell_distance(variant: Variant, seat: int, cell: int) -> float:
    """Return the distance from the deepest goal cell, in rows plus columns on squares."""
    return min(
        steps_apart(variant, variant.board.points[cell], to) for to in deepest(variant, seat)
    )


def steps_apart(variant: Variant, a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two points in straight steps."""
    along, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    if variant.board.directions == 8:
        return along + up
    rows = up / 0.75**0.5
    return max(rows, along + rows / 2)


def distance(variant: Variant, seat: int, move: Move) -> float:
    """Return how much nearer a move brings its man to the deepest goal cell, in steps."""
    return round(
        cell_distance(variant, seat, move.path[0]) - cell_distance(variant, seat, move.path[-1]),
        6,
    )


def rows(variant: Variant, seat: int, move: Move) -> float:
    """Return how far a move goes straight away from the home, in units of the board.

    On squares, the steps already say it: 0.
    """
    if variant.board.directions == 8:
        return 0.0
    home = [variant.board.points[cell] for cell in variant.seats[seat].home]
    (x, y), far = deepest(variant, seat)[0], (sum(at) / len(home) for at in zip(*home, strict=True))
    across, up = x - next(far), y - next(far)
    (a, b), (c, d) = (variant.board.points[cell] for cell in ends(move))
    return round(((c - a) * across + (d - b) * up) / dist((0, 0), (across, up)), 6)


def nearer(variant: Variant, seat: int, move: Move) -> bool:
    """Whether a move brings its man nearer to the deepest goal cell, counted in steps."""
    return distance(variant, seat, move) > 0


def is_last(variant: Variant, position: Position, cell: int) -> bool:
    """Whether no other man of the seat is farther from the deepest goal cell."""
    seat = owner(position, cell)
    own = cell_distance(variant, seat, cell)
    return all(
        round(cell_distance(variant, seat, other) - own, 6) <= 0
        for other in range(len(position.cells))
        if owner(position, other) == seat
    )


def gap(variant: Variant, position: Position, cell: int) -> int:
    """Return the distance in squares to the nearest other man."""
    ways = SQUARE if variant.board.directions == 8 else SIX
    rings, reached = [{cell}], {cell}
    while True:
        ring = {beyond(variant, at, by) for at in rings[-1] for by in ways} - {None}
        new = {at for at in ring if at is not None} - reached
        if any(position.cells[at] for at in new):
            return len(rings)
        reached |= new
        rings.append(new)


def fewest_jumps(variant: Variant, position: Position, origin: int, end: int) -> int:
    """Return the smallest number of jumps from one cell to another."""
    ways = SQUARE if variant.board.directions == 8 else SIX
    key = variant.key.rstrip("0123456789").rstrip("-") if "checkers" in variant.key else variant.key
    board, jumps, queue = lifted(position, origin), {origin: 0}, deque([origin])
    while queue:
        current = queue.popleft()
        for by in ways:
            to = naive_jump(variant, board, current, by, LONGEST.get(key, 1))
            if to is not None and to not in jumps:
                jumps[to] = jumps[current] + 1
                queue.append(to)
    return jumps.get(end, 0)
