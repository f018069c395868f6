"""Reasons for illegal moves: the first part of the route that fails, and why."""

from bisect import bisect_left
from dataclasses import replace
from itertools import pairwise

from engine.board import OFF, Board
from engine.errors import Reason
from engine.legal_moves import moves_from, moves_via
from engine.move_format import format_move
from engine.move_generation.movers import Leap, Path
from engine.outcome import playable_moves
from engine.position import Move, Position, kind_of, seat_of
from engine.variant_data import MoveRestriction, VariantData

_MOST = 25
"""The maximum number of compulsory moves listed in a reason."""
_CLOSE = 1e-6
"""Coordinates and distances that differ by less than this are treated as equal."""


def travel_reason(
    variant: VariantData, position: Position, cells: tuple[int, ...], text: str
) -> Reason:
    """Return the reason why the man on the first cell cannot take this route.

    The man belongs to the seat to move.
    """
    if own := variant.explain(variant, position, cells, text):
        return own
    names = variant.board.names
    origin, target = cells[0], cells[-1]
    if target == origin:
        return Reason("returns", text, (names[origin],))
    for cell in cells[1:]:
        if cell not in (OFF, origin) and _is_blocked(variant, position, origin, cell):
            return Reason("target-taken", text, (names[cell],))
    free = variant.without_yards
    if not moves_from(free, position, origin):
        return Reason("hemmed-in", text, (names[origin],))
    if moves := moves_via(free, position, origin, cells[1:]):
        return _yard_reason(variant, position, moves[0].path, text)
    if origin in variant.seats[position.turn].goal and not moves_from(variant, position, origin):
        return Reason("leaves-yard", text, (names[origin],))
    if any(isinstance(mover, Leap) for mover in _movers(variant, position, origin)):
        return _leap_reason(variant, position, cells, text)
    # No move ends on its first square, so a leg back to it is judged with the next leg.
    ways = [cells[:leg] for leg in range(2, len(cells) + 1) if cells[leg - 1] != origin]
    failing = bisect_left(
        ways, True, key=lambda way: not moves_via(variant, position, origin, way[1:])
    )
    way = ways[failing]
    if len(way) > 3 and way[-2] == origin and not _leads_back(variant, position, way[:-1]):
        way = way[:-1]
    return _leg_reason(variant, position, way, text)


def restriction_reason(
    variant: VariantData, position: Position, duty: MoveRestriction, move: Move, text: str
) -> Reason:
    """Return the reason why `duty` forbids a move, with examples of legal moves."""
    printed = tuple(
        format_move(variant, other) for other in playable_moves(variant, position)[:_MOST]
    )
    return Reason(duty.code, text, (_name(variant, move.path[-1]),), printed)


def no_route_code(board: Board, start: int, end: int) -> str:
    """Return the code for two cells that neither a step nor hops connect.

    On a chequered board, two cells of different colours cannot be the ends of a hop, because each
    jump ends an even number of squares away. In the words of the rulebook of Halma: "This test will
    detect the error when a player has inadvertently taken a false jump - as a Knight's move in
    chess."
    """
    shades = sum(board.spots[start]) % 2, sum(board.spots[end]) % 2
    return "other-colour" if board.shape == "square" and shades[0] != shades[1] else "too-far"


def _movers(variant: VariantData, position: Position, origin: int) -> tuple[object, ...]:
    """Return the movers of the man on `origin`."""
    return variant.kinds[kind_of(position.cells[origin])].movers


def _is_blocked(variant: VariantData, position: Position, origin: int, cell: int) -> bool:
    """Whether the man on `cell` keeps the man on `origin` from landing there.

    An enemy man does not block a leap that may use it as a relay.
    """
    stander = position.cells[cell]
    if seat_of(stander) == position.turn:
        return True
    movers = _movers(variant, position, origin)
    return bool(stander) and not any(getattr(mover, "relay", False) for mover in movers)


def _leads_back(variant: VariantData, position: Position, cells: tuple[int, ...]) -> bool:
    """Whether a hop along these cells can end on the first of them."""
    origin, start = cells[0], cells[-2]
    if start in variant.board.neighbours[origin]:
        return False
    lifted = bytearray(position.cells)
    lifted[origin], lifted[start] = 0, position.cells[origin]
    return bool(moves_via(variant, replace(position, cells=bytes(lifted)), start, (origin,)))


