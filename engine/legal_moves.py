"""Legal moves: of a whole position, of one man, or via given squares.

If all men of a game only step and hop, or only leap, precomputed `Tables` generate the moves of all
men together. Otherwise the moves are generated man by man and mover by mover. Whether the game has
ended is not considered: see `outcome.playable_moves`.
"""

from collections.abc import Iterator, Sequence
from itertools import repeat

from engine.board import OFF
from engine.move_generation.leaps import LeapTables
from engine.move_generation.movers import Ground, Path, shortest_of_each_end
from engine.move_generation.short_hops import Ends, Pair, make_tuple
from engine.move_generation.tables import Hops
from engine.position import Move, Position, seat_of
from engine.variant_data import VariantData

# -- moves of a position ---------------------------------------------------------------------------


def list_moves(variant: VariantData, position: Position) -> list[Move]:
    """Return the legal moves of the seat to move, one for each distinct result.

    Returns [] if the seat can only pass.
    """
    duty = variant.restriction(variant, position)
    able = _unrestricted_moves(variant, position)
    if not duty:
        return able
    allows = duty.allows
    return [move for move in able if allows(move.path[0], move.path[-1])]


def list_pairs(variant: VariantData, position: Position) -> list[Pair]:
    """Return the (start, end) of all moves except drops, in the order of `list_moves`."""
    if variant.drops(position):
        return []
    duty = variant.restriction(variant, position)
    men = variant.standing(position, position.turn)
    if variant.tables:
        pairs = variant.tables[position.turn].pairs(position.cells, men)
    else:
        pairs = [(path[0], path[-1]) for path in _paths(variant, position, men)]
    return [pair for pair in pairs if duty.allows(*pair)] if duty else pairs


def list_ends(variant: VariantData, position: Position) -> list[Ends]:
    """Return the `Ends` of all legal moves except drops.

    The same man may occur several times.
    """
    seat = position.turn
    if (
        variant.tables
        and not variant.drops(position)
        and not variant.restriction(variant, position)
    ):
        return variant.tables[seat].ends(position.cells, variant.standing(position, seat))
    return [(origin, [end]) for origin, end in list_pairs(variant, position)]


def can_move(variant: VariantData, position: Position, seat: int) -> bool:
    """Whether the seat could do anything but pass if it were its turn."""
    if position.turn != seat:
        position = Position(position.cells, seat, position.stock, position.done, position.gone)
    if variant.drops(position):
        return bool(list_moves(variant, position))
    men = variant.men_of(position, seat)
    if duty := variant.restriction(variant, position):
        return any(
            duty.permits(move) for cell in men for move in moves_from(variant, position, cell)
        )
    if table := hop_tables(variant, seat):
        cells = position.cells
        return any(table.steps(cells, cell) or table.jumps(cells, cell, cell) for cell in men)
    return any(moves_from(variant, position, cell) for cell in men)


def _unrestricted_moves(variant: VariantData, position: Position) -> list[Move]:
    """Return the moves of the seat to move, ignoring any restriction."""
    seat = position.turn
    if variant.drops(position):
        empty = sorted(cell for cell in variant.zone(seat) if not position.cells[cell])
        held = enumerate(variant.in_hand(position, seat))
        return [Move((cell,), kind) for kind, left in held if left for cell in empty]
    men = variant.standing(position, seat)
    if variant.tables:
        return variant.tables[seat].moves(position.cells, men)
    return [*map(make_tuple, repeat(Move), zip(_paths(variant, position, men), repeat(0)))]


# -- moves of one man ------------------------------------------------------------------------------


def moves_from(variant: VariantData, position: Position, origin: int) -> list[Move]:
    """Return the moves of the man on `origin`, one per result, ignoring restrictions."""
    if variant.tables:
        return variant.tables[seat_of(position.cells[origin])].moves(position.cells, (origin,))
    return [make_tuple(Move, (path, 0)) for path in _paths(variant, position, (origin,))]


def moves_via(
    variant: VariantData, position: Position, origin: int, stops: tuple[int, ...]
) -> list[Move]:
    """Return the moves of the man on `origin` via all the stops, ending on the last.

    There is one move per result. If `Variant.routes` is false and the stops already form a complete
    route, the move has exactly that route. Restrictions are ignored.
    """
    if variant.routes:
        ways = _paths_via(variant, position, origin, stops)
        results = {_result(variant, position, Move(path)) for path in ways}
        listed = moves_from(variant, position, origin)
        return [move for move in listed if _result(variant, position, move) in results]
    if len(stops) > 1:
        ways = _paths_via(variant, position, origin, stops)
        return [Move(path) for path in shortest_of_each_end(ways)]
    if table := hop_tables(variant, seat_of(position.cells[origin])):
        path = _shortest_path(table, position.cells, origin, stops[0])
        return [Move(path)] if path else []
    return [m for m in moves_from(variant, position, origin) if m.path[-1] == stops[0]]


def hop_tables(variant: VariantData, seat: int) -> Hops | None:
    """Return the tables of a seat whose men step and hop; None for other movers."""
    table = variant.tables[seat] if variant.tables else None
    return None if isinstance(table, LeapTables) else table


def _shortest_path(table: Hops, cells: bytes, origin: int, end: int) -> Path:
    """Return the shortest route of the man on `origin` to `end`; () if there is none.

    `list_moves` returns the move with the same route.
    """
    if end in table.steps(cells, origin):
        return origin, end
    seen = {origin, OFF}
    ways: list[Path] = [(origin,)]
    for way in ways:
        for to in table.jumps(cells, way[-1], origin):
            if to == end:
                return (*way, to)
            if to not in seen:
                seen.add(to)
                ways.append((*way, to))
    return ()


def _paths(variant: VariantData, position: Position, men: Sequence[int]) -> list[Path]:
    """Return the shortest route to each result of some men of one seat.

    The routes are grouped by man in the order of `men`, short ones first.
    """
    cells, kinds, paths = position.cells, variant.kinds, list[Path]()
    links_by_kind = variant.links[seat_of(cells[men[0]])] if men else ()
    for origin in men:
        byte = cells[origin]
        movers, links = kinds[byte >> 4].movers, links_by_kind[byte >> 4]
        ground = make_tuple(Ground, (cells[:origin] + b"\0" + cells[origin + 1 :], byte, origin))
        if len(movers) == 1:
            paths += movers[0].paths(links[0], ground)
            continue
        paths += shortest_of_each_end(
            path
            for mover, far in zip(movers, links, strict=True)
            for path in mover.paths(far, ground)
        )
    return paths


def _paths_via(
    variant: VariantData, position: Position, origin: int, stops: tuple[int, ...]
) -> Iterator[Path]:
    """Yield the shortest routes of the man on `origin` via all the stops."""
    ground = ground_without(position, origin)
    for mover, links in variant.movers(ground.byte):
        yield from mover.through(links, ground, stops)


def _result(variant: VariantData, position: Position, move: Move) -> object:
    """Return the key that identifies the result of a move among the moves of one man.

    The key is the end cell or, where routes matter, the whole board.
    """
    return variant.apply_unmarked(position, move).cells if variant.routes else move.path[-1]


def ground_without(position: Position, origin: int) -> Ground:
    """Return the board as the man on `origin` sees it, with that man lifted off."""
    cells = position.cells
    without = cells[:origin] + b"\0" + cells[origin + 1 :]
    return make_tuple(Ground, (without, cells[origin], origin))
