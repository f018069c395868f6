"""Sample games for property tests: one seeded game per variant."""

import random
from collections.abc import Iterable
from functools import cache
from zlib import crc32

from engine import OFF, Board, Move, Position, Variant, variant

TURNS = 160
"""Number of plies after which a sample game is cut off."""


def steps_to(board: Board, goal: Iterable[int]) -> list[int]:
    """Return the number of king's steps from each cell to the nearest cell of `goal`."""
    far = len(board.spots)
    distance = [far] * far
    ring = list(goal)
    for cell in ring:
        distance[cell] = 0
    for cell in ring:
        for neighbour in board.neighbours[cell]:
            if distance[neighbour] == far:
                distance[neighbour] = distance[cell] + 1
                ring.append(neighbour)
    return distance


@cache
def course(key: str) -> tuple[Position, ...]:
    """Return every position of a seeded game that drifts towards the goals.

    On average, every other move is the one that gains most among twelve random moves.
    """
    game, rng = variant(key), random.Random(crc32(key.encode()))
    ahead = [steps_to(game.board, seat.goal) for seat in game.seats]

    def progress(position: Position, move: Move) -> int:
        if len(move.path) < 2 or move.path[-1] == OFF:
            return 0
        away = ahead[position.turn]
        return away[move.path[0]] - away[move.path[-1]]

    position = game.start()
    visited = [position]
    while position.ply < TURNS and (moves := game.moves(position)):
        few = rng.choices(moves, k=rng.choice((1, 12)))
        position = game.apply(position, max(few, key=lambda move: progress(position, move)))
        visited.append(position)
    return tuple(visited)


@cache
def sample(key: str, number: int = 10) -> tuple[Position, ...]:
    """Return about `number` evenly spaced positions in which the game is not over.

    The first and the last such position are included.
    """
    running = course(key)[:-1]
    step = max(1, len(running) // number)
    return (*running[::step], running[-1])


@cache
def lists(key: str) -> tuple[tuple[Position, list[Move]], ...]:
    """Return the positions of `sample`, each with its legal moves."""
    return tuple((position, variant(key).moves(position)) for position in sample(key))


@cache
def printed(key: str) -> tuple[tuple[Position, list[tuple[Move, str, Position]]], ...]:
    """Return each position of `sample`, with a (move, text, next position) per move."""
    game = variant(key)
    return tuple(
        (position, [(move, game.format(move), game.apply(position, move)) for move in moves])
        for position, moves in lists(key)
    )


@cache
def _opposites(game: Variant) -> tuple[dict[int, int], list[int]] | None:
    """Return the opposite seat of each seat and the opposite cell of each cell.

    Returns None if a half-turn of the board does not map the variant onto itself.
    """
    board = game.board
    around = board.directions // 2
    across = {}
    for number, seat in enumerate(game.seats):
        home, goal = board.turned(seat.home, around), board.turned(seat.goal, around)
        facing = (seat.facing + around) % board.directions
        for other, opponent in enumerate(game.seats):
            if (home, goal, facing) == (opponent.home, opponent.goal, opponent.facing):
                across[number] = other
    if len(across) < len(game.seats):
        return None
    return across, [next(iter(board.turned((cell,), around))) for cell in range(len(board.spots))]


def half_turned(game: Variant, position: Position) -> Position | None:
    """Return the position rotated by 180 degrees, with opposite seats swapped.

    Returns None if a half-turn of the board does not map the variant onto itself.
    """
    opposites = _opposites(game)
    if not opposites:
        return None
    seat, cell = opposites
    cells = bytearray(len(position.cells))
    for index, byte in enumerate(position.cells):
        if byte:
            cells[cell[index]] = byte & 0xF0 | seat[(byte & 15) - 1] + 1
    stock = [n for other in seat.values() for n in game.in_hand(position, other)]
    return Position(bytes(cells), seat[position.turn], tuple(stock) if position.stock else ())
