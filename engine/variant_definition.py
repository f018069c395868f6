"""`Variant`: a game as one immutable object that can be played.

Its fields are those of `VariantData`. The methods here call the modules that are built on these
data. `dataclasses.replace` derives other variants.
"""

from dataclasses import dataclass, replace

from engine import legal_moves, move_format, notation, outcome, position_format
from engine.errors import GameOver, Reason
from engine.position import Move, Outcome, Position
from engine.variant_data import Kind, MoveRestriction, Seat, VariantData

__all__ = ["Kind", "MoveRestriction", "Seat", "Variant"]


@dataclass(frozen=True, eq=False)
class Variant(VariantData):
    """A game for a fixed number of seats. Variants are compared by identity."""

    # -- playing a game ----------------------------------------------------------------------------

    def moves(self, position: Position) -> list[Move]:
        """Return one legal move for each distinct result, with the shortest route.

        Returns [] only if the game is over.

        >>> from engine import variant
        >>> game = variant("le-grec")
        >>> [game.format(move) for move in game.moves(game.start())]
        ['I,3-II,4', 'I,4-II,4', 'II,1-III,1', 'II,2-III,1', 'II,3-II,4']
        """
        return outcome.playable_moves(self, position)

    def ends(self, position: Position) -> list[tuple[int, int]]:
        """Return the (start, end) of each legal move except drops and passes."""
        if outcome.outcome_if_decided(self, position):
            return []
        return legal_moves.list_pairs(self, position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move by any legal route.

        Raises `GameOver`, `IllegalMove`, or `AmbiguousMove` if landings that matter are missing.
        """
        return self.apply(position, notation.checked_legal(self, position, move))

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
        return move_format.format_move(self, move)

    def parse_canonical(self, text: str) -> Move:
        """Return the move that `format` printed as `text`, e.g. in a stored game.

        The text is trusted, so the move need not be legal. Raises `BadNotation` if the text is not
        the printed form of a move.
        """
        return move_format.parse_canonical(self, text)

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

    def may_move(self, position: Position, seat: int) -> bool:
        """Whether the seat could do anything but pass if it were its turn."""
        return legal_moves.can_move(self, position, seat)

    def from_cell(self, position: Position, origin: int) -> list[Move]:
        """Return the moves of the man on `origin`, one per result, ignoring restrictions."""
        return legal_moves.moves_from(self, position, origin)

    def moves_via(self, position: Position, origin: int, stops: tuple[int, ...]) -> list[Move]:
        """Return the moves of the man on `origin` via all the stops, ending on the last.

        There is one move per result. If `routes` is false and the stops already form a complete
        route, the move has exactly that route. Restrictions are ignored.
        """
        return legal_moves.moves_via(self, position, origin, stops)
