"""Movers: the movement rules `Step`, `Hop` and `Leap`, from which games are built.

A mover is immutable. `links` computes once, for a seat's facing, every link that the mover could
ever use from each cell. `jumps` yields the jumps that are possible in a given position. The moving
man is always lifted off its cell first, so it can never jump over itself and may pass over the cell
it left.

A game with other movement rules defines its own mover: see `Mover`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from engine.board import Board
from engine.position import seat_of

Path = tuple[int, ...]
"""The route of a move: origin, landings, end."""

LinkAllowed = Callable[[int, int], bool]
"""Function: whether the yard lines allow a man to go from one cell to another."""

Links = tuple[Any, ...]
"""All links that a mover could ever use from each cell, in a private format."""

ALL = tuple(range(8))
"""All directions of a square board."""
STAR = tuple(range(6))
"""All directions of a star or hexagon."""


class Ground(NamedTuple):
    """The board as the moving man sees it.

    The fields are the cells without the man, the man's byte, and the cell it left.
    """

    cells: bytes
    byte: int
    origin: int


class Landing(NamedTuple):
    """The landing of one jump or step."""

    to: int
    stops: bool
    """Whether the turn may end here."""
    goes_on: bool
    """Whether the turn may continue from here."""


class Mover(Protocol):
    """Interface of a mover."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Compute all links that a man with this facing could ever use from each cell."""

    def paths(self, links: Links, ground: Ground) -> Iterable[Path]:
        """Return the shortest route to each cell where the turn may end, short ones first.

        If `Variant.routes` is true, there is one route for each distinct result.
        """

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        """Yield the shortest route that lands on all `stops` in order.

        The route ends on the last stop. If `Variant.routes` is true, there is one route for each
        distinct result.
        """


class Jumper(Protocol):
    """A mover whose possible jumps do not depend on the route so far."""

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        """Yield the landings of one jump or one step from `cell`."""


def shortest_paths(mover: Jumper, links: Links, ground: Ground) -> Iterator[Path]:
    """Yield the shortest route to each reachable end: a breadth-first search."""
    seen = {ground.origin}
    ended = {ground.origin}
    ways: list[Path] = [(ground.origin,)]
    for way in ways:
        for to, stops, goes_on in mover.jumps(links, ground, way[-1]):
            if stops and to not in ended:
                ended.add(to)
                yield (*way, to)
            if goes_on and to not in seen:
                seen.add(to)
                ways.append((*way, to))


def shortest_of_each_end(paths: Iterable[Path]) -> list[Path]:
    """Return the shortest route to each end, short ones first; the first one in a tie."""
    shortest: dict[int, Path] = {}
    for path in sorted(paths, key=len):
        shortest.setdefault(path[-1], path)
    return list(shortest.values())


