"""Tablebase generator: solves a small game backwards from its ends."""

import lzma
from collections import Counter
from pathlib import Path

from engine import Position, Variant
from engine.search.tablebase import arrangements, table_index

DRAW = 0


def solve(game: Variant) -> bytes:
    """Return one byte per position: see `engine.search.tablebase`.

    A position is lost in 0 turns if the other seat has just reached its goal. It is won if a move
    leads to a lost position, and lost if all moves lead to won positions. Each step back adds one
    turn. All other positions are drawn.
    """
    stands = [*arrangements(game)]
    left = bytearray(len(stands))
    before: list[list[int]] = [[] for _ in stands]
    values = bytearray(len(stands))
    ring: list[int] = []
    for number, cells in enumerate(stands):
        position = Position(cells, 0, ply=1)
        if game.reached(game, position, 1):
            values[number] = 1
            ring.append(number)
            continue
        if game.reached(game, position, 0):
            continue  # the game would have ended earlier
        after = {table_index(game, cells_after, 1) for cells_after in _after(game, position)}
        left[number] = len(after)
        for following in after:
            before[following].append(number)
    for number in ring:
        value = values[number]
        for earlier in before[number]:
            if values[earlier]:
                continue
            left[earlier] -= 1
            if value % 2 or not left[earlier]:  # a move leads to a loss, or all to wins
                values[earlier] = value + 1
                ring.append(earlier)
    return bytes(values)


def _after(game: Variant, position: Position) -> list[bytes]:
    """Return the board after each move, or the unchanged board if the seat must pass."""
    boards = []
    for origin, end in game.ends(position):
        cells = bytearray(position.cells)
        cells[end], cells[origin] = cells[origin], 0
        boards.append(bytes(cells))
    return boards or [position.cells]


def write_solution(game: Variant, folder: Path) -> str:
    """Solve the game, write its file, and return a summary."""
    values = solve(game)
    file = folder / game.solved
    file.write_bytes(lzma.compress(values, preset=9 | lzma.PRESET_EXTREME))
    kinds = Counter("drawn" if not v else "won" if not v % 2 else "lost" for v in values)
    counts = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    return f"{file}: {counts}; {max(values) - 1} turns at most; {file.stat().st_size:,} bytes"
