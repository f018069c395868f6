"""Naive check of explanations: each claim is recomputed from the position.

Moves come from the naive finders, distances from the printed coordinates, and jumps are counted one
at a time. The tables of the search are not used.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import dist

from engine import Move, Position, Variant
from engine.explanations import Explanation
from tests.engine import naive
from tests.engine.naive_ahead import forward
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
            return played.path[0] in goal and played.path[-1] not in {*goal, -1}
        case "backward":
            away = played.path[-1] not in goal
            return away and distance(variant, seat, played) < 0
        case "missed-hop":
            farther = distance(variant, seat, played) < distance(variant, seat, better)
            jumps = fewest_jumps(variant, before, *ends(better))
            return forward and farther and jumps == claim.number >= 2
        case "left-behind" | "last-man":
            cell = variant.board.named[claim.cell]
            alone = claim.kind == "last-man" or gap(variant, behind, cell) == claim.number >= 3
            return better.path[0] == cell and forward and is_last(variant, behind, cell) and alone
        case "missed-goal":
            inside = {*goal, -1}
            entered = better.path[0] not in goal and better.path[-1] in inside
            return entered and (played.path[0] in goal or played.path[-1] not in inside)
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

    A goal of one row, or around the home, is equally deep everywhere. A goal of several whole rows
    is deepest in the last one.
    """
    home, goal = variant.seats[seat].home, variant.seats[seat].goal
    points = [variant.board.points[cell] for cell in goal]
    starts = [variant.board.points[cell] for cell in home]
    if len({y for _, y in points}) == 1 or len({x for x, _ in points}) == 1:
        return points
    if centre(points) == centre(starts):
        return points
    levels = {y for _, y in points}
    if all((y in levels) == (at in goal) for at, (_, y) in enumerate(variant.board.points)):
        last = max(levels, key=lambda y: abs(y - centre(starts)[1]))
        across = [at for at in points if at[1] == last]
        if len(across) > 1:
            return across
    return [max(points, key=lambda at: sum(dist(at, start) ** 2 for start in starts))]


def centre(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of points."""
    x, y = (sum(along) / len(points) for along in zip(*points, strict=True))
    return round(x, 6), round(y, 6)


def cell_distance(variant: Variant, seat: int, cell: int) -> float:
    """Return the distance from the deepest goal cell, in rows plus columns on squares.

    Off the board is one step beyond.
    """
    if cell < 0:
        return -1
    return min(
        steps_apart(variant, variant.board.points[cell], to) for to in deepest(variant, seat)
    )


def steps_apart(variant: Variant, a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two points in straight steps."""
    along, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    if variant.board.directions == 8:
        return along + up
    if variant.key == "caesar":  # its lines run straight up, not across
        along, up = up, along
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
    if variant.board.directions == 8 or move.path[-1] < 0:
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
    """Return the smallest number of jumps from one cell to another; -1 is off.

    A leap of a horse over an enemy counts as a jump.
    """
    if variant.key in OTHER_JUMPS:
        return OTHER_JUMPS[variant.key](variant, position, origin).get(end, 0)
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


def counted(
    origin: int, onward: Callable[[int], Iterable[int]], last: Callable[[int], Iterable[int]]
) -> dict[int, int]:
    """Return the fewest jumps to each cell.

    `onward` yields where a jump from a cell leads, and `last` what ends the move without one.
    """
    jumps, queue = {origin: 0}, deque([origin])
    ends = dict[int, int]()
    while queue:
        current = queue.popleft()
        for to in last(current):
            ends.setdefault(to, jumps[current])
        for to in onward(current):
            if to not in jumps:
                jumps[to] = jumps[current] + 1
                queue.append(to)
    return {**ends, **jumps}


def forward_jumps(variant: Variant, position: Position, origin: int) -> dict[int, int]:
    """Return the jumps of a man in Caesar or Le Zug, which never moves backwards."""
    board, over_foes = lifted(position, origin), variant.key == "caesar"
    up = [(0, 1), (0.75**0.5, 0.5), (-(0.75**0.5), 0.5)] if over_foes else [(1, 1), (-1, 1)]
    ways = forward(position.turn, up)

    def onward(cell: int) -> Iterator[int]:
        for by in ways:
            over, to = beyond(variant, cell, by), beyond(variant, cell, by, 2)
            if over is None or to is None or board[to] or not board[over]:
                continue
            if not over_foes or owner(position, over) != position.turn:
                yield to

    def last(cell: int) -> Iterator[int]:
        if not over_foes:
            yield from (to for by in ways if (to := beyond(variant, cell, by)) is not None)

    return counted(origin, onward, last)


def leaps(variant: Variant, position: Position, origin: int) -> dict[int, int]:
    """Return the leaps of a horse in Renpaarden, which leaps on from enemies."""
    board = lifted(position, origin)

    def onward(cell: int) -> Iterator[int]:
        if board[cell] or cell == origin:
            for x in (-2, -1, 1, 2):
                for y in (3 - abs(x), abs(x) - 3):
                    to = beyond(variant, cell, (x, y))
                    if to is not None and (not board[to] or owner(position, to) != position.turn):
                        yield to

    return counted(origin, onward, lambda _cell: ())


def jumps_to_leave(variant: Variant, position: Position, origin: int) -> dict[int, int]:
    """Return the jumps of a man in Top Secret, which may jump off at the edge."""
    board = lifted(position, origin)

    def onward(cell: int) -> Iterator[int]:
        for by in SQUARE if cell >= 0 else ():
            over, to = beyond(variant, cell, by), beyond(variant, cell, by, 2)
            if over is not None and board[over] and (to is None or not board[to]):
                yield -1 if to is None else to

    return counted(origin, onward, lambda _cell: ())


OTHER_JUMPS = {
    "caesar": forward_jumps,
    "le-zug": forward_jumps,
    "renpaarden": leaps,
    "top-secret": jumps_to_leave,
}
"""The functions that count jumps in games with other jumps than those of Halma."""
