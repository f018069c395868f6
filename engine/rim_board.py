"""Pieces that may cross the rim but not rest there (Platonic, Pythagoreic Halma).

The rim is one square wide. A piece starts on its first rank, the squares of the near rim between
the corners. Its goal is the opposite rank, where it can no longer move. Its margin is the whole rim
except its goal. It may land in the margin in the middle of a hop, but may not end its turn there.
The exception is the first rank, on which a piece may rest until it has left that rank. Kind indices
from `LEFT` upwards stand for pieces that have left their first rank.

A hop may not go straight back over the piece it has just jumped over. Under the advanced rules, a
Circle that jumps over an enemy Circle sends the enemy back to the enemy's first rank, or to its
second if the first is full. An enemy Circle on the first rank of any side is not sent back. A jump
that sends a Circle back may not land in the margin of the jumping piece.

Source: M. Winther, Platonic Halma, page and program of December 2006.
"""

from collections.abc import Iterator
from functools import cache
from math import isqrt
from typing import NamedTuple, cast

from engine.board import Board
from engine.move_generation.movers import Ground, LinkAllowed, Links, Path
from engine.position import kind_of, man, seat_of

KINDS = ("triangle", "square", "circle", "diamond")
"""The kinds of pieces that have not left their first rank, by index."""
CIRCLE = KINDS.index("circle")
LEFT = len(KINDS)
"""Added to the index of a kind once the piece has left its first rank."""
_SEEN = bytes(byte & ~(LEFT << 4) for byte in range(256))
"""Translation table for cells that hides which pieces have left their first rank."""


class Side(NamedTuple):
    """A board as one seat sees it."""

    home: frozenset[int]
    """The first rank, where the seat drops its pieces."""
    goal: frozenset[int]
    margin: frozenset[int]
    """The rim without the goal."""
    ranks: frozenset[int]
    """The first ranks of all four sides; a Circle on them cannot be sent back."""
    returns: Path
    """The squares to which a Circle of this seat is sent back, in order of preference.

    The first free one is used.
    """


@cache
def side_of(board: Board, facing: int) -> Side:
    """Return a full square board as a seat with this facing sees it."""
    rank = board.cells({1: range(2, isqrt(len(board.spots)))})
    home, goal = board.turned(rank, facing), board.turned(rank, facing + 4)
    rim = frozenset(cell for cell, near in enumerate(board.neighbours) if len(near) < 8)
    first = sorted(home, reverse=facing in (2, 6))
    second = [board.rays[cell][facing][0] for cell in first]
    ranks = frozenset(cell for cell in rim if len(board.neighbours[cell]) > 3)
    return Side(home, goal, rim - goal, ranks, (*first, *second))


class PartialHop(NamedTuple):
    """A hop in progress: its route so far and the board."""

    path: Path
    cells: bytes
    """The board without the moving piece."""


