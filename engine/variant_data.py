"""`VariantData`: a game as one immutable value, with its `Seat`s and `Kind`s.

A variant is data plus a few functions for special rules. Move generation, outcomes and notation are
functions of these data, and `variant_definition.Variant` adds them as methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import compress
from typing import Self
from weakref import WeakValueDictionary

from engine.board import OFF, Board
from engine.errors import Reason
from engine.move_generation.movers import Links, Mover
from engine.move_generation.tables import Tables, tables_for
from engine.position import (
    NO_MARKS,
    Marks,
    Move,
    Position,
    extended_marks,
    kind_of,
    man,
    men_of,
    seat_of,
)
from engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters

_first: WeakValueDictionary[tuple[object, ...], VariantData] = WeakValueDictionary()
"""Weak cache: the first game with each set of movers and yard lines."""


@dataclass(frozen=True)
class Seat:
    """One side of the board, independent of its player."""

    name: str
    """The name of the side: "South", "North", ..."""
    home: frozenset[int]
    """The yard or camp where its men start or are dropped; shaded in its colour."""
    goal: frozenset[int]
    """The cells that the seat has to reach."""
    facing: int = 0
    """The board direction that is forward for this seat."""
    team: int = -1
    """Number shared by seats that win together; -1 for a seat that plays alone."""


@dataclass(frozen=True)
class Kind:
    """A kind of man."""

    name: str
    """The name of the kind: "man", "circle", ..."""
    glyph: str
    """The name of the shape in the renderer."""
    movers: tuple[Mover, ...]
    """The rules by which men of this kind move."""

    @property
    def letter(self) -> str:
        """The letter of the kind in notation, e.g. "C" for a circle."""
        return self.name[0].upper()


@dataclass(frozen=True)
class MoveRestriction:
    """A rule that allows only some of the moves of a position, for one turn."""

    allows: Callable[[int, int], bool]
    """Whether a man may go from one cell to another in the whole turn."""
    code: str
    """The code from `errors.CODES` that explains why other moves are refused."""

    def permits(self, move: Move) -> bool:
        """Whether the restriction allows this move of a man."""
        return self.allows(move.path[0], move.path[-1])


def any_link(variant: VariantData, seat: int, origin: int, target: int) -> bool:
    """Default for `Variant.link_allowed`: no yard lines."""
    return True


def no_restriction(variant: VariantData, position: Position) -> MoveRestriction | None:
    """Default for `Variant.restriction`: no move is forbidden."""
    return None


def no_side_effect(variant: VariantData, position: Position, move: Move, cells: bytearray) -> None:
    """Default for `Variant.side_effect`: a move has no side effects."""


def never_lost(variant: VariantData, position: Position, seat: int) -> bool:
    """Default for `Variant.has_lost`: no seat loses by its own turn."""
    return False


def no_own_reason(
    variant: VariantData, position: Position, cells: tuple[int, ...], text: str
) -> Reason | None:
    """Default for `Variant.explain`: the reasons in `illegal_reasons` suffice."""
    return None


@dataclass(frozen=True, eq=False)
class VariantData:
    """The data of a `Variant`, with the methods that need no move generation.

    Variants are compared by identity.
    """

    key: str
    """The name in commands, records and the database, e.g. "halma-8"."""
    name: str
    """The name shown to players."""
    game: str
    """The key of the game of which this is a variant; players choose the game first."""
    summary: str
    """The rules in one or two sentences."""
    source: str
    """The source of the rules."""
    board: Board
    seats: tuple[Seat, ...]
    kinds: tuple[Kind, ...]
    limit: int
    """Turn limit: the game is a draw after this many turns."""
    reached: Callable[[Self, Position, int], bool]
    """Whether the seat that has just moved (not `Position.turn`) has reached its goal."""
    turns: int = 0
    """Typical number of turns in a game, all seats together; 0 if not measured."""
    link_allowed: Callable[[Self, int, int, int], bool] = any_link
    """Yard lines: whether a man of a seat may cross from one cell to another."""
    restriction: Callable[[Self, Position], MoveRestriction | None] = no_restriction
    """Returns the restriction on the moves of the seat to move, or None."""
    side_effect: Callable[[Self, Position, Move, bytearray], None] = no_side_effect
    """Applies the side effects of a move; `cells` already has the man on its new cell."""
    moves_others: Callable[[Self, Position, Move], bool] | None = None
    """Whether a legal move may have side effects on other men; None if none has."""
    explain: Callable[[Self, Position, tuple[int, ...], str], Reason | None] = no_own_reason
    """Returns the reason why a man cannot take a route; None for the usual reasons."""
    has_lost: Callable[[Self, Position, int], bool] = never_lost
    """Whether the seat that has just moved has lost the game with that turn."""
    remaining_work: Callable[[Self, Position, int], float] | None = None
    """Returns a seat's remaining work, roughly in steps; None to use the men's distances."""
    attraction: Callable[[Self, Position, int], Sequence[float]] | None = None
    """Returns each cell's attraction, used to limit the moves tried; None to try all."""
    shallow: bool = False
    """Whether all goal cells are equally good. If not, deep ones are filled first."""
    levels: tuple[str, ...] = ()
    """The names of the computer levels offered in this game; empty for all."""
    search_parameters: SearchParameters = DEFAULT_PARAMETERS
    """Numbers in the evaluation and the search of this game."""
    solved: str = ""
    """The tablebase file in `engine.search`, if the game is solved; else ""."""
    men: bytes = b""
    """Initial `Position.cells`; empty if the men fill the homes or are all dropped."""
    stock: tuple[int, ...] = ()
    """Pieces to drop before the game starts: see `Position.stock`."""
    zones: tuple[frozenset[int], ...] = ()
    """The cells where each seat may drop; empty if each seat drops in its home."""
    batch: bool = False
    """Whether a seat drops all its pieces before the next seat drops."""
    routes: bool = False
    """Whether the route matters: every landing is printed, and a kind has one mover."""
    places: bool = False
    """Whether play continues for the remaining ranks after the first seat has finished."""
    won_by: str = "goal"
    """The `ENDINGS` key for reaching the goal."""
    repetition: str = "draw"
    """Result of a threefold repetition: "draw", or "loss" for the player causing it."""
    equal_turns: bool = False
    """Whether the second of two seats gets one more turn after the first has finished."""
    count_at: int = 0
    """The turn, all seats together, after which the seat with most men in its goal wins.

    0 if men are never counted.
    """
    uneven: bool = False
    """Whether the seats have different tasks, so that a game is never rated."""
    suggested: tuple[str, ...] = ()
    """Names of the options with which the game is usually played, preselected for a new game."""
    options: tuple[str, ...] = ()
    """Names of the options that the game offers, except those added by `Option.fits`."""
    revision: int = 1
    """Revision of the rules, incremented when a change could invalidate stored games."""

    def start(self) -> Position:
        """Return the position before the first turn."""
        return self._start

    def apply(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, e.g. one of `moves`."""
        return self.apply_unmarked(position, move, extended_marks(position))

    def apply_unmarked(self, position: Position, move: Move, marks: Marks = NO_MARKS) -> Position:
        """Return the position after a legal move, without repetition hashes, for search."""
        seat, stock, path = position.turn, position.stock, move.path
        kinds = len(self.kinds)
        cells = bytearray(position.cells)
        if len(path) == 1:
            cells[path[0]] = man(seat, move.kind)
            held = list(stock)
            held[seat * kinds + move.kind] -= 1
            stock = tuple(held)
        elif path:
            byte, cells[path[0]] = cells[path[0]], 0
            if path[-1] != OFF:
                cells[path[-1]] = byte
        self.side_effect(self, position, move, cells)
        goes_on = self.batch and any(stock[seat * kinds : (seat + 1) * kinds])
        moved = Position(
            bytes(cells),
            seat if goes_on else self.next_seat(seat, position.done),
            stock,
            position.done,
            position.gone,
            position.ply + 1,
            position,
            marks,
        )
        if self.reached(self, moved, seat):
            moved = replace(moved, done=(*position.done, seat))
        return moved

    def next_seat(self, seat: int, done: tuple[int, ...]) -> int:
        """Return the seat that moves after `seat`, or `seat` if all others have finished."""
        seats = len(self.seats)
        for other in range(seat + 1, seat + seats):
            if other % seats not in done or self.equal_turns:
                return other % seats
        return seat

    def mover(self, position: Position) -> int:
        """Return the seat that made the last turn."""
        if position.before:
            return position.before.turn
        for other in range(position.turn - 1, position.turn - len(self.seats), -1):
            if other % len(self.seats) not in position.done[:-1]:
                return other % len(self.seats)
        return position.turn

    def owns(self, byte: int) -> bool:
        """Whether this byte encodes a man of this game."""
        return 0 <= seat_of(byte) < len(self.seats) and kind_of(byte) < len(self.kinds)

    def zone(self, seat: int) -> frozenset[int]:
        """Return the cells where a seat may drop."""
        return self.zones[seat] if self.zones else self.seats[seat].home

    def in_hand(self, position: Position, seat: int) -> tuple[int, ...]:
        """Return how many pieces of each kind a seat still has to drop."""
        kinds = len(self.kinds)
        return position.stock[seat * kinds : (seat + 1) * kinds] if position.stock else (0,) * kinds

    def men_of(self, position: Position, seat: int) -> Iterator[int]:
        """Yield the cells of a seat's men in ascending order."""
        return compress(self._numbers, position.cells.translate(men_of(seat)))

    def standing(self, position: Position, seat: int) -> list[int]:
        """Return the cells of a seat's men in ascending order."""
        return [*compress(self._numbers, position.cells.translate(men_of(seat)))]

    def drops(self, position: Position) -> bool:
        """Whether the seat to move still has pieces in hand and must therefore drop one."""
        return bool(position.stock) and any(self.in_hand(position, position.turn))

    def movers(self, byte: int) -> Sequence[tuple[Mover, Links]]:
        """Return the movers of a man, each with its links."""
        kind = kind_of(byte)
        return [*zip(self.kinds[kind].movers, self.links[seat_of(byte)][kind], strict=True)]

    @cached_property
    def links(self) -> tuple[tuple[tuple[Links, ...], ...], ...]:
        """Precomputed links of the movers, indexed by [seat][kind][mover index]."""
        first = self._first_alike
        if first is not self:
            return first.links
        return tuple(
            tuple(
                tuple(mover.links(self.board, seat.facing, may) for mover in kind.movers)
                for kind in self.kinds
            )
            for number, seat in enumerate(self.seats)
            for may in (partial(self.link_allowed, self, number),)
        )

    @cached_property
    def tables(self) -> tuple[Tables, ...] | None:
        """The move tables of each seat; None if the kinds of men cannot be tabled."""
        first = self._first_alike
        if first is not self:
            return first.tables
        if len(self.kinds) > 1:
            return None
        (kind,) = self.kinds
        tables_by_seat = [
            tables_for(kind.movers, links, self.board, seat)
            for seat, (links,) in enumerate(self.links)
        ]
        return tuple(table for table in tables_by_seat if table) or None

    @property
    def _first_alike(self) -> VariantData:
        """The first known game with the same movement rules.

        Most options leave the movement rules unchanged, so links and tables are computed only once.
        """
        travel = self.board, self.seats, repr(self.kinds), self.link_allowed
        return _first.setdefault(travel, self)

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        """The indices of all cells, for `compress`."""
        return (*range(len(self.board.spots)),)

    @cached_property
    def _start(self) -> Position:
        cells = bytearray(self.men or len(self.board.spots))
        if not self.men and not self.stock:
            for number, seat in enumerate(self.seats):
                for cell in seat.home:
                    cells[cell] = man(number)
        return Position(bytes(cells), 0, self.stock)

    @cached_property
    def without_yards(self) -> Self:
        """The same game without yard lines, used to explain which line forbids a move."""
        return replace(self, link_allowed=any_link)
