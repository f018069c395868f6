"""Positions for tests, written by the names of the squares where men stand."""

from collections.abc import Mapping

from engine import Position, Variant
from engine.position import man


def placed(
    game: Variant, men: Mapping[int, str], turn: int = 0, ply: int = 0, done: tuple[int, ...] = ()
) -> Position:
    """The position with the men of each seat on the named squares, nothing left to drop."""
    cells = bytearray(len(game.board.spots))
    for seat, names in men.items():
        for name in names.split():
            cells[game.board.names.index(name)] = man(seat)
    return Position(bytes(cells), turn, (0,) * len(game.stock), done, ply=ply)


def ends(game: Variant, position: Position, name: str) -> set[str]:
    """The names of the squares where the man on the named square can end his turn."""
    origin = game.board.names.index(name)
    return {
        game.board.names[move.path[-1]] for move in game.moves(position) if move.path[0] == origin
    }


def played(game: Variant, position: Position, *texts: str) -> Position:
    """The position after these turns."""
    for text in texts:
        position = game.play(position, game.parse(position, text))
    return position