def path_via(mover: Jumper, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
    """Yield the shortest route that lands on all `stops` in order.

    If the stops are already a complete route, that route is yielded. A route that ends where it
    began is not a move, so nothing is yielded for it.
    """
    if stops[-1] == ground.origin:
        return
    cache: dict[int, list[Landing]] = {}
    way: Path = (ground.origin,)
    for number, stop in enumerate(stops, 1):
        leg = _leg_path(mover, links, ground, cache, way[-1], stop, number == len(stops))
        if not leg:
            return
        way += leg
    yield way


def _leg_path(
    mover: Jumper,
    links: Links,
    ground: Ground,
    cache: dict[int, list[Landing]],
    start: int,
    end: int,
    last: bool,
) -> Path:
    """Return the landings of the shortest route from `start` to `end`; () if none.

    The man must be able to continue from `end` or, on the last leg, to stop there. `cache` holds
    the jumps already computed from each cell.
    """
    seen = {start}
    ways: list[Path] = [(start,)]
    for way in ways:
        cell = way[-1]
        if cell not in cache:
            cache[cell] = list(mover.jumps(links, ground, cell))
        for to, may_stop, goes_on in cache[cell]:
            if to == end and (may_stop if last else goes_on):
                return (*way[1:], to)
            if goes_on and to not in seen:
                seen.add(to)
                ways.append((*way, to))
    return ()


Line = tuple[Path, tuple[bool, ...]]
"""A ray, nearest cell first, and for each cell whether a landing there is allowed."""


class Reach(NamedTuple):
    """The steps and hops that a man could make from each cell.

    The move tables are built from a `Reach`. A field keeps its default if the man cannot make moves
    of that kind.
    """

    steps: tuple[Path, ...] = ()
    """The targets of steps from each cell."""
    lines: tuple[tuple[Line, ...], ...] = ()
    """The rays along which the man may hop."""
    edge: tuple[bool, ...] = ()
    """Whether the man may step off the board."""
    exits: tuple[Path, ...] = ()
    """The neighbours over which a hop may leave the board."""
    far: int = 1
    """The maximum distance of the jumped man."""
    foes_only: bool = False
    """Whether only enemies may be jumped."""


class Step(NamedTuple):
    """A mover that steps to an adjacent empty cell."""

    dirs: tuple[int, ...]
    """Directions from the owner's point of view: 0 is forward, then clockwise."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        rays = _rays(board, self.dirs, facing)
        return tuple(
            tuple(ray[0] for ray in rays[cell] if may(cell, ray[0])) for cell in range(len(rays))
        )

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        for to in links[cell]:
            if not ground.cells[to]:
                yield Landing(to, True, False)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        return shortest_paths(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return path_via(self, links, ground, stops)

    def reach(self, links: Links) -> Reach:
        return Reach(steps=links)


class Hop(NamedTuple):
    """A mover that hops: one or more jumps, each over one man.

    Each jump lands on the empty cell just as far beyond that man.
    """

    dirs: tuple[int, ...]
    """Directions from the owner's point of view: 0 is forward, then clockwise."""
    foes_only: bool = False
    """Whether only enemies may be jumped."""
    far: int = 1
    """The maximum distance of the jumped man; the rest of the line must be empty."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return the rays from each cell, cut to the length of the longest jump.

        Rays on which no landing is allowed are left out.
        """
        rays = _rays(board, self.dirs, facing)
        lines = []
        for cell in range(len(rays)):
            reaches = [ray[: 2 * self.far] for ray in rays[cell]]
            long_lines = [(ray, tuple([may(cell, to) for to in ray])) for ray in reaches]
            lines.append(tuple([line for line in long_lines if any(line[1][1::2])]))
        return tuple(lines)

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        cells = ground.cells
        for ray, allowed in links[cell]:
            for away, over in enumerate(ray[: len(ray) // 2]):
                if cells[over]:
                    end = 2 * away + 1
                    if (
                        allowed[end]
                        and not any(cells[beyond] for beyond in ray[away + 1 : end + 1])
                        and not (self.foes_only and seat_of(cells[over]) == seat_of(ground.byte))
                    ):
                        yield Landing(ray[end], True, True)
                    break

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        return shortest_paths(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return path_via(self, links, ground, stops)

    def reach(self, links: Links) -> Reach:
        return Reach(lines=links, far=self.far, foes_only=self.foes_only)


class Leap(NamedTuple):
    """A mover that leaps straight to a cell at a fixed offset, over anything."""

    offsets: tuple[tuple[int, int], ...]
    """The (rows, columns) offset of each leap."""
    relay: bool = False
    """Whether a leap may go to an enemy's cell, which another leap must leave at once."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        return tuple(
            tuple(
                to
                for rows, columns in self.offsets
                if (to := board.index.get((row + rows, column + columns))) is not None
                and may(cell, to)
            )
            for cell, (row, column) in enumerate(board.spots)
        )

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        for to in links[cell]:
            if not (stander := ground.cells[to]):
                yield Landing(to, True, False)
            elif self.relay and seat_of(stander) != seat_of(ground.byte):
                yield Landing(to, False, True)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        return shortest_paths(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return path_via(self, links, ground, stops)


KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
"""The offsets of a chess knight."""


def _rays(board: Board, dirs: tuple[int, ...], facing: int) -> list[list[Path]]:
    """Return the non-empty rays of each cell in the given directions.

    The directions are relative to the owner's facing.
    """
    turned = [(direction + facing) % board.directions for direction in dirs]
    return [[rays[d] for d in turned if rays[d]] for rays in board.rays]
