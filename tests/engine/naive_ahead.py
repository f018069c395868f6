"""Naive finders for men that never move backwards, and for horses.

The variants are Le Grec, Caesar, Le Zug, Renpaarden and Carrera.
"""

from math import sqrt

from engine import Position, Variant
from tests.engine.naive_board import Finder, Place, beyond, lifted, man_by_man, owner


def forward(seat: int, ways: list[Place]) -> list[Place]:
    """Return the directions for a seat, mirrored for the second player."""
    return [(-x, -y) for x, y in ways] if seat else ways


def over_foes(variant: Variant, position: Position, origin: int, ways: list[Place]) -> set[int]:
    """Return the ends of a step or of jumps over enemies only."""
    board, seat = lifted(position, origin), position.turn
    ends = set()
    reached = [origin]
    for by in ways:
        to = beyond(variant, origin, by)
        if to is not None and not board[to]:
            ends.add(to)
    for cell in reached:
        for by in ways:
            over, to = beyond(variant, cell, by), beyond(variant, cell, by, 2)
            if over is None or to is None or owner(position, over) != 1 - seat or board[to]:
                continue
            if to not in reached:
                reached.append(to)
    return (ends | set(reached)) - {origin}


def le_grec(variant: Variant, position: Position, origin: int) -> set[int]:
    ways: list[Place] = [(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]
    return over_foes(variant, position, origin, forward(position.turn, ways))


def caesar(variant: Variant, position: Position, origin: int) -> set[int]:
    ways = [(0, 1), (sqrt(3) / 2, 0.5), (-sqrt(3) / 2, 0.5)]
    return over_foes(variant, position, origin, forward(position.turn, ways))


def le_zug(variant: Variant, position: Position, origin: int) -> set[int]:
    """Return the ends of a step, or of jumps with an optional final step.

    A man must not enter the enemy camp while another man of its seat is at home.
    """
    board = lifted(position, origin)
    last = range(13, 17) if position.turn == 0 else range(4)
    own = range(4) if position.turn == 0 else range(13, 17)

    def row(cell: int) -> int:
        return round(variant.board.points[cell][1])

    crowded = any(
        owner(position, cell) == position.turn and row(cell) in own and cell != origin
        for cell in range(len(board))
    )

    inside = all(row(c) in last for c in range(len(board)) if owner(position, c) == position.turn)
    ways: list[Place] = [(1, 1), (-1, 1)]
    if variant.key == "le-zug-back" and inside:
        ways += [(1, -1), (-1, -1)]
    ways = forward(position.turn, ways)

    def free(cell: int | None) -> bool:
        return cell is not None and not board[cell] and not (crowded and row(cell) in last)

    reached = [origin]
    for start in reached:
        for by in ways:
            over, to = beyond(variant, start, by), beyond(variant, start, by, 2)
            if over is not None and board[over] and free(to) and to not in reached:
                reached.append(to)
    near = {beyond(variant, cell, by) for cell in reached for by in ways}
    return ({to for to in near if to is not None and free(to)} | set(reached)) - {origin}


def second_row(variant: Variant, seat: int) -> set[int]:
    """Return the squares on which a seat of Le Zug drops its three men."""
    return {
        cell for cell, (_, y) in enumerate(variant.board.points) if y == (1 if seat == 0 else 15)
    }


def horses(variant: Variant, position: Position, origin: int) -> set[int]:
    """Return the ends of knight's leaps.

    In Renpaarden a horse that lands on an enemy leaps on.
    """
    board = lifted(position, origin)
    ends, reached = set(), [origin]
    for cell in reached:
        for x in (-2, -1, 1, 2):
            for y in (3 - abs(x), abs(x) - 3):
                to = beyond(variant, cell, (x, y))
                if to is None:
                    continue
                if not board[to]:
                    ends.add(to)
                elif owner(position, to) != position.turn and to not in reached:
                    reached.append(to)
        if variant.key == "carrera":
            break
    return ends - {origin}


FINDERS: dict[str, Finder] = {
    "le-grec": man_by_man(le_grec),
    "caesar": man_by_man(caesar),
    **dict.fromkeys(("le-zug", "le-zug-back"), man_by_man(le_zug, second_row)),
    "renpaarden": man_by_man(horses),
    "carrera": man_by_man(horses),
}