class PieceLinks(NamedTuple):
    """Precomputed links of a `PieceMover`: its steps and jumps from each cell."""

    side: Side
    steps: tuple[Path, ...]
    """For each cell, the cells where a single step may end a turn."""
    jumps: tuple[tuple[Path, ...], ...]
    """For each cell, the rays up to the length of the longest jump."""
    far: int
    """The maximum distance of the jumped piece."""
    left: bool
    """Whether the piece has already left its first rank."""
    returns: tuple[Path, ...]
    """`Side.returns` of each seat if the piece sends back enemy Circles, else empty."""

    def outjumps(self, ground: Ground) -> Path:
        """Return the landings of the first jumps that are compulsory on the first rank.

        Such an outjump goes over an adjacent enemy that is not a Circle, and does not land in the
        margin.
        """
        if ground.origin not in self.side.home:
            return ()
        cells = ground.cells
        return tuple(
            ray[1]
            for ray in self.jumps[ground.origin]
            if _is_enemy(cells[ray[0]], ground.byte)
            and kind_of(cells[ray[0]]) % LEFT != CIRCLE
            and not cells[ray[1]]
            and ray[1] not in self.side.margin
        )

    def stepping(self, ground: Ground) -> Iterator[int]:
        """Yield the cells to which the piece may step."""
        if ground.origin not in self.side.goal and not self.outjumps(ground):
            for to in self.steps[ground.origin]:
                if not ground.cells[to]:
                    yield to

    def jumping(self, ground: Ground, way: PartialHop) -> Iterator[PartialHop]:
        """Yield the hop in progress after each possible next jump."""
        path, cells = way
        came = path[-2] if len(path) > 1 else -1
        for ray in self.jumps[path[-1]]:
            for away in range(len(ray) // 2):
                over, to = ray[away], ray[2 * away + 1]
                if not cells[over]:
                    continue
                if to == came or any(cells[cell] for cell in ray[away + 1 : 2 * away + 2]):
                    break
                if not self.sends_back(ground, cells, over):
                    yield PartialHop((*path, to), cells)
                elif to not in self.side.margin and (after := self._sent_back(cells, over, to)):
                    yield PartialHop((*path, to), after)
                break

    def sends_back(self, ground: Ground, cells: bytes, over: int) -> bool:
        """Whether a jump over this cell would send back the piece there."""
        return (
            bool(self.returns)
            and kind_of(cells[over]) % LEFT == CIRCLE
            and _is_enemy(cells[over], ground.byte)
            and over not in self.side.ranks
        )

    def _sent_back(self, cells: bytes, over: int, to: int) -> bytes:
        """Return the board after a jump to `to` has sent back the Circle on `over`.

        Returns b"" if there is no free square for the Circle.
        """
        board = bytearray(cells)
        board[over] = 0
        seat = seat_of(cells[over])
        for cell in self.returns[seat]:
            if not board[cell] and cell != to:
                board[cell] = man(seat, CIRCLE)
                return bytes(board)
        return b""

    def short_hops(self, ground: Ground) -> list[Path]:
        """Return the shortest route to each possible end of a hop over adjacent pieces.

        This is only for a piece that sends no Circle back and has no compulsory outjump. A state of
        the search is a cell, and whether the piece has stayed on its first rank all along. A piece
        that has may also end on the squares of that rank.
        """
        cells, _, origin = ground
        jumps, margin = self.jumps, self.side.margin
        reached = {origin}
        paths: list[Path] = []
        if self.left:
            every: list[Path] = [(origin,)]
            for path in every:
                for over, to in jumps[path[-1]]:
                    if cells[over] and not cells[to] and to not in reached:
                        reached.add(to)
                        way = (*path, to)
                        every.append(way)
                        if to not in margin:
                            paths.append(way)
            return paths
        home, stayed, ended = self.side.home, {origin}, {origin}
        ways: list[tuple[Path, int, bool]] = [((origin,), -1, True)]
        for path, came, fresh in ways:
            for over, to in jumps[path[-1]]:
                if not cells[over] or cells[to] or to == came or to in stayed:
                    continue
                still = fresh and to in home
                if to in reached and not still:
                    continue
                reached.add(to)
                if still:
                    stayed.add(to)
                way = (*path, to)
                ways.append((way, path[-1], still))
                if to not in ended and (still or to not in margin):
                    ended.add(to)
                    paths.append(way)
        return paths

    def hops(self, ground: Ground, stops: Path = ()) -> Iterator[PartialHop]:
        """Yield the hops that can end the turn, the shortest one for each state.

        If `stops` are given, the hops must land on all of them in order and end on the last.
        """
        ways = [(PartialHop((ground.origin,), ground.cells), not self.left, 0)]
        if ground.origin in self.side.goal:
            return
        forced = self.outjumps(ground)
        seen = set()
        for way, fresh, met in ways:
            for on in self.jumping(ground, way):
                to = on.path[-1]
                if forced and len(on.path) == 2 and to not in forced:
                    continue
                still = fresh and to in self.side.home
                now = met + (to == stops[met] if stops else 0)
                ends = now == len(stops)
                state = to, way.path[-1], on.cells, still, now
                if state in seen:
                    continue
                seen.add(state)
                ways.append((on, still, met if ends else now))
                if ends and (still or to not in self.side.margin) and _changes(ground, on):
                    yield on

    def passes(self, ground: Ground, cell: int) -> bool:
        """Whether a hop of the piece can land on the cell, even if no turn may end there."""
        ways = [PartialHop((ground.origin,), ground.cells)]
        seen = set()
        for way in ways:
            for on in self.jumping(ground, way):
                if on.path[-1] == cell:
                    return True
                state = on.path[-2:], on.cells
                if state not in seen:
                    seen.add(state)
                    ways.append(on)
        return False

    def replay(self, ground: Ground, stops: Path) -> tuple[PartialHop, int]:
        """Replay a route with exactly these stops.

        Returns the route as far as it is possible, and the index of the first stop that cannot be
        reached, or -1 if the route is complete. From the margin, a piece may jump straight back;
        the two jumps have no effect and are removed from the route.
        """
        ways = [PartialHop((ground.origin,), ground.cells)]
        for number, to in enumerate(stops):
            way = ways[-1]
            if len(ways) > 1 and to == way.path[-2] and way.path[-1] in self.side.margin:
                ways.pop()
                continue
            leads = [on for on in self.jumping(ground, way) if on.path[-1] == to]
            if len(ways) == 1 and number == len(stops) - 1 and to in self.stepping(ground):
                leads = [PartialHop((ground.origin, to), ground.cells)]
            if not leads:
                return way, number
            ways += leads
        return ways[-1], -1

    def is_turn(self, ground: Ground, way: PartialHop) -> bool:
        """Whether a replayed route may be a whole turn."""
        forced = self.outjumps(ground)
        return (
            ground.origin not in self.side.goal
            and self.may_rest(way.path)
            and _changes(ground, way)
            and (not forced or way.path[1] in forced)
        )

    def may_rest(self, path: Path) -> bool:
        """Whether a turn with this route may end on its last cell."""
        fresh = not self.left and self.side.home.issuperset(path[1:])
        return fresh or path[-1] not in self.side.margin


class PieceMover(NamedTuple):
    """A mover that makes one step or a hop, with short or long jumps."""

    steps: tuple[int, ...]
    """Directions from the owner's point of view: 0 is forward, then clockwise."""
    jumps: tuple[int, ...]
    far: int = 1
    """The maximum distance of the jumped piece; the rest of the line must be empty."""
    sends: tuple[int, ...] = ()
    """The facing of each seat if this piece sends back enemy Circles, else empty."""
    left: bool = False
    """Whether the piece has already left its first rank."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        me = side_of(board, facing)
        barred = me.margin if self.left else me.margin - me.home
        steps, jumps = [], []
        for rays in board.rays:
            turned = [rays[(direction + facing) % 8] for direction in range(8)]
            steps.append(tuple(turned[d][0] for d in self.steps if {*turned[d][:1]} - barred))
            far = [turned[d][: 2 * self.far] for d in self.jumps]
            jumps.append(tuple(ray for ray in far if len(ray) > 1))
        returns = tuple(side_of(board, other).returns for other in self.sends)
        return PieceLinks(me, tuple(steps), tuple(jumps), self.far, self.left, returns)

    def paths(self, links: Links, ground: Ground) -> list[Path]:
        lines = cast(PieceLinks, links)
        cells, _, origin = ground
        if origin in lines.side.goal:
            return []
        forced = lines.outjumps(ground) if origin in lines.side.home else ()
        steps = [] if forced else [(origin, to) for to in lines.steps[origin] if not cells[to]]
        if lines.far == 1 and not forced:
            return steps + lines.short_hops(ground)
        results: dict[tuple[int, bytes], Path] = {}
        for path, after in lines.hops(ground):  # a hop never ends where a step does
            results.setdefault((path[-1], after), path)
        return [*steps, *results.values()]

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        """Yield the given route if it is complete.

        Otherwise yield one route via all the stops for each result.
        """
        lines = PieceLinks(*links)
        replayed, stuck = lines.replay(ground, stops)
        if stuck < 0 and lines.is_turn(ground, replayed):
            yield replayed.path
        else:
            yield from (path for path, _ in lines.hops(ground, stops))


def _is_enemy(byte: int, mine: int) -> bool:
    return bool(byte) and seat_of(byte) != seat_of(mine)


def _changes(ground: Ground, way: PartialHop) -> bool:
    """Whether a turn with this route changes the position."""
    came_back = way.path[-1] == ground.origin
    return not came_back or way.cells.translate(_SEEN) != ground.cells.translate(_SEEN)
