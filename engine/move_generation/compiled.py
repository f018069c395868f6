"""Compiled generators: the links of move tables, handed over to the C module.

A generator of the C module takes the place of the methods of a table that list moves. The Python
methods remain in the class, as the fallback and as the oracle of the tests.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import NamedTuple, Protocol

from engine.board import OFF
from engine.position import Move

_METHODS = ("moves", "ends", "pairs")
_JUMPS = ("steps", "jumps")


class CellLinks(NamedTuple):
    """The links of a cell, in the order in which the tables list them."""

    steps: Sequence[int]
    """The ends of steps, or of leaps."""
    lines: Sequence[tuple[Sequence[int], Sequence[int]]] = ()
    """The cells of each line, and the landing of a jump over the first, second, ... cell.

    A landing on the cell at which the line starts means that no jump is allowed.
    """


class Linked(Protocol):
    """Tables that can describe the links of each cell."""

    generator: "Generator | None"

    def cell_links(self) -> list[CellLinks]:
        """Return the links of each cell."""


class Generator(Protocol):
    """`Generator` of the C module, as far as it is not called in place of the tables."""

    def best(
        self, values: bytes, cells: bytes, men: Sequence[int], enough: int, first: int
    ) -> int | None:
        """Return the value of the best move: see `CachedMoves.best`."""

    def highest(
        self, values: bytes, cells: bytes, men: Sequence[int], width: int, least: float
    ) -> list[int]:
        """Return the values of the best moves: see `CachedMoves.highest`."""

    def search(
        self,
        values: bytes,
        needs: bytes,
        rival: "Generator",
        rival_values: bytes,
        rival_needs: bytes,
        cells: bytes,
        depth: int,
        width: int,
        unreduced: int,
        low: int,
        high: int,
        lead: int,
        first: int,
        killer: int,
        rival_killer: int,
    ) -> tuple[int, int, int, int, int] | None:
        """Search a few turns: see `QuietSearch`.

        Returns the value, the best turn, the number of positions and the two killers, or None if
        the position is not quiet.
        """


class CompiledMoves:
    """Lister of the best moves of one seat's men by the C module, without a cache."""

    best: Callable[[bytes, Sequence[int], int, int], int | None]
    highest: Callable[[bytes, Sequence[int], int, float], list[int]]

    def __init__(self, generator: Generator, starts: Sequence[int], ends: Sequence[int]) -> None:
        self.generator = generator
        self.values = array("q", [*starts, *ends]).tobytes()
        self.best = partial(generator.best, self.values)
        self.highest = partial(generator.highest, self.values)


def use_generator(
    tables: Linked, seat: int, speedups: ModuleType, foes_only: bool = False, relay: bool = False
) -> None:
    """Replace the methods of the tables by those of a generator of the C module."""
    links = tables.cell_links()
    numbers = array("h")
    for steps, lines in links:
        numbers.extend((len(steps), *steps, len(lines)))
        for ray, landings in lines:
            numbers.extend((len(ray), len(landings), *ray, *landings))
    generator = speedups.Generator(Move, len(links), seat + 1, foes_only, relay, numbers.tobytes())
    tables.generator = generator
    # If men can leave the board, Python's tables list single jumps in another order than hops.
    names = _METHODS if OFF in numbers or not hasattr(tables, "jumps") else (*_METHODS, *_JUMPS)
    vars(tables).update({name: getattr(generator, name) for name in names})
