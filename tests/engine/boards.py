"""Helpers that build test positions from square names."""

from collections.abc import Mapping

from engine import Position, Variant
from engine.position import man


def placed(
    game: Variant, men: Mapping[int, str], turn: int = 0, ply: int = 0, done: tuple[int, ...] = ()
) -> Position:
    """Return a position with the given men, none of which are left to drop.

    `men` maps each seat to the names of its squares, separated by spaces.
    """
    cells = bytearray(len(game.board.spots))
    for seat, names in men.items():
        for name in names.split():
            cells[game.board.names.index(name)] = man(seat)
    return Position(bytes(cells), turn, (0,) * len(game.stock), done, ply=ply)


def ends(game: Variant, position: Position, name: str) -> set[str]:
    """Return the names of the squares where the man on `name` can end its move."""
    origin = game.board.names.index(name)
    return {
        game.board.names[move.path[-1]] for move in game.moves(position) if move.path[0] == origin
    }


def played(game: Variant, position: Position, *texts: str) -> Position:
    """Play these moves and return the resulting position."""
    for text in texts:
        position = game.play(position, game.parse(position, text))
    return position
