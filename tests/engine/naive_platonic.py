"""Naive finder for Platonic and Pythagoreic Halma, written from the rules.

It shares only input and output values with the engine. Squares are (row, column), a position is a
dictionary of pieces, and hops are tried jump by jump. A jump back to the previous square is not
tried. As in the engine, the number of a piece's kind shows whether it has left its first rank.
"""

from typing import NamedTuple

from engine import Position, Variant
from tests.engine.naive_board import Finder

Square = tuple[int, int]

TRIANGLE, SQUARE, CIRCLE, DIAMOND = range(4)
FORWARD = {"South": (1, 0), "West": (0, 1), "North": (-1, 0), "East": (0, -1)}
TURNS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
STEPS = {
    TRIANGLE: "ne nw s",
    SQUARE: "n e s w",
    CIRCLE: "n ne e se s sw w nw",
    DIAMOND: "ne nw se sw",
}
JUMPS = {TRIANGLE: "ne nw", SQUARE: "n e w", CIRCLE: "n ne nw e w", DIAMOND: "ne nw se sw"}
PLAIN = {TRIANGLE: "ne nw s", SQUARE: "n e s w", CIRCLE: "n ne nw e w", DIAMOND: "ne nw se sw"}
"""Directions of steps and jumps in Pythagoreic Halma."""


class Piece(NamedTuple):
    seat: int
    shape: int
    left: bool


Board = dict[Square, Piece]


class Rules:
    """The rules of one variant, for the seat to move."""

    def __init__(self, variant: Variant, seat: int) -> None:
        self.names = [seat.name for seat in variant.seats]
        self.seat = seat
        self.size = max(row for row, _ in variant.board.spots)
        self.plain = variant.key.startswith("pythagoreic")
        self.advanced = "advanced" in variant.key
        self.home = self.edge(self.names[seat])
        opposite = {"South": "North", "North": "South", "West": "East", "East": "West"}
        self.goal = self.edge(opposite[self.names[seat]])
        self.ranks = [square for name in FORWARD for square in self.edge(name)]

    def edge(self, name: str) -> list[Square]:
        """Return the first rank of a side, in the order in which Circles return to it."""
        middle = range(2, self.size)
        return {
            "South": [(1, column) for column in middle],
            "North": [(self.size, column) for column in middle],
            "West": [(row, 1) for row in reversed(middle)],
            "East": [(row, self.size) for row in reversed(middle)],
        }[name]

    def in_margin(self, square: Square) -> bool:
        at_rim = square[0] in (1, self.size) or square[1] in (1, self.size)
        return at_rim and square not in self.goal

    def directions(self, names: str) -> list[Square]:
        """Convert the owner's compass directions to board directions."""
        up, over = FORWARD[self.names[self.seat]]
        moves = []
        for name in names.split():
            eighth = TURNS.index(name)
            ahead = (1, 1, 0, -1, -1, -1, 0, 1)[eighth]
            right = (0, 1, 1, 1, 0, -1, -1, -1)[eighth]
            # When facing (up, over), the right-hand direction is (-over, up).
            moves.append((up * ahead - over * right, over * ahead + up * right))
        return moves

    def exists(self, square: Square) -> bool:
        return 1 <= square[0] <= self.size and 1 <= square[1] <= self.size

    def may_rest(self, piece: Piece, square: Square) -> bool:
        return not self.in_margin(square) or (square in self.home and not piece.left)

    def jump(self, board: Board, piece: Piece, start: Square, by: Square, k: int) -> Board | None:
        """Return the other pieces after a jump over a piece `k` squares away.

        Returns None if the jump is not possible.
        """
        line = [(start[0] + by[0] * far, start[1] + by[1] * far) for far in range(1, 2 * k + 1)]
        over, to = line[k - 1], line[-1]
        if not self.exists(to) or [square for square in line if square in board] != [over]:
            return None
        jumped = board[over]
        sends = self.advanced and piece.shape == jumped.shape == CIRCLE
        if not sends or jumped.seat == self.seat or over in self.ranks:
            return board
        if self.in_margin(to):
            return None
        rest = {square: other for square, other in board.items() if square != over}
        owner = self.names[jumped.seat]
        first = self.edge(owner)
        up, right = FORWARD[owner]
        for square in first + [(row + up, column + right) for row, column in first]:
            if square not in rest and square != to:
                return {**rest, square: Piece(jumped.seat, CIRCLE, False)}
        return None

    def jumps(self, board: Board, piece: Piece, square: Square) -> list[tuple[Square, Board]]:
        """Return the landing of each possible jump, with the other pieces after it."""
        jumps = []
        for by in self.directions((PLAIN if self.plain else JUMPS)[piece.shape]):
            for k in range(1, 5 if self.advanced else 2):
                after = self.jump(board, piece, square, by, k)
                if after is not None:
                    jumps.append(((square[0] + 2 * k * by[0], square[1] + 2 * k * by[1]), after))
        return jumps

    def outjumps(self, board: Board, piece: Piece, square: Square) -> list[Square]:
        squares = []
        for by in self.directions((PLAIN if self.plain else JUMPS)[piece.shape]):
            over, to = (
                (square[0] + by[0], square[1] + by[1]),
                (square[0] + 2 * by[0], square[1] + 2 * by[1]),
            )
            enemy = board.get(over)
            if (
                square in self.home
                and enemy
                and enemy.seat != self.seat
                and enemy.shape != CIRCLE
                and self.exists(to)
                and to not in board
                and not self.in_margin(to)
            ):
                squares.append(to)
        return squares

    def results(self, whole: Board, start: Square) -> list[tuple[Square, Board]]:
        """Return the end of each move of the piece on `start`, with the resulting board."""
        piece = whole[start]
        others = {square: other for square, other in whole.items() if square != start}
        if start in self.goal:
            return []
        forced = self.outjumps(others, piece, start)
        results: list[tuple[Square, Board]] = []
        if not forced:
            for by in self.directions((PLAIN if self.plain else STEPS)[piece.shape]):
                to = (start[0] + by[0], start[1] + by[1])
                if self.exists(to) and to not in others and self.may_rest(piece, to):
                    results.append((to, {**others, to: self.arrived(piece, to)}))
        tried = []
        hops = [(start, piece, start, others)]
        while hops:
            current, mover, came, board = hops.pop()
            for to, after in self.jumps(board, mover, current):
                first = (current, came, board) == (start, start, others) and mover == piece
                if (to == came and not first) or (first and forced and to not in forced):
                    continue
                now = self.arrived(mover, to)
                if self.may_rest(now, to):
                    results.append((to, {**after, to: now}))
                if (to, now, current, after) not in tried:
                    tried.append((to, now, current, after))
                    hops.append((to, now, current, after))
        return [(to, board) for to, board in results if seen(board) != seen(whole)]

    def arrived(self, piece: Piece, square: Square) -> Piece:
        return piece._replace(left=piece.left or square not in self.home)