def _yard_reason(variant: VariantData, position: Position, path: Path, text: str) -> Reason:
    """Return the yard rule that forbids this route, and the first square against it."""
    goal = variant.seats[position.turn].goal
    start, end = next(
        (leg for leg in pairwise(path) if not variant.link_allowed(variant, position.turn, *leg)),
        path[-2:],
    )
    code = "leaves-yard" if start in goal and end not in goal else "enters-yard"
    return Reason(code, text, (variant.board.names[end],))


def _leap_reason(
    variant: VariantData, position: Position, cells: tuple[int, ...], text: str
) -> Reason:
    """Return the reason why a leaping man cannot take this route."""
    names = variant.board.names
    links = variant.links[position.turn][kind_of(position.cells[cells[0]])]
    for start, end in pairwise(cells):
        if end == OFF:
            return Reason("no-exit", text, (names[start],))
        if start != cells[0] and not position.cells[start]:
            return Reason("ended", text, (names[start],))
        if not any(end in leap_links[start] for leap_links in links):
            return Reason("no-leap", text, (names[start], names[end]))
    return Reason("no-rest", text, (names[cells[-1]],))


def _leg_reason(
    variant: VariantData, position: Position, cells: tuple[int, ...], text: str
) -> Reason:
    """Return the reason why the last leg, between the last two cells, is impossible."""
    board = variant.board
    origin, (start, end) = cells[0], cells[-2:]
    here_only = (board.names[start],)
    both = (board.names[start], _name(variant, end))
    stepped = len(cells) > 2 and start in board.neighbours[cells[-3]]
    if stepped or (end == OFF and start != origin and not all(board.rays[start])):
        return Reason("ended", text, here_only)
    if end == OFF:
        return Reason("no-exit", text, here_only)
    movers = _movers(variant, position, origin)
    dirs = _directions(variant, position.turn, movers)
    far: int = max(getattr(mover, "far", 1) for mover in movers)
    line = next((ray for ray in board.rays[start] if end in ray), ())
    distance = line.index(end) + 1 if line else 0
    askew = distance <= 2 * far and line not in [board.rays[start][dir_] for dir_ in dirs]
    if _is_unreachable(board, dirs, start, end) or (line and askew):
        return Reason("wrong-direction", text, both)
    if distance == 1:
        return Reason("no-step", text, both)
    if not line or distance > 2 * far or distance % 2:
        return Reason(no_route_code(board, start, end), text, both)
    middle = line[distance // 2 - 1]
    if middle == origin or not position.cells[middle]:
        return Reason("nobody-to-jump", text, (board.names[middle],))
    for cell in line[:distance]:
        if position.cells[cell] and cell not in (origin, middle):
            return Reason("not-clear", text, (board.names[cell],))
    return Reason("wrong-man", text, (board.names[middle],))


def _directions(variant: VariantData, seat: int, movers: tuple[object, ...]) -> list[int]:
    """Return the board directions in which men of this seat with these movers travel."""
    around = variant.board.directions
    facing = variant.seats[seat].facing
    dirs = {d for mover in movers for d in getattr(mover, "dirs", ())}
    return [(direction + facing) % around for direction in dirs]


def _is_unreachable(board: Board, dirs: list[int], start: int, end: int) -> bool:
    """Whether a cell is out of reach for a man limited to these directions.

    Only the directions are considered, for any number of steps.
    """
    ways = [_direction_vector(board, direction) for direction in dirs]
    ahead = sum(x for x, _ in ways), sum(y for _, y in ways)
    (x0, y0), (x1, y1) = board.points[start], board.points[end]
    least = min(x * ahead[0] + y * ahead[1] for x, y in ways)
    gain = (x1 - x0) * ahead[0] + (y1 - y0) * ahead[1]
    return gain < -_CLOSE <= least or gain < _CLOSE < least


def _direction_vector(board: Board, direction: int) -> tuple[float, float]:
    """Return the offset (right, away) of one step in a direction of the board."""
    start, end = next(
        (cell, rays[direction][0]) for cell, rays in enumerate(board.rays) if rays[direction]
    )
    (x0, y0), (x1, y1) = board.points[start], board.points[end]
    return x1 - x0, y1 - y0


def _name(variant: VariantData, cell: int) -> str:
    return variant.board.names[cell] if cell != OFF else "off"
