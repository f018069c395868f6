"""Rules of Platonic and Pythagoreic Halma, and the builder of their variants.

The rules are the drops on the first rank, compulsory outjumps, the effects of a move, the goal, and
the reasons for illegal moves. `family` builds the games for two, three and four players, with
simple and with advanced rules.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.board import OFF, Board
from engine.errors import Reason
from engine.illegal_reasons import no_route_code, restriction_reason
from engine.move_generation.movers import Ground, Path
from engine.position import Move, Position, kind_of, seat_of
from engine.rim_board import CIRCLE, KINDS, LEFT, PartialHop, PieceLinks, PieceMover, side_of
from engine.rules import fills_goal
from engine.variant_definition import Kind, MoveRestriction, Seat, Variant

FAR = 4
"""The maximum distance of the jumped piece under the advanced rules."""
_BARRED = ("wrong-direction", "no-send-back")
"""Reasons why a jump cannot even land on a square of the rim in passing."""
FACINGS = {"South": 0, "West": 2, "North": 4, "East": 6}
SEATINGS = {2: ("South", "North"), 3: ("South", "West", "North"), 4: tuple(FACINGS)}
"""The seats for each number of players, in the order of play (clockwise)."""


class Shape(NamedTuple):
    """The directions in which a shape moves, and how many such pieces each player has."""

    steps: tuple[int, ...]
    jumps: tuple[int, ...]
    number: int


def family(
    key: str,
    name: str,
    board: Board,
    shapes: Mapping[str, Shape],
    source: str,
    turns: tuple[int, ...],
) -> tuple[Variant, ...]:
    """Return the games of a family for two, three and four players.

    The games with simple rules come first, then those with advanced rules. `turns` gives the
    typical number of turns in each game, in the same order.
    """
    forms = [(advanced, players) for advanced in (False, True) for players in SEATINGS]
    return tuple(
        replace(_game(key, name, board, shapes, source, players, advanced), turns=usual)
        for (advanced, players), usual in zip(forms, turns, strict=True)
    )


def _game(
    key: str,
    name: str,
    board: Board,
    shapes: Mapping[str, Shape],
    source: str,
    players: int,
    advanced: bool,
) -> Variant:
    facings = tuple(FACINGS[seat] for seat in SEATINGS[players])
    held = tuple(shapes[shape].number for shape in KINDS) + (0,) * LEFT
    return Variant(
        key=key + "-advanced" * advanced + f"-{players}" * (players > 2),
        name=name + ", advanced" * advanced + f", for {players}" * (players > 2),
        game=key,
        summary="Bring your pieces over the margin and each other to the far rank. "
        + ("Jumps may be long, and Circles send Circles back." if advanced else "Jumps are short."),
        source=source,
        board=board,
        seats=tuple(
            Seat(seat, side_of(board, facing).home, side_of(board, facing).goal, facing)
            for seat, facing in zip(SEATINGS[players], facings, strict=True)
        ),
        kinds=tuple(
            Kind(shape, shape, (_piece(shapes[shape], shape, left, facings, advanced),))
            for left in (False, True)
            for shape in KINDS
        ),
        limit=300 * players,
        reached=fills_goal,
        restriction=must_leave_first_rank,
        side_effect=apply_side_effects,
        moves_others=is_circle_hop if advanced else None,
        explain=explain_illegal,
        stock=held * players,
        routes=advanced,
        options=("repetition-loss",),
    )


def _piece(
    shape: Shape, name: str, left: bool, facings: tuple[int, ...], advanced: bool
) -> PieceMover:
    sends = facings if advanced and name == KINDS[CIRCLE] else ()
    return PieceMover(shape.steps, shape.jumps, FAR if advanced else 1, sends, left)


def piece_at(variant: Variant, position: Position, cell: int) -> tuple[PieceLinks, Ground]:
    """Return the links of the piece on a cell, and the board as that piece sees it."""
    byte = position.cells[cell]
    lifted = bytearray(position.cells)
    lifted[cell] = 0
    (links,) = variant.links[seat_of(byte)][kind_of(byte)]
    return PieceLinks(*links), Ground(bytes(lifted), byte, cell)


def must_leave_first_rank(variant: Variant, position: Position) -> MoveRestriction | None:
    """Return the restriction to jumps over an enemy out of the first rank, or None."""
    seat = position.turn
    jumpers = set()
    for cell in variant.seats[seat].home:
        if seat_of(position.cells[cell]) == seat:
            lines, ground = piece_at(variant, position, cell)
            if lines.outjumps(ground):
                jumpers.add(cell)
    if not jumpers or any(variant.in_hand(position, seat)):
        return None
    return MoveRestriction(lambda start, end: start in jumpers, "must-jump")


def apply_side_effects(variant: Variant, position: Position, move: Move, cells: bytearray) -> None:
    """Apply the side effects of a move to `cells`.

    Sends jumped Circles back, and marks a piece that has left its first rank.
    """
    if len(move.path) < 2:
        return
    origin, end = move.path[0], move.path[-1]
    lines, ground = piece_at(variant, position, origin)
    if lines.returns:
        cells[:] = lines.replay(ground, move.path[1:])[0].cells
        cells[end] = ground.byte
    if end not in lines.side.home:
        cells[end] |= LEFT << 4


def is_circle_hop(variant: Variant, position: Position, move: Move) -> bool:
    """Whether the move is a hop of a Circle, which may send back other Circles."""
    origin, *landings = move.path
    return bool(landings) and (
        kind_of(position.cells[origin]) % LEFT == CIRCLE
        and landings[0] not in variant.board.neighbours[origin]
    )


def explain_illegal(
    variant: Variant, position: Position, cells: tuple[int, ...], text: str
) -> Reason:
    """Return the reason why the piece on the first cell cannot take this route.

    The piece belongs to the seat to move.
    """
    names = variant.board.names
    origin, target = cells[0], cells[-1]
    lines, ground = piece_at(variant, position, origin)
    if target == OFF:
        return Reason("too-far", text, (names[origin], "off"))
    if duty := must_leave_first_rank(variant, position):
        return restriction_reason(variant, position, duty, Move(cells), text)
    if origin in lines.side.goal:
        return Reason("fixed", text, (names[origin],))
    for cell in cells[1:]:
        if ground.cells[cell]:
            return Reason("target-taken", text, (names[cell],))
    if target == origin:
        return Reason("returns", text, (names[origin],))
    way, stuck = lines.replay(ground, cells[1:])
    walks_home = not lines.left and target in lines.side.home
    code, blamed = _hindrance(variant.board, lines, way, cells[stuck + 1])
    barred = stuck >= 0 and code in _BARRED and not lines.passes(ground, target)
    if target in lines.side.margin and not (walks_home and stuck >= 0) and not barred:
        return Reason("no-rest", text, (names[target],))
    if not variant.from_cell(position, origin):
        return Reason("hemmed-in", text, (names[origin],))
    if code == "no-step" and len(cells) == 2:
        code = "wrong-direction"
    return Reason(code, text, tuple(names[cell] for cell in blamed))


def _hindrance(board: Board, lines: PieceLinks, way: PartialHop, to: int) -> tuple[str, Path]:
    """Return the code and the cells that explain why a hop cannot reach an empty cell."""
    origin = way.path[-1]
    line = next((ray[: ray.index(to) + 1] for ray in board.rays[origin] if to in ray), ())
    half, odd = divmod(len(line), 2)
    if len(line) == 1:
        return "no-step", (origin, to)
    if odd or not 0 < half <= lines.far:
        return no_route_code(board, origin, to), (origin, to)
    over = line[half - 1]
    if not way.cells[over]:
        return "nobody-to-jump", (over,)
    for cell in line:
        if way.cells[cell] and cell != over:
            return "not-clear", (cell,)
    if way.path[-2:-1] == (to,):
        return "jumps-back", (over,)
    if line not in (ray[: 2 * half] for ray in lines.jumps[origin]):
        return "wrong-direction", (origin, to)
    return "no-send-back" if to in lines.side.margin else "wrong-man", (over,)
