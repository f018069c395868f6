"""Puzzle games: each player has at most one running game per puzzle.

Functions that take the id of the interaction are idempotent.
"""

from typing import Literal

from bot.extension_api.people import ensure_players, player_settings
from bot.extension_api.transactions import Interaction, NotFound, Tx, once
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.store import puzzle_game_rows
from engine import Move, puzzles
from engine.variants.halma import BOARD

ActionMark = Literal["s", "h", "u", "r", "t", "k"]
STEP: ActionMark = "s"
HOP: ActionMark = "h"
BACK: ActionMark = "u"
AGAIN: ActionMark = "r"
HINT: ActionMark = "t"
KEY: ActionMark = "k"
"""Marks of a player's actions: step, hop, undo, restart, hint and solution shown."""
MAX_MARKS = 1000
"""Maximum number of marks stored per game."""


def _latest(tx: Tx, did: Interaction, *, player: int, problem: str, **more: object) -> Solitaire:
    return puzzle_game_rows.latest_solitaire(tx, player, problem)


@once("solitaire-start", _latest)
def start(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """Start a puzzle (a key of `engine.puzzles`), or return the running game of it.

    Raises `NotFound` if there is no such puzzle.
    """
    return get_or_start(tx, player, problem, now)


def get_or_start(tx: Tx, player: int, problem: str, now: int) -> Solitaire:
    """Return the running game of this puzzle, starting it if necessary.

    Raises `NotFound` if there is no such puzzle.
    """
    begun = _get_open(tx, player, problem)
    if begun is None:
        game = daily_schedule.begin_puzzle(_get_problem(problem, now))
        ensure_players(tx, [player], now)
        begun = puzzle_game_rows.get_solitaire(
            tx,
            puzzle_game_rows.add_solitaire(tx, player, problem, puzzles.dump_game(game), now),
        )
    puzzle_game_rows.set_opened(tx, begun.id, now)
    return begun


@once("solitaire-play", _latest)
def play(
    tx: Tx,
    *,
    player: int,
    problem: str,
    text: str,
    interaction: int,
    now: int,
    guild: int | None = None,
) -> Solitaire:
    """Make the moves in `text` and return the game.

    If the moves solve the puzzle, `turns` is set in the result. `guild` is the guild in which they
    were sent. Raises `NotFound`, and the errors of `engine.puzzles.play_text`.
    """
    attempt = current_solitaire(tx, player, problem)
    puzzle_game_rows.set_opened(tx, attempt.id, now)
    before = puzzles.load_game(attempt.moves)
    game = puzzles.play_text(before, text)
    made = "".join(map(turn_mark, game.moves[len(before.moves) :]))
    puzzle_game_rows.set_moves(tx, attempt.id, puzzles.dump_game(game), _with_mark(attempt, made))
    if puzzles.is_solved(game):
        puzzle_game_rows.finish_solitaire(tx, attempt.id, len(game.moves), now)
        daily_schedule.record_solution(
            tx, puzzle_game_rows.get_solitaire(tx, attempt.id), game, guild=guild, now=now
        )
    return puzzle_game_rows.get_solitaire(tx, attempt.id)


@once("solitaire-undo", _latest)
def undo(
    tx: Tx, *, player: int, problem: str, wholly: bool = False, interaction: int, now: int
) -> Solitaire:
    """Take back the last move; with `wholly`, return to the beginning of the puzzle.

    No-op at the beginning. Raises `NotFound` if there is no running game.
    """
    attempt = current_solitaire(tx, player, problem)
    puzzle_game_rows.set_opened(tx, attempt.id, now)
    game = puzzles.load_game(attempt.moves)
    if not daily_schedule.is_at_beginning(game):
        before, mark = (
            (daily_schedule.begin_puzzle(game.problem), AGAIN)
            if wholly
            else (puzzles.undo_turn(game), BACK)
        )
        puzzle_game_rows.set_moves(
            tx, attempt.id, puzzles.dump_game(before), _with_mark(attempt, mark)
        )
    return puzzle_game_rows.get_solitaire(tx, attempt.id)


def add_mark(tx: Tx, attempt: Solitaire, mark: ActionMark) -> Solitaire:
    """Record a hint or a look at the solution. No-op if the game is over.

    Returns the current state of the game.
    """
    attempt = puzzle_game_rows.get_solitaire(tx, attempt.id)
    if attempt.finished_at is None:
        puzzle_game_rows.set_moves(tx, attempt.id, attempt.moves, _with_mark(attempt, mark))
    return puzzle_game_rows.get_solitaire(tx, attempt.id)


@once("solitaire-give-up", _latest)
def give_up(tx: Tx, *, player: int, problem: str, interaction: int, now: int) -> Solitaire:
    """End a game unsolved. Raises `NotFound` if there is no running game."""
    attempt = current_solitaire(tx, player, problem)
    puzzle_game_rows.finish_solitaire(tx, attempt.id, None, now)
    return puzzle_game_rows.get_solitaire(tx, attempt.id)


def current_solitaire(tx: Tx, player: int, problem: str | None = None) -> Solitaire:
    """Return the player's running game of this puzzle.

    If `problem` is None, returns the game that was opened or played last. Daily puzzles are left out
    unless no other game is running, because they have a command of their own. Raises `NotFound` if
    no game is running.
    """
    attempt = _get_open(tx, player, problem)
    if attempt is None:
        raise NotFound(what="solitaire", key=problem)
    return attempt


def load_solitaire(tx: Tx, solitaire: int, *, player: int) -> Solitaire:
    """Return this player's game with this id, running or over.

    Raises `NotFound` if this player has no such game.
    """
    attempt = puzzle_game_rows.find_solitaire(tx, solitaire)
    if attempt is None or attempt.player != player:
        raise NotFound(what="solitaire", key=solitaire)
    return attempt


def best_solution(tx: Tx, problem: str, reader: int) -> tuple[int, int] | None:
    """Return the fewest moves of any solution, and the player who found it first.

    The player is 0 if it is not `reader` and they do not show their name. Returns None if the
    puzzle is unsolved.
    """
    attempt = puzzle_game_rows.best_solution(tx, problem)
    if attempt is None or attempt.turns is None:
        return None
    named = attempt.player == reader or player_settings(tx, attempt.player).show_name
    return attempt.turns, attempt.player if named else 0


def current_game(attempt: Solitaire) -> puzzles.SolitaireGame:
    """Return the engine's game for a stored puzzle game."""
    return puzzles.load_game(attempt.moves)


def turn_mark(move: Move) -> ActionMark:
    """Return the mark of a move: a step to an adjacent square, or else a hop."""
    step = len(move.path) == 2 and move.path[1] in BOARD.neighbours[move.path[0]]
    return STEP if step else HOP


def _with_mark(attempt: Solitaire, mark: str) -> str:
    return (attempt.marks + mark)[:MAX_MARKS]


def _get_open(tx: Tx, player: int, problem: str | None) -> Solitaire | None:
    attempts = puzzle_game_rows.open_solitaires(tx, player)
    if problem is None:
        attempts.sort(key=lambda attempt: bool(puzzles.get_problem(attempt.problem).figure))
    return next((attempt for attempt in attempts if problem in (None, attempt.problem)), None)


def _get_problem(key: str, now: int) -> puzzles.Problem:
    """Return the puzzle with this key.

    Raises `NotFound` if there is no such puzzle, or if it is the daily puzzle of a future day.
    """
    try:
        problem = puzzles.get_problem(key)
    except KeyError:
        raise NotFound(what="problem", key=key) from None
    if problem.figure and daily_schedule.day_of(problem.figure) > daily_schedule.today(now):
        raise NotFound(what="problem", key=key)
    return problem
