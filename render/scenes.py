"""What a picture shows, as one hashable value: the key of every cache.

A scene knows a board, what stands on it and what is drawn over it; it does not know the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.board import Board
from engine.position import Move, Position
from engine.variant_definition import Variant
from render.layout import WIDTH, Layout, lay_out
from render.theme import MATERIALS, SEATINGS, Seating, ThemeName, on_wood

Sign = Literal["origin", "choice", "target"]


NOBODY = -1
"""No seat: a picture in which no goal is framed."""
UPRIGHT = 8
"""Directions of the boards whose rows stay upright however they are turned."""


class Mark(NamedTuple):
    """Something drawn over a cell."""

    cell: int
    sign: Sign
    """"origin": the man in hand; "choice": a cell to choose; "target": a landing on the way."""
    label: str = ""
    """At most two ASCII characters, such as "A"."""


class Stage(NamedTuple):
    """The part of a scene that stays the same for many turns: what the background is made from."""

    board: Board
    homes: tuple[frozenset[int], ...]
    """Cells, by seat."""
    goals: tuple[frozenset[int], ...]
    seatings: tuple[Seating, ...]
    """The material of each seat's men."""
    glyphs: tuple[str, ...]
    """The outline of each kind: disc, triangle, square, circle, diamond."""
    facing: int
    """The direction number that points up in the picture."""
    theme: ThemeName
    width: int
    """Pixels."""

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return lay_out(self.board, self.facing, self.width)


@dataclass(frozen=True)
class Scene:
    """One picture. Equal scenes give equal bytes."""

    stage: Stage
    cells: bytes
    """One byte a cell, as in `Position.cells`."""
    turn: int
    """The seat whose goal is framed, or `NOBODY`."""
    path: tuple[int, ...] = ()
    """The cells of the last move, as in `Move.path`."""
    others: tuple[tuple[int, ...], ...] = ()
    """The cells of more moves that are drawn with it."""
    faded: bool = False
    """Whether the last move is drawn so that it does not draw the eye."""
    marks: tuple[Mark, ...] = ()
    stock: tuple[int, ...] = ()
    """Pieces to drop, as in `Position.stock`."""
    done: tuple[int, ...] = ()
    """Seats that have finished, best first; drawn only where more than two play."""


def seatings(variant: Variant) -> tuple[Seating, ...]:
    """The material of each seat's men: by the seats' names if they are colours, else by their number."""
    names = tuple(seat.name.title() for seat in variant.seats)
    if len(set(names)) == len(names) and all(name in MATERIALS for name in names):
        return tuple(MATERIALS[name] for name in names)
    return SEATINGS[len(names)]


def seat_label(variant: Variant, seat: int, *, emblem: bool = False) -> str:
    """The word by which players know a seat: "White", or with its emblem "White (dot)"."""
    seating = seatings(variant)[seat]
    return f"{seating.name} ({seating.emblem})" if emblem else seating.name


def scene(
    variant: Variant,
    position: Position,
    *,
    last: Move | None = None,
    side: int = 0,
    theme: ThemeName = "wood",
    marks: Iterable[Mark | tuple[int, Sign] | tuple[int, Sign, str]] = (),
    width: int = WIDTH,
    faded: bool = False,
    others: Iterable[Move] = (),
) -> Scene:
    """The picture of a position as seat `side` sees it, that seat's yard nearest.

    Stars and hexagons are never turned: their rows would run aslant. `last` is the move to draw,
    `faded` or not, with `others` among which to choose; `width` is in pixels.
    """
    seats = variant.seats
    stage = Stage(
        board=variant.board,
        homes=tuple(seat.home for seat in seats),
        goals=tuple(seat.goal for seat in seats),
        seatings=tuple(on_wood(seating, theme) for seating in seatings(variant)),
        glyphs=tuple(kind.glyph for kind in variant.kinds),
        facing=seats[side].facing if variant.board.directions == UPRIGHT else 0,
        theme=theme,
        width=width,
    )
    return Scene(
        stage=stage,
        cells=position.cells,
        turn=position.turn,
        path=() if last is None else tuple(last.path),
        others=tuple(tuple(move.path) for move in others),
        faded=faded,
        marks=tuple(Mark(*mark) for mark in marks),
        stock=position.stock if any(position.stock) else (),
        done=position.done if len(seats) > 2 else (),
    )
