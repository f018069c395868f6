"""Plain breadth-first search over one side's men, without any lower bound."""

from collections.abc import Iterator

from engine import Position, Variant
from engine.position import man

Men = frozenset[int]


def placed_men(variant: Variant, men: Men, others: Men = frozenset(), seat: int = 0) -> Position:
    """Return the position with a seat's men and rival men, and the seat to move."""
    cells = bytearray(len(variant.board.spots))
    for cell in men:
        cells[cell] = man(seat)
    for cell in others:
        cells[cell] = man(1 - seat)
    return Position(bytes(cells), seat)


def children(variant: Variant, men: Men, others: Men = frozenset(), seat: int = 0) -> Iterator[Men]:
    """Yield the men after each move of the seat."""
    position = placed_men(variant, men, others, seat)
    for cell in men:
        for move in variant.from_cell(position, cell):
            yield men - {cell} | {move.path[-1]}


def fewest_turns(
    variant: Variant, men: Men, most: int, others: Men = frozenset(), seat: int = 0
) -> int | None:
    """Return the fewest turns to fill the goal; None if more than `most` are needed."""
    goal = variant.seats[seat].goal
    front, seen = {men}, {men}
    for turns in range(most + 1):
        if goal in front:
            return turns
        if turns < most:
            front = {
                after for each in front for after in children(variant, each, others, seat)
            } - seen
            seen |= front
    return None


def distances_to_goal(variant: Variant, most: int) -> dict[Men, int]:
    """Return the fewest turns from everywhere at most `most` turns from the goal.

    The search runs backward from the full goal, so every move must be possible in reverse.
    """
    goal = frozenset(variant.seats[0].goal)
    far, front = {goal: 0}, {goal}
    for turns in range(1, most + 1):
        front = {after for each in front for after in children(variant, each)} - far.keys()
        far.update(dict.fromkeys(front, turns))
    return far
