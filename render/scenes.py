"""Scenes: the content of a picture as a hashable value, the key of every cache.

A scene consists of a board, the men on it and everything drawn over it. The game is not part of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.board import Board
from engine.position import Move, Position
from engine.variant_definition import Variant
from render.layout import WIDTH, Layout, lay_out
from render.theme import MATERIALS, SEATINGS, Seating, ThemeName, on_wood

MarkerKind = Literal["origin", "choice", "target", "still"]


NOBODY = -1
"""Value of `Scene.turn` for a picture without a goal frame."""
UPRIGHT = 8
"""The number of directions on boards whose rows stay horizontal when rotated."""


class Marker(NamedTuple):
    """A marker over a cell."""

    cell: int
    kind: MarkerKind
    """"origin": the selected man; "choice": a cell to choose; "target": a landing.

    "still": a man that cannot move, which is drawn pale.
    """
    label: str = ""
    """At most two ASCII characters, e.g. "A"."""


class Stage(NamedTuple):
    """The part of a scene that stays the same for many turns, used for the background."""

    board: Board
    homes: tuple[frozenset[int], ...]
    """The cells of each home, by seat."""
    goals: tuple[frozenset[int], ...]
    seatings: tuple[Seating, ...]
    """The look of each seat's men."""
    glyphs: tuple[str, ...]
    """The shape of each kind: disc, triangle, square, circle, diamond."""
    facing: int
    """The index of the direction that points up in the picture."""
    theme: ThemeName
    width: int
    """Width in pixels."""

    @property
    def layout(self) -> Layout:
        """The layout of the stage."""
        return lay_out(self.board, self.facing, self.width)


@dataclass(frozen=True)
class Scene:
    """The content of one picture. Equal scenes produce identical files."""

    stage: Stage
    cells: bytes
    """One byte per cell, as in `Position.cells`."""
    turn: int
    """The seat whose goal is framed, or `NOBODY`."""
    path: tuple[int, ...] = ()
    """The cells of the last move, as in `Move.path`."""
    others: tuple[tuple[int, ...], ...] = ()
    """The cells of other moves drawn with the last move."""
    dashed: tuple[int, ...] = ()
    """The cells of a move to compare with the last one, drawn dashed."""
    earlier: tuple[tuple[int, ...], ...] = ()
    """The cells of moves before the last one, drawn pale and without arrowheads."""
    faded: bool = False
    """Whether the last move is drawn inconspicuously."""
    marks: tuple[Marker, ...] = ()
    stock: tuple[int, ...] = ()
    """Pieces to drop, as in `Position.stock`."""
    done: tuple[int, ...] = ()
    """Seats that have finished, best first; only drawn with more than two seats."""


@lru_cache(maxsize=256)  # each figure of the solitaire is a separate variant
def seatings_of(variant: Variant) -> tuple[Seating, ...]:
    """Return the look of each seat's men.

    The look depends on the seat's name if all names are colours, otherwise on its index.
    """
    names = tuple(seat.name.title() for seat in variant.seats)
    if len(set(names)) == len(names) and all(name in MATERIALS for name in names):
        return tuple(MATERIALS[name] for name in names)
    return SEATINGS[len(names)]


def seat_label(variant: Variant, seat: int, *, emblem: bool = False) -> str:
    """Return a seat's label for players: "White", or with its emblem "White (dot)"."""
    seating = seatings_of(variant)[seat]
    return f"{seating.name} ({seating.emblem})" if emblem else seating.name


def scene(
    variant: Variant,
    position: Position,
    *,
    last: Move | None = None,
    side: int = 0,
    theme: ThemeName = "wood",
    marks: Iterable[Marker | tuple[int, MarkerKind] | tuple[int, MarkerKind, str]] = (),
    width: int = WIDTH,
    faded: bool = False,
    others: Iterable[Move] = (),
    dashed: Move | None = None,
    earlier: Iterable[Move] = (),
) -> Scene:
    """Return the scene of a position as seen from seat `side`, whose yard is nearest.

    Stars and hexagons are never rotated because their rows would be slanted. `last` is the move to
    draw, inconspicuously if `faded`. `others` are alternative moves drawn in the same way,
    and `dashed` is one to compare with them. `earlier` are moves before the last one, drawn pale.
    `width` is in pixels.
    """
    seats = variant.seats
    stage = Stage(
        board=variant.board,
        homes=tuple(seat.home for seat in seats),
        goals=tuple(seat.goal for seat in seats),
        seatings=tuple(on_wood(seating, theme) for seating in seatings_of(variant)),
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
        dashed=() if dashed is None else tuple(dashed.path),
        earlier=tuple(tuple(move.path) for move in earlier if move.path),
        faded=faded,
        marks=tuple(Marker(*mark) for mark in marks),
        stock=position.stock if any(position.stock) else (),
        done=position.done if len(seats) > 2 else (),
    )
