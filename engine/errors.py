"""Exceptions of the engine, and the reasons for a refused move.

    EngineError (ValueError)
    +-- BadNotation      the text is not valid notation
    +-- IllegalMove      the move is readable but not legal in this position
    +-- AmbiguousMove    the text could mean several moves
    +-- GameOver         the game has ended, no move is possible
    BadRecord (ValueError)   a game record that cannot be replayed

An `EngineError` carries a `Reason`, from which a message can be built in any language.
"""

from dataclasses import dataclass

from engine.position import Move

CODES = {
    "unreadable": "the text is not a move in any known notation",
    "several-turns": "the text has more than one move",
    "undivided": "one number cannot be divided into rows and places",
    "too-long": "the text is longer than any move",
    "no-such-square": "the board has no such square",
    "no-such-piece": "the game has no piece of that name",
    "empty-square": "there is no man on the starting square",
    "not-your-man": "the man on that square belongs to another seat",
    "fixed": "a piece that has reached its goal does not move again",
    "target-taken": "the target square is occupied",
    "nobody-to-jump": "there is no man to jump over",
    "wrong-man": "the man in the way may not be jumped by this piece",
    "not-clear": "a long jump needs every other square of its line to be empty",
    "blocked": "a man on that square is in the way",
    "too-far": "neither a step nor hops lead there",
    "other-colour": "a hop never ends on a square of the other colour",
    "wrong-direction": "this piece cannot move in that direction",
    "no-leap": "this piece cannot leap from one square to the other",
    "no-exit": "a man cannot leave the board from that square",
    "ended": "a move that reaches that square ends there",
    "leaves-yard": "a man in its goal may not leave it",
    "enters-yard": "the man may not enter that yard yet",
    "no-step": "only jumps may follow a jump, not a step",
    "hemmed-in": "the man on that square cannot move at all",
    "no-move": "no man can move to or from that square",
    "other-piece": "the piece on that square is a different kind",
    "jumps-back": "a hop may not go straight back over the piece it has just jumped over",
    "no-send-back": "a jump that sends a Circle back may not land on the rim",
    "returns": "the man would end where it started",
    "no-rest": "a man may pass over that square but not stop there",
    "must-leave": "another player has left home: only moves that lead out of your own yard are legal",
    "once": "each man moves once, from the yard to a square of the figure",
    "must-drop": "pieces must be dropped first",
    "no-drop": "there is nothing to drop, or not at this stage",
    "not-here": "a piece may not be dropped on that square",
    "must-jump": "a piece on its first rank must jump out over the enemy beside it",
    "no-pass": "a player who can move must move",
    "ambiguous": "the text could mean several moves",
    "game-over": "the game has ended",
}
"""Every code that a `Reason` may carry, with its meaning."""


@dataclass(frozen=True)
class Reason:
    """The reason why a typed move is not exactly one legal move."""

    code: str
    """One of `CODES`."""
    text: str = ""
    """The text that the player typed; "" if the move was not typed."""
    squares: tuple[str, ...] = ()
    """The printed names of the squares concerned, most important first."""
    moves: tuple[str, ...] = ()
    """Printed moves: the meanings of an ambiguous text, or legal moves as examples."""

    def __str__(self) -> str:
        squares = f" ({', '.join(self.squares)})" if self.squares else ""
        return f"{CODES[self.code]}{squares}"


class EngineError(ValueError):
    """Base class of the exceptions about moves and notation."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadNotation(EngineError):
    """The text is not valid notation."""


class IllegalMove(EngineError):
    """The move is readable but not legal in this position."""


class AmbiguousMove(EngineError):
    """The text or path could mean several moves with different results."""

    def __init__(self, reason: Reason, moves: tuple[Move, ...]) -> None:
        super().__init__(reason)
        self.moves = moves


class GameOver(EngineError):
    """The game has ended, so no move is possible."""


class BadRecord(ValueError):
    """A game record that cannot be read or replayed.

    `line` is the line number, from 1. `cause` is the error raised by the faulty move, if any.
    """

    def __init__(
        self, line: int, problem: str, cause: EngineError | None = None, code: str = "result"
    ) -> None:
        """Create the error.

        `code` is "too-long", "unknown-game", "revision", "header", "turn" or "result".
        """
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
        self.cause = cause
        self.code = code
