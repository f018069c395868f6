"""A second way to find moves, deliberately naive: no tables, no rays, one jump at a time.

It shares with the engine only the values that go in and come out. Squares are looked up by their place
in the plane; a move is known by where the man ends, or by the board that results where routes matter.
Each game of men that go about in their own way has its own function here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import Move, Position, Variant

Place = tuple[float, float]
SQUARE = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def places(variant: Variant) -> dict[Place, int]:
    """Each cell by its rounded place in the plane."""
    return {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(variant.board.points)}


def beyond(variant: Variant, cell: int, by: Place, times: float = 1) -> int | None:
    """The cell that lies `times` times `by` from a cell."""
    x, y = variant.board.points[cell]
    return places(variant).get((round(x + by[0] * times, 2), round(y + by[1] * times, 2)))


def owner(position: Position, cell: int) -> int:
    """The seat whose man stands there, or -1."""
    return (position.cells[cell] & 15) - 1


def halma_ends(
    variant: Variant,
    position: Position,
    origin: int,
    directions: list[Place],
    may: Callable[[int, int], bool],
) -> set[int]:
    """Where a plain Halma man can end: one step, or jumps over any man, never over himself."""
    board = dict(enumerate(position.cells))
    board[origin] = 0
    ends = set()
    for by in directions:
        to = beyond(variant, origin, by)
        if to is not None and not board[to] and may(origin, to):
            ends.add(to)
    reached = [origin]
    for here in reached:
        for by in directions:
            over, to = beyond(variant, here, by), beyond(variant, here, by, 2)
            if over is None or to is None or not board[over] or board[to] or not may(here, to):
                continue
            if to not in reached:
                reached.append(to)
    return (ends | set(reached)) - {origin}


def locked(variant: Variant, seat: int) -> Callable[[int, int], bool]:
    """Nobody leaves his goal."""
    goal = variant.seats[seat].goal
    return lambda here, to: not (here in goal and to not in goal)


def halma(variant: Variant, position: Position) -> set[tuple[int, int]]:
    """(origin, end) of every move of a Halma on squares."""
    seat = position.turn
    may = locked(variant, seat) if variant.key in LOCKED else lambda here, to: True
    found = {
        (cell, end)
        for cell in range(len(position.cells))
        if owner(position, cell) == seat
        for end in halma_ends(variant, position, cell, SQUARE, may)
    }
    return must_leave(variant, position, found) if variant.key == "halma-gering" else found


LOCKED = {"halma-parlett", "halma-ploog", "halma-gering"}


def must_leave(
    variant: Variant, position: Position, found: set[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Gering: who still has men at home while the other has none must move those out."""
    seat = position.turn
    home, other_home = variant.seats[seat].home, variant.seats[1 - seat].home
    if any(owner(position, cell) == 1 - seat for cell in other_home):
        return found
    x0, y0 = variant.board.points[0 if seat == 0 else -1]

    def away(cell: int) -> float:
        x, y = variant.board.points[cell]
        return (x - x0) ** 2 + (y - y0) ** 2

    leaving = {
        (origin, end)
        for origin, end in found
        if origin in home and (end not in home or away(end) > away(origin))
    }
    return leaving or found


FINDERS: dict[str, Callable[[Variant, Position], set[tuple[int, int]]]] = dict.fromkeys(
    ("halma", "halma-parlett", "halma-ploog", "halma-gering", "halma-8", "halma-10"), halma
)
"""The naive finder of each variant."""


def find(variant: Variant, position: Position) -> set[object]:
    """What the naive finder makes of a position, in the form of `as_found`."""
    return set(FINDERS[variant.key](variant, position))


def as_found(variant: Variant, position: Position, moves: list[Move]) -> Iterator[object]:
    """The engine's moves in the form of the naive finder: (origin, end); passes are nothing."""
    for move in moves:
        if move.path:
            yield (move.path[0], move.path[-1])
