"""Naive finders for Halma, Super Halma and Top Secret.

Their men step and hop in all eight directions.
"""

from collections.abc import Callable

from engine import Position, Variant
from tests.engine.naive_board import SQUARE, Finder, Place, beyond, lifted, man_by_man, owner

LOCKED = {"halma+full+locked", "super-halma"}


def locked(variant: Variant, seat: int) -> Callable[[int, int], bool]:
    """Return a predicate that keeps men in their goal if the variant has that rule."""
    goal = variant.seats[seat].goal if variant.key in LOCKED else frozenset()
    return lambda cell, to: not (cell in goal and to not in goal)


def halma_ends(
    variant: Variant,
    position: Position,
    origin: int,
    directions: list[Place],
    may: Callable[[int, int], bool],
    longest: int = 1,
) -> set[int]:
    """Return the ends of a step, or of jumps over men at most `longest` squares away.

    A man never jumps over its own starting square.
    """
    board = lifted(position, origin)
    steps = {beyond(variant, origin, by) for by in directions} - {None}
    ends = {to for to in steps if to is not None and not board[to] and may(origin, to)}
    reached = [origin]
    for cell in reached:
        for by in directions:
            to = jump(variant, board, cell, by, longest)
            if to is not None and to not in reached and may(cell, to):
                reached.append(to)
    return (ends | set(reached)) - {origin}


def jump(variant: Variant, board: list[int], start: int, by: Place, longest: int) -> int | None:
    """Return the landing of a jump over the first man in a direction.

    Returns None if that man is more than `longest` squares away, or if the squares behind it are
    not clear.
    """
    for away in range(1, longest + 1):
        over = beyond(variant, start, by, away)
        if over is None:
            return None
        if board[over]:
            line = [beyond(variant, start, by, times) for times in range(away + 1, 2 * away + 1)]
            return line[-1] if not any(cell is None or board[cell] for cell in line) else None
    return None


def halma(variant: Variant, position: Position, origin: int) -> set[int]:
    return halma_ends(variant, position, origin, SQUARE, locked(variant, position.turn))


def super_halma(variant: Variant, position: Position, origin: int) -> set[int]:
    return halma_ends(variant, position, origin, SQUARE, locked(variant, position.turn), 7)


def top_secret(variant: Variant, position: Position, origin: int) -> set[int]:
    """Return the ends of Halma moves, and -1 for a man that can leave the board.

    A man leaves by a step from the edge, or by a jump over a man at the edge.
    """
    board = lifted(position, origin)
    ends = halma(variant, position, origin)
    beside = {beyond(variant, origin, by) for by in SQUARE}
    for cell in [origin, *(ends - beside)]:
        for by in SQUARE:
            over = beyond(variant, cell, by)
            if over is None and cell == origin:
                ends.add(-1)
            if over is not None and board[over] and beyond(variant, cell, by, 2) is None:
                ends.add(-1)
    return ends


def centre(variant: Variant, seat: int) -> set[int]:
    """Return the central six by six squares."""
    return {row * 16 + column for row in range(5, 11) for column in range(5, 11)}


def must_leave(variant: Variant, position: Position) -> set[object]:
    """Return the moves under the Gering rule.

    A player with men at home must move these men out once the other player has none at home.
    """
    moves = man_by_man(halma)(variant, position)
    seat = position.turn
    home, other_home = variant.seats[seat].home, variant.seats[1 - seat].home
    if any(owner(position, cell) == 1 - seat for cell in other_home):
        return moves
    x0, y0 = variant.board.points[0 if seat == 0 else -1]

    def away(cell: int) -> float:
        x, y = variant.board.points[cell]
        return (x - x0) ** 2 + (y - y0) ** 2

    leaving = {
        (origin, end)
        for origin in home
        if owner(position, origin) == seat
        for end in halma(variant, position, origin)
        if end not in home or away(end) > away(origin)
    }
    return leaving or moves


FINDERS: dict[str, Finder] = {
    **dict.fromkeys(("halma", "halma-8", "halma-10"), man_by_man(halma)),
    **dict.fromkeys(("halma-4", "halma-4-opposite", "halma-4-adjacent"), man_by_man(halma)),
    **dict.fromkeys(("halma+full+locked", "halma+ploog"), man_by_man(halma)),
    "halma+gering": must_leave,
    **dict.fromkeys(("super-halma", "super-halma-10"), man_by_man(super_halma)),
    "top-secret": man_by_man(top_secret, centre),
    "top-secret-centre": man_by_man(halma, centre),
}
