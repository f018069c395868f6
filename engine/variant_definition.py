"""A game as one frozen value: `Variant`, with its `Seat`s and `Kind`s, and the course of a turn.

A variant is data and at most five plain functions for what is odd about it. It never inherits from
another; a variant of a variant is `dataclasses.replace(...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress

from engine import move_generation, notation, outcome, position_format
from engine.board import OFF, Board
from engine.errors import GameOver, Reason
from engine.move_generation import Tables, reachable_squares
from engine.move_generation.movers import Links, Mover
from engine.position import (
    NO_MARKS,
    Marks,
    Move,
    Outcome,
    Position,
    kind_of,
    man,
    marked,
    men_of,
    seat_of,
)


@dataclass(frozen=True)
class Seat:
    """One side of the board, whoever plays it."""

    name: str
    """Where it is: "South", "North", ..."""
    home: frozenset[int]
    """Its yard or camp: where its men start or may be dropped, and what is shaded in its colour."""
    goal: frozenset[int]
    """The cells that it wants to fill."""
    facing: int = 0
    """Its forward, as a direction number of the board."""
    team: int = -1
    """Seats with the same team win together; -1 for each seat a team of its own."""


@dataclass(frozen=True)
class Kind:
    """A kind of man."""

    name: str
    """"man", "circle", ..."""
    glyph: str
    """What it looks like, by a name that the renderer knows."""
    movers: tuple[Mover, ...]
    """How it may travel."""

    @property
    def letter(self) -> str:
        """The letter that stands for it in notation: "C" for a circle."""
        return self.name[0].upper()


@dataclass(frozen=True)
class Duty:
    """A rule that forbids some of the moves that men could make, for one turn."""

    allows: Callable[[Move], bool]
    code: str
    """The `errors.CODES` code that tells why the others are refused."""


def anywhere(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """No yard hinders anybody."""
    return True


def no_duty(variant: Variant, position: Position) -> Duty | None:
    """Every move that the men can make is allowed."""
    return None


def nothing_else(variant: Variant, position: Position, move: Move, cells: bytearray) -> None:
    """A move changes nothing but the place of the man."""


def never(variant: Variant, position: Position, seat: int) -> bool:
    """Nobody loses so."""
    return False


@dataclass(frozen=True, eq=False)
class Variant:
    """A game for a fixed number of seats. Compared by identity."""

    key: str
    """The name in commands, records and tables, such as "halma-8"."""
    name: str
    """The name for people."""
    game: str
    """The key of the game that this is a form of; people choose the game first."""
    summary: str
    """The rules in one or two sentences."""
    source: str
    """Where the rules come from."""
    board: Board
    seats: tuple[Seat, ...]
    kinds: tuple[Kind, ...]
    limit: int
    """After so many turns the game is a draw."""
    reached: Callable[[Variant, Position, int], bool]
    """Has the seat, which has just moved, reached its goal? (The turn is already the next seat's.)"""
    turns: int = 0
    """How many turns of all seats together a game usually takes; 0 where nobody has measured it."""
    may: Callable[[Variant, int, int, int], bool] = anywhere
    """May a man of a seat go in one step or jump from a cell to another? Lines that never change."""
    duty: Callable[[Variant, Position], Duty | None] = no_duty
    """What the seat to move must do in this position, if anything."""
    after: Callable[[Variant, Position, Move, bytearray], None] = nothing_else
    """What else a move changes: `cells` already has the man at its new place."""
    explain: Callable[[Variant, Position, tuple[int, ...], str], Reason] | None = None
    """Why a man cannot go from the first cell through the others, where `reasons` cannot tell."""
    lost: Callable[[Variant, Position, int], bool] = never
    """Has the seat, which has just moved, lost by the turn it made?"""
    left: Callable[[Variant, Position, int], float] | None = None
    """How much a seat has still to do, for the computer player, where the men's ways do not tell."""
    pull: Callable[[Variant, Position, int], Sequence[float]] | None = None
    """For each cell how much it seems to draw a seat's men now, so that not all moves need be tried."""
    shallow: bool = False
    """Is any cell of the goal as good as another, so that the deep ones need not be filled first?"""
    levels: tuple[str, ...] = ()
    """The names of the computer's levels that differ in it; empty for all."""
    solved: str = ""
    """The file of `engine.search` that has the value of every position, if the game is solved."""
    men: bytes = b""
    """The cells at the start; empty for men on all homes."""
    stock: tuple[int, ...] = ()
    """Pieces to drop before play: see `Position.stock`."""
    zones: tuple[frozenset[int], ...] = ()
    """Where each seat may drop; empty for its home."""
    batch: bool = False
    """Does a seat drop all that it has before the next one drops?"""
    routes: bool = False
    """Does the route of a move matter, so that it is printed with every landing?"""
    places: bool = False
    """Does the play go on after the first seat has finished, for the other places?"""
    won_by: str = "goal"
    """The `ENDINGS` word for reaching the goal."""
    repetition: str = "draw"
    """What a third repetition is: "draw", or "loss" for the player who completes it."""
    options: tuple[str, ...] = ()
    """Names from `engine.optional_rules` that it offers, besides those that fit any game."""
    revision: int = 1
    """Raised when a change of the rules could spoil stored games."""

    # -- the course of a game ------------------------------------------------------------------

    def start(self) -> Position:
        """The position before the first turn."""
        return self._start

    def moves(self, position: Position) -> list[Move]:
        """One move for each distinct result, with the shortest route; [] only when the game is over.

        >>> from engine import variant
        >>> game = variant("le-grec")
        >>> [game.format(move) for move in game.moves(game.start())]
        ['I,3-II,4', 'I,4-II,4', 'II,1-III,1', 'II,2-III,1', 'II,3-II,4']
        """
        if outcome.decided(self, position):
            return []
        moves = move_generation.moves(self, position)
        return moves or ([] if self.outcome(position) else [Move(())])

    def ends(self, position: Position) -> list[tuple[int, int]]:
        """Where each of those moves starts and ends, without its route, drops and passes left out: for
        those who look at many positions."""
        found = [] if outcome.decided(self, position) else move_generation.ends(self, position)
        return [(origin, end) for origin, ends in found for end in ends]

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move by any legal route; GameOver or IllegalMove if it is none."""
        return self.apply(position, notation.lawful(self, position, move))

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a move that is known to be legal, such as one from `moves`."""
        return self.tried(position, move, marked(position))

    def tried(self, position: Position, move: Move, marks: Marks = NO_MARKS) -> Position:
        """The same for those who look ahead, and do not ask whether it stood so before."""
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
        self.after(self, position, move, cells)
        goes_on = self.batch and any(stock[seat * kinds : (seat + 1) * kinds])
        moved = Position(
            bytes(cells),
            seat if goes_on else self.following(seat, position.done),
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

    def retire(self, position: Position, seat: int) -> Position:
        """The same position after the player of a seat has left: its men play on, it takes no place."""
        if seat in position.gone or seat in position.done or self.outcome(position):
            raise GameOver(Reason("game-over"))
        return replace(position, gone=(*position.gone, seat))

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome.outcome(self, position)

    # -- text ------------------------------------------------------------------------------------

    def parse(self, position: Position, text: str) -> Move:
        """The move that a text means; BadNotation, IllegalMove, AmbiguousMove or GameOver if none.

        >>> from engine import variant
        >>> game = variant("halma-8")
        >>> game.format(game.parse(game.start(), "ii2 -> iv2"))
        'II,2-IV,2'
        """
        return notation.parse(self, position, text)

    def format(self, move: Move) -> str:
        """The one printed form of a move."""
        return notation.print_move(self, move)

    def printed(self, text: str) -> Move:
        """The move that `format` printed as this text, which is trusted and not judged: for games that
        were stored; BadNotation if none is printed so."""
        return notation.read_print(self, text)

    def reason(self, position: Position, text: str) -> Reason | None:
        """Why a text is not one legal move here; None if it is."""
        return notation.reason(self, position, text)

    def routed(self, position: Position, move: Move) -> Move:
        """The same move, made in this position, with every landing on its way, if it was a hop whose
        ends alone are known.

        >>> from engine import variant
        >>> game = variant("halma-8")
        >>> game.routed(game.start(), game.printed("II,2-IV,2")).path
        (9, 25)
        """
        if self.routes or len(move.path) != 2:
            return move
        found = self.through(position, move.path[0], move.path[1:])
        return next((one for one in found if one.path[-1] == move.path[-1]), move)

    def dump(self, position: Position) -> str:
        """The position in one line of text.

        >>> from engine import variant
        >>> game = variant("le-grec")
        >>> game.dump(game.start())
        'le-grec 0 0 - - - AAAA/AAA1/1BBB/BBBB'
        >>> game.load(game.dump(game.start())) == game.start()
        True
        """
        return position_format.dump(self, position)

    def load(self, text: str) -> Position:
        """The position that `dump` wrote; BadNotation if the text is none of this game."""
        return position_format.load(self, text)

    # -- what the other rooms of the engine ask ------------------------------------------------

    def following(self, seat: int, done: tuple[int, ...]) -> int:
        """The seat whose turn comes after; the same one when all others have finished."""
        seats = len(self.seats)
        for other in range(seat + 1, seat + seats):
            if other % seats not in done:
                return other % seats
        return seat

    def mover(self, position: Position) -> int:
        """The seat that made the last turn."""
        if position.before:
            return position.before.turn
        for other in range(position.turn - 1, position.turn - len(self.seats), -1):
            if other % len(self.seats) not in position.done[:-1]:
                return other % len(self.seats)
        return position.turn

    def owns(self, byte: int) -> bool:
        """Is this the byte of a man of the game?"""
        return 0 <= seat_of(byte) < len(self.seats) and kind_of(byte) < len(self.kinds)

    def zone(self, seat: int) -> frozenset[int]:
        """Where a seat may drop."""
        return self.zones[seat] if self.zones else self.seats[seat].home

    def held(self, position: Position, seat: int) -> tuple[int, ...]:
        """How many pieces of each kind a seat has still to drop."""
        kinds = len(self.kinds)
        return position.stock[seat * kinds : (seat + 1) * kinds] if position.stock else (0,) * kinds

    def men_of(self, position: Position, seat: int) -> Iterator[int]:
        """The cells where a seat's men stand, in order, one by one."""
        return compress(self._numbers, position.cells.translate(men_of(seat)))

    def standing(self, position: Position, seat: int) -> list[int]:
        """The cells where a seat's men stand, in order."""
        return [*compress(self._numbers, position.cells.translate(men_of(seat)))]

    def drops(self, position: Position) -> bool:
        """Has the seat to move pieces to drop, which come before all moves?"""
        return bool(position.stock) and any(self.held(position, position.turn))

    def may_move(self, position: Position, seat: int) -> bool:
        """Could the seat do anything but pass, if it were its turn?"""
        return move_generation.may_move(self, position, seat)

    def from_cell(self, position: Position, origin: int) -> list[Move]:
        """The moves of the man on `origin`, before any duty, one for each distinct result."""
        return move_generation.from_cell(self, position, origin)

    def through(self, position: Position, origin: int, stops: tuple[int, ...]) -> list[Move]:
        """The moves of the man on `origin`, before any duty, that lead through all the stops to the last
        of them: one for each distinct result, by the route that was told if it is a whole one."""
        return move_generation.through(self, position, origin, stops)

    def movers(self, byte: int) -> Sequence[tuple[Mover, Links]]:
        """How a man may travel, with the links of each mover."""
        kind = kind_of(byte)
        return [*zip(self.kinds[kind].movers, self.links[seat_of(byte)][kind], strict=True)]

    @cached_property
    def links(self) -> tuple[tuple[tuple[Links, ...], ...], ...]:
        """links[seat][kind][number of the mover]."""
        return reachable_squares.links(self)

    @cached_property
    def tables(self) -> tuple[Tables, ...] | None:
        """The tables of each seat, where all men are of one kind that has them."""
        return reachable_squares.tables(self)

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        """All cells, to choose from."""
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
    def without_yards(self) -> Variant:
        """The same game with no yard line in anybody's way: to tell what a line forbids."""
        return replace(self, may=anywhere)
