"""The same game with and without the optional C module, in one process."""

from dataclasses import replace
from types import ModuleType

from engine import Variant
from engine.move_generation.tables import Tables, tables_for
from engine.speedups import SPEEDUPS

WAYS: tuple[ModuleType | None, ...] = (None, SPEEDUPS) if SPEEDUPS else (None,)
"""What lists the moves: the Python code, and the C module if it is in use."""


def with_tables(game: Variant, speedups: ModuleType | None) -> Variant:
    """Return a copy of the game whose tables use this module, or Python if None."""
    _ = game.tables  # made first, because games with the same movement rules share their tables
    copy = replace(game)
    made: list[Tables] = []
    if game.tables:
        (kind,) = game.kinds
        for seat, (links,) in enumerate(game.links):
            tables = tables_for(kind.movers, links, game.board, seat, speedups)
            assert tables
            made.append(tables)
    vars(copy)["tables"] = (*made,) or None
    return copy
