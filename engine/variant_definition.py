"""`Variant`: a game as one immutable object, with its `Seat`s and `Kind`s.

A variant is data plus a few functions for special rules. `dataclasses.replace` derives others.
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
    extended_marks,
    kind_of,
    man,
    men_of,
    seat_of,
)
from engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters


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


def any_link(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """Default for `Variant.link_allowed`: no yard lines."""
    return True


def no_restriction(variant: Variant, position: Position) -> MoveRestriction | None:
    """Default for `Variant.restriction`: no move is forbidden."""
    return None


def no_side_effect(variant: Variant, position: Position, move: Move, cells: bytearray) -> None:
    """Default for `Variant.side_effect`: a move has no side effects."""


def never_lost(variant: Variant, position: Position, seat: int) -> bool:
    """Default for `Variant.has_lost`: no seat loses by its own turn."""
    return False


@dataclass(frozen=True, eq=False)
class Variant:
    """A game for a fixed number of seats. Variants are compared by identity."""

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
    reached: Callable[[Variant, Position, int], bool]
    """Whether the seat that has just moved (not `Position.turn`) has reached its goal."""
    turns: int = 0
    """Typical number of turns in a game, all seats together; 0 if not measured."""
    link_allowed: Callable[[Variant, int, int, int], bool] = any_link
    """Yard lines: whether a man of a seat may cross from one cell to another."""
    restriction: Callable[[Variant, Position], MoveRestriction | None] = no_restriction
    """Returns the restriction on the moves of the seat to move, or None."""
    side_effect: Callable[[Variant, Position, Move, bytearray], None] = no_side_effect
    """Applies the side effects of a move; `cells` already has the man on its new cell."""
    moves_others: Callable[[Variant, Position, Move], bool] | None = None
    """Whether a legal move may have side effects on other men; None if none has."""
    explain: Callable[[Variant, Position, tuple[int, ...], str], Reason] | None = None
    """Replacement for `illegal_reasons.travel_reason`; None if that suffices."""
    has_lost: Callable[[Variant, Position, int], bool] = never_lost
    """Whether the seat that has just moved has lost the game with that turn."""
    remaining_work: Callable[[Variant, Position, int], float] | None = None
    """Returns a seat's remaining work, roughly in steps; None to use the men's distances."""
    attraction: Callable[[Variant, Position, int], Sequence[float]] | None = None
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
    options: tuple[str, ...] = ()
    """Names of the options that the game offers, except those added by `Option.fits`."""
    revision: int = 1
    """Revision of the rules, incremented when a change could invalidate stored games."""

    # -- playing a game ----------------------------------------------------------------------------

    def start(self) -> Position:
        """Return the position before the first turn."""
        return self._start

    def moves(self, position: Position) -> list[Move]:
        """Return one legal move for each distinct result, with the shortest route.

        Returns [] only if the game is over.

        >>> from engine import variant
        >>> game = variant("le-grec")
        >>> [game.format(move) for move in game.moves(game.start())]
        ['I,3-II,4', 'I,4-II,4', 'II,1-III,1', 'II,2-III,1', 'II,3-II,4']
        """
        if outcome.outcome_if_decided(self, position):
            return []
        moves = move_generation.list_moves(self, position)
        return moves or ([] if self.outcome(position) else [Move(())])

    def ends(self, position: Position) -> list[tuple[int, int]]:
        """Return the (start, end) of each legal move except drops and passes."""
        if outcome.outcome_if_decided(self, position):
            return []
        return move_generation.list_pairs(self, position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move by any legal route.

        Raises `GameOver`, `IllegalMove`, or `AmbiguousMove` if landings that matter are missing.
        """
        return self.apply(position, notation.checked_legal(self, position, move))

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

    def retire(self, position: Position, seat: int) -> Position:
        """Return the position after the player of a seat has left.

        Their men play on, but a team ranks last once all its players have left. Raises `GameOver`
        if the game or the seat has finished, or if the player has already left.
        """
        if seat in position.gone or seat in position.done or self.outcome(position):
            raise GameOver(Reason("game-over"))
        return replace(position, gone=(*position.gone, seat))

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome of the game; None while it is in progress."""
        return outcome.outcome(self, position)

    # -- text --------------------------------------------------------------------------------------

    def parse(self, position: Position, text: str) -> Move:
        """Parse a typed move.

        Raises `BadNotation`, `IllegalMove`, `AmbiguousMove` or `GameOver`.

        >>> from engine import variant
        >>> game = variant("halma-8")
        >>> game.format(game.parse(game.start(), "ii2 -> iv2"))
        'II,2-IV,2'
        """
        return notation.parse_move(self, position, text)

    def format(self, move: Move) -> str:
        """Return the printed form of a move. Every move has exactly one."""
        return notation.format_move(self, move)

    def parse_canonical(self, text: str) -> Move:
        """Return the move that `format` printed as `text`, e.g. in a stored game.

        The text is trusted, so the move need not be legal. Raises `BadNotation` if the text is not
        the printed form of a move.
        """
        return notation.parse_canonical(self, text)

    def reason(self, position: Position, text: str) -> Reason | None:
        """Return the reason why a typed move is not exactly one legal move; None if it is."""
        return notation.why_illegal(self, position, text)

    def with_route(self, position: Position, move: Move) -> Move:
        """Return the same move, played in `position`, with every landing of its route."""
        if self.routes or len(move.path) != 2:
            return move
        candidates = self.moves_via(position, move.path[0], move.path[1:])
        return next((each for each in candidates if each.path[-1] == move.path[-1]), move)

    def dump(self, position: Position) -> str:
        """Return the position as one line of text.

        >>> from engine import variant
        >>> game = variant("le-grec")
        >>> game.dump(game.start())
        'le-grec 0 0 - - - AAAA/AAA1/1BBB/BBBB'
        >>> game.load(game.dump(game.start())) == game.start()
        True
        """
        return position_format.dump(self, position)

    def load(self, text: str) -> Position:
        """Parse a line written by `dump` into a position.

        Raises `BadNotation` if the text is not a position of this game.
        """
        return position_format.load(self, text)

    # -- for the other modules of the engine -------------------------------------------------------

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

    def may_move(self, position: Position, seat: int) -> bool:
        """Whether the seat could do anything but pass if it were its turn."""
        return move_generation.can_move(self, position, seat)

    def from_cell(self, position: Position, origin: int) -> list[Move]:
        """Return the moves of the man on `origin`, one per result, ignoring restrictions."""
        return move_generation.moves_from(self, position, origin)

    def moves_via(self, position: Position, origin: int, stops: tuple[int, ...]) -> list[Move]:
        """Return the moves of the man on `origin` via all the stops, ending on the last.

        There is one move per result. If `routes` is false and the stops already form a complete
        route, the move has exactly that route. Restrictions are ignored.
        """
        return move_generation.moves_via(self, position, origin, stops)

    def movers(self, byte: int) -> Sequence[tuple[Mover, Links]]:
        """Return the movers of a man, each with its links."""
        kind = kind_of(byte)
        return [*zip(self.kinds[kind].movers, self.links[seat_of(byte)][kind], strict=True)]

    @cached_property
    def links(self) -> tuple[tuple[tuple[Links, ...], ...], ...]:
        """Precomputed links of the movers, indexed by [seat][kind][mover index]."""
        return reachable_squares.links_of(self)

    @cached_property
    def tables(self) -> tuple[Tables, ...] | None:
        """The move tables of each seat; None if the kinds of men cannot be tabled."""
        return reachable_squares.tables_of(self)

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
    def without_yards(self) -> Variant:
        """The same game without yard lines, used to explain which line forbids a move."""
        return replace(self, link_allowed=any_link)
