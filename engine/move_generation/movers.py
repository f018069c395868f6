"""How a piece may travel: `Step`, `Hop` and `Leap`, the vocabulary in which games are written.

A mover is a value. `links` works out once, for one seat's facing, what it could ever do from each cell;
`jumps` says what it can do now. The man in question has always been lifted off its square first, so it
is never its own bridge and may pass over the square that it left.

A game whose men travel in some other way brings a mover of its own: see `Mover`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from engine.board import Board
from engine.position import seat_of

Path = tuple[int, ...]
"""Origin, landings, end."""

May = Callable[[int, int], bool]
"""May a man go from the first cell straight to the second, as far as the yards are concerned?"""

Links = tuple[Any, ...]
"""What a mover could ever do from each cell, in a form that is its own business."""

ALL = tuple(range(8))
"""All directions of a square board."""
STAR = tuple(range(6))
"""All directions of a star or hexagon."""


class Ground(NamedTuple):
    """What a travelling man sees: the cells without itself, itself, and where it came from."""

    cells: bytes
    byte: int
    origin: int


class Landing(NamedTuple):
    """Where one jump leads."""

    to: int
    stops: bool
    """The turn may end here."""
    goes_on: bool
    """The turn may go on from here."""


class Mover(Protocol):
    """What every mover answers."""

    def links(self, board: Board, facing: int, may: May) -> Links:
        """What a man facing that way could ever do from each cell."""

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        """The shortest way to each cell where the turn may end, shorter ways first."""

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        """The shortest way that lands on all of `stops` in their order and ends on the last; where the
        route of a move matters, one for each result that it may have."""


class Jumper(Protocol):
    """A mover whose ways are made of single jumps that need no memory."""

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        """Where one jump leads from `cell` (a step, if the mover steps)."""


def spread(mover: Jumper, links: Links, ground: Ground) -> Iterator[Path]:
    """The shortest way to each end that can be reached jump by jump, breadth first."""
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


def follow(mover: Jumper, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
    """The shortest way through all of `stops` in their order: the one that was told, if the stops are
    all its landings. To come back to where one began is no way at all."""
    if stops[-1] == ground.origin:
        return
    known: dict[int, list[Landing]] = {}
    way: Path = (ground.origin,)
    for number, stop in enumerate(stops, 1):
        leg = _leg(mover, links, ground, known, way[-1], stop, number == len(stops))
        if not leg:
            return
        way += leg
    yield way


def _leg(
    mover: Jumper,
    links: Links,
    ground: Ground,
    known: dict[int, list[Landing]],
    here: int,
    there: int,
    last: bool,
) -> Path:
    """The landings of the shortest way from one cell to another where the man goes on or, if this is the
    last leg, may stop; () if there is none. `known` remembers the jumps from each cell."""
    seen = {here}
    ways: list[Path] = [(here,)]
    for way in ways:
        cell = way[-1]
        if cell not in known:
            known[cell] = list(mover.jumps(links, ground, cell))
        for to, may_stop, goes_on in known[cell]:
            if to == there and (may_stop if last else goes_on):
                return (*way[1:], to)
            if goes_on and to not in seen:
                seen.add(to)
                ways.append((*way, to))
    return ()


Line = tuple[Path, tuple[bool, ...]]
"""A ray, nearest cell first, and which of its cells may be landed on, as `Hop.links` has them."""


class Reach(NamedTuple):
    """What a man can do at once from each cell, where that is nothing but steps and hops: tables for
    those who look at many men together. What a man cannot do at all is empty."""

    steps: tuple[Path, ...] = ()
    """Where steps lead."""
    lines: tuple[tuple[Line, ...], ...] = ()
    """The rays along which it may hop."""
    edge: tuple[bool, ...] = ()
    """May it step off the board?"""
    exits: tuple[Path, ...] = ()
    """The neighbours over whom a hop may leave the board."""
    far: int = 1
    """How far away the jumped man may be."""
    foes_only: bool = False
    """Only adversaries may be jumped."""


class Step(NamedTuple):
    """To an adjacent empty cell."""

    dirs: tuple[int, ...]
    """Directions as the owner sees them, 0 forward, clockwise."""

    def links(self, board: Board, facing: int, may: May) -> Links:
        rays = _rays(board, self.dirs, facing)
        return tuple(
            tuple(ray[0] for ray in rays[cell] if may(cell, ray[0])) for cell in range(len(rays))
        )

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        for to in links[cell]:
            if not ground.cells[to]:
                yield Landing(to, True, False)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        return spread(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return follow(self, links, ground, stops)

    def reach(self, links: Links) -> Reach:
        return Reach(steps=links)


class Hop(NamedTuple):
    """Over one man to the empty cell just as far beyond it, once or, as a chain, on and on."""

    dirs: tuple[int, ...]
    """Directions as the owner sees them, 0 forward, clockwise."""
    foes_only: bool = False
    """Only adversaries may be jumped."""
    far: int = 1
    """How far away the jumped man may be; all other cells of the line must be empty."""

    def links(self, board: Board, facing: int, may: May) -> Links:
        """For each cell and direction the line as far as the longest jump, if any landing is allowed."""
        rays = _rays(board, self.dirs, facing)
        lines = []
        for cell in range(len(rays)):
            reaches = [ray[: 2 * self.far] for ray in rays[cell]]
            told = [(ray, tuple([may(cell, to) for to in ray])) for ray in reaches]
            lines.append(tuple([line for line in told if any(line[1][1::2])]))
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
        return spread(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return follow(self, links, ground, stops)

    def reach(self, links: Links) -> Reach:
        return Reach(lines=links, far=self.far, foes_only=self.foes_only)


class Leap(NamedTuple):
    """Straight to a cell some rows and columns away, whatever stands between."""

    offsets: tuple[tuple[int, int], ...]
    """(rows, columns) of each leap."""
    relay: bool = False
    """An enemy's cell may be leapt to as well, and must then be left by another leap at once."""

    def links(self, board: Board, facing: int, may: May) -> Links:
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
        return spread(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return follow(self, links, ground, stops)


KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
"""The offsets of a chess knight."""


def _rays(board: Board, dirs: tuple[int, ...], facing: int) -> list[list[Path]]:
    """For each cell the rays that are not empty in the given directions, by the owner's facing."""
    turned = [(direction + facing) % board.directions for direction in dirs]
    return [[rays[d] for d in turned if rays[d]] for rays in board.rays]
