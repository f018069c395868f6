"""A puzzle in progress: the problem and the turns made so far.

A turn is typed as in the other games. Several turns may be typed one per line, or as the rulebook
prints them: "II, 5 to III, 6.—III, 4 to IV, 5." In the puzzle of 61 jumps a turn places a man. One
input may then place several men ("II: 2, 4, 6; IV: 1") or remove some ("remove II,2").
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import move_lexer
from engine.errors import BadNotation, IllegalMove, Reason
from engine.position import NO_MARKS, Move, Position
from engine.puzzles import catalogue, figures, placement_text
from engine.puzzles.problems import PROBLEMS, YARDING, Problem, get_problem, printed_key
from engine.variants.halma import BOARD

_LONGEST = 20_000
_LONGEST_TEXT = 2_000
"""Maximum length in characters of an input with several turns.

The longest solution in the rulebook has 306 characters.
"""
_BETWEEN_TURNS = re.compile(r"\.\s*[-‐‑‒–—―−]+|[;\n]")
_REMOVE = re.compile(r"\s*(?:remove|without|take|off|minus)\b", re.IGNORECASE)


@dataclass(frozen=True)
class SolitaireGame:
    """The state of one player's puzzle."""

    problem: Problem
    moves: tuple[Move, ...]
    """The turns made, in order. In the puzzle of 61 jumps, the men placed."""
    position: Position
    """The current position, without its history."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the men, in ascending order."""
        return tuple(self.problem.variant.standing(self.position, 0))


def begin_game(problem: Problem, moves: Iterable[Move] = ()) -> SolitaireGame:
    """Return the puzzle's state after these turns, by default before the first.

    The turns must be legal.
    """
    game = SolitaireGame(problem, (), problem.start)
    for move in moves:
        game = _after(game, move)
    return game


def legal_turns(game: SolitaireGame) -> list[Move]:
    """Return the turns that are possible now.

    Returns [] if the puzzle is solved, if no man is left to place, or if no turn is possible.
    """
    if game.problem.placing and not any(game.position.stock):
        return []
    return game.problem.variant.moves(game.position)


def play_text(game: SolitaireGame, text: str) -> SolitaireGame:
    """Return the state after one or more typed turns.

    If any of the turns is refused, none is made. Raises `BadNotation`, `IllegalMove`,
    `AmbiguousMove` or `GameOver`.
    """
    variant = game.problem.variant
    if not game.problem.placing:
        for turn in _turns(text):
            game = _after(game, variant.parse(game.position, turn))
        return game
    taking = _REMOVE.match(text)
    if taking:
        return _without(game, text[taking.end() :])
    for cell in placement_text.parse_placement(text):
        game = _after(game, variant.parse(game.position, variant.format(Move((cell,)))))
    return game


def _turns(text: str) -> list[str]:
    """Split `text` into turns if every part has at least two squares.

    Otherwise the whole text is one turn.
    """
    if len(text) > _LONGEST_TEXT:
        return [text]
    turns = [part for part in _BETWEEN_TURNS.split(text) if part.strip()]
    try:
        several = all(len(move_lexer.parse_typed(turn, BOARD.rows).squares) > 1 for turn in turns)
    except BadNotation:
        several = False
    return turns if several and turns else [text]


def undo_turn(game: SolitaireGame) -> SolitaireGame:
    """Return the state without the last turn; unchanged if no turn was made."""
    return begin_game(game.problem, game.moves[:-1])


def is_solved(game: SolitaireGame) -> bool:
    """Whether the puzzle has been solved, in any number of turns."""
    return bool(game.position.done)


def formed_diagram(game: SolitaireGame) -> str | None:
    """Return the letter of the printed diagram that the men form, or None."""
    return figures.diagram_letter(game.cells)


def follows_rulebook(game: SolitaireGame) -> bool | None:
    """Whether the solution is the rulebook's, with the turns in any order.

    Returns None if the rulebook has no solution of this puzzle with as many turns, or none of the
    figure that the men form.
    """
    letter, problem = formed_diagram(game), game.problem
    if letter:
        problem = PROBLEMS[f"bring-out-{letter.lower()}"]
    elif problem.variant is not YARDING or not problem.letter:
        return None
    printed = printed_key(problem)
    if not printed or len(printed) != len(game.moves):
        return None
    return catalogue.solution_key(game.moves) == catalogue.solution_key(printed)


def dump_game(game: SolitaireGame) -> str:
    """Return the state as one line: "yard-a; IV,4-III,3; VI,6-II,2"."""
    variant = game.problem.variant
    return "; ".join((game.problem.key, *(variant.format(move) for move in game.moves)))


def load_game(text: str) -> SolitaireGame:
    """Parse a line written by `dump_game` into the state of a puzzle.

    Raises `BadNotation`, `IllegalMove`, `AmbiguousMove` or `GameOver` if the line is invalid.
    """
    if len(text) > _LONGEST:
        raise BadNotation(Reason("too-long", text[:200]))
    key, *turns = text.split("; ")
    try:
        game = begin_game(get_problem(key))
    except KeyError:
        raise BadNotation(Reason("unreadable", key[:200])) from None
    for turn in turns:
        game = play_text(game, turn)
    return game


def _without(game: SolitaireGame, text: str) -> SolitaireGame:
    """Return the state without the men on the typed squares.

    Only for the puzzle of 61 jumps. Raises `BadNotation` if the text is not a list of squares, and
    `IllegalMove` if the player has not placed a man on one of them.
    """
    cells = placement_text.parse_placement(text)
    placed = {move.path[0] for move in game.moves}
    for cell in cells:
        if cell not in placed:
            name = game.problem.variant.board.names[cell]
            code = "fixed" if game.position.cells[cell] else "empty-square"
            raise IllegalMove(Reason(code, text, (name,)))
    return begin_game(game.problem, (move for move in game.moves if move.path[0] not in cells))


def _after(game: SolitaireGame, move: Move) -> SolitaireGame:
    """Return the state after a turn that is known to be legal.

    The position drops its history, because a repetition does not end a puzzle.
    """
    now = game.problem.variant.apply(game.position, move)
    return SolitaireGame(
        game.problem, (*game.moves, move), replace(now, before=None, marks=NO_MARKS)
    )