def seen(board: Board) -> dict[Square, tuple[int, int]]:
    """Return the visible part of a board: the seat and shape on each square."""
    return {square: (piece.seat, piece.shape) for square, piece in board.items()}


def read(variant: Variant, position: Position) -> Board:
    return {
        square: Piece((byte & 15) - 1, (byte >> 4) % 4, byte >> 4 >= 4)
        for square, byte in zip(variant.board.spots, position.cells, strict=True)
        if byte
    }


def written(variant: Variant, board: Board) -> bytes:
    cells = bytearray(len(variant.board.spots))
    for square, piece in board.items():
        cell = variant.board.spots.index(square)
        cells[cell] = (piece.shape + 4 * piece.left) * 16 + piece.seat + 1
    return bytes(cells)


def find(variant: Variant, position: Position) -> set[object]:
    """Return the moves of a position as the naive finders list them.

    A move is (origin, end), or the resulting board under advanced rules, where routes matter.
    """
    rules = Rules(variant, position.turn)
    board = read(variant, position)
    cell = variant.board.spots.index
    stock = position.stock[position.turn * 8 : position.turn * 8 + 8]
    if any(stock):
        empty = [square for square in rules.home if square not in board]
        return {("drop", shape, cell(to)) for shape in range(4) if stock[shape] for to in empty}
    mine = [square for square, piece in board.items() if piece.seat == position.turn]
    forced = []
    for square in mine:
        others = {other: piece for other, piece in board.items() if other != square}
        if rules.outjumps(others, board[square], square):
            forced.append(square)
    return {
        written(variant, after) if rules.advanced else (cell(square), cell(to))
        for square in forced or mine
        for to, after in rules.results(board, square)
    }


FINDERS: dict[str, Finder] = {
    f"{game}{rules}{players}": find
    for game in ("platonic", "pythagoreic")
    for rules in ("", "-advanced")
    for players in ("", "-3", "-4")
}
