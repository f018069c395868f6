"""A solitaire being played: a problem and the turns made so far, as a frozen value.

A turn is typed as in the games, and several are as the rulebook prints them, "II, 5 to III, 6.—III, 4
to IV, 5.", or one a line. In the problem of 61 jumps a turn places a man, and one text may place many
("II: 2, 4, 6; IV: 1") or take some away again ("remove II,2").
"""

import re
from dataclasses import dataclass, replace

from engine import move_lexer
from engine.errors import BadNotation, IllegalMove, Reason
from engine.position import NO_MARKS, Move, Position
from engine.puzzles import figures, placement_text
from engine.puzzles.problems import Problem, problem
from engine.variants.halma import BOARD

_LONGEST = 20_000
_LONGEST_TEXT = 2_000
"""Characters; the longest key of the book has 408."""
_BETWEEN_TURNS = re.compile(r"\.\s*[-‐‑‒–—―−]+|[;\n]")
_REMOVE = re.compile(r"\s*(?:remove|without|take|off|minus)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Game:
    """One player's work on a problem."""

    problem: Problem
    moves: tuple[Move, ...]
    """The turns made, in order; in the problem of 61 jumps the men placed."""
    position: Position
    """What stands now; it does not know what was before."""

    @property
    def cells(self) -> tuple[int, ...]:
        """Where the men stand, in order."""
        return tuple(self.problem.variant.standing(self.position, 0))


def begin(problem: Problem) -> Game:
    """The problem with no turn made."""
    return Game(problem, (), problem.start)


def moves(game: Game) -> list[Move]:
    """The turns that can be made now; [] when the problem is solved, or no man is left to place."""
    if game.problem.placing and not any(game.position.stock):
        return []
    return game.problem.variant.moves(game.position)


def play(game: Game, text: str) -> Game:
    """The game after the turn that a text means, or all of several; BadNotation, IllegalMove,
    AmbiguousMove or GameOver."""
    variant = game.problem.variant
    if not game.problem.placing:
        for turn in _turns(text):
            game = _after(game, variant.parse(game.position, turn))
        return game
    taking = _REMOVE.match(text)
    if taking:
        return _without(game, text[taking.end() :])
    for cell in placement_text.read(text):
        game = _after(game, variant.parse(game.position, variant.format(Move((cell,)))))
    return game


def _turns(text: str) -> list[str]:
    """The text of each turn, if every part that may be one has two squares; else all of it as one."""
    if len(text) > _LONGEST_TEXT:
        return [text]
    turns = [part for part in _BETWEEN_TURNS.split(text) if part.strip()]
    try:
        several = all(len(move_lexer.read(turn, BOARD.rows).squares) > 1 for turn in turns)
    except BadNotation:
        several = False
    return turns if several and turns else [text]


def undo(game: Game) -> Game:
    """The game without its last turn; the same game if none was made."""
    return _made(game.problem, game.moves[:-1])


def solved(game: Game) -> bool:
    """Is the problem solved, in however many turns?"""
    return bool(game.position.done)


def diagram(game: Game) -> str | None:
    """The letter of the printed diagram that the men form; None if they form none of the four."""
    return figures.diagram(game.cells)


def dump(game: Game) -> str:
    """The game in one line: "yard-a; IV,4-III,3; VI,6-II,2"."""
    variant = game.problem.variant
    return "; ".join((game.problem.key, *(variant.format(move) for move in game.moves)))


def load(text: str) -> Game:
    """The game that `dump` wrote; BadNotation, IllegalMove, AmbiguousMove or GameOver if it is none."""
    if len(text) > _LONGEST:
        raise BadNotation(Reason("too-long", text[:200]))
    key, *turns = text.split("; ")
    try:
        game = begin(problem(key))
    except KeyError:
        raise BadNotation(Reason("unreadable", key[:200])) from None
    for turn in turns:
        game = play(game, turn)
    return game


def _without(game: Game, text: str) -> Game:
    """The game of 61 jumps without the men on the squares of a text, all of whom were placed."""
    cells = placement_text.read(text)
    placed = {move.path[0] for move in game.moves}
    for cell in cells:
        if cell not in placed:
            name = game.problem.variant.board.names[cell]
            code = "fixed" if game.position.cells[cell] else "empty-square"
            raise IllegalMove(Reason(code, text, (name,)))
    return _made(game.problem, tuple(move for move in game.moves if move.path[0] not in cells))


def _made(problem: Problem, moves: tuple[Move, ...]) -> Game:
    """The game of a problem and turns that are known to be legal."""
    game = begin(problem)
    for move in moves:
        game = _after(game, move)
    return game


def _after(game: Game, move: Move) -> Game:
    """The game after a turn that is known to be legal.

    The position forgets what was before it: standing a third time as it did ends no solitaire.
    """
    now = game.problem.variant.apply(game.position, move)
    return Game(game.problem, (*game.moves, move), replace(now, before=None, marks=NO_MARKS))
