"""Hints for a figure: the next turn, and whether it can still be formed.

A solution is taken from the figure's stored solution or the cached ones if one of them contains the
current state. Otherwise the solver searches for it. A hint is always the first turn of a complete
solution, so it never leads to a dead end.
"""

from engine.position import Move
from engine.puzzles import catalogue
from engine.puzzles.game import SolitaireGame, load_game
from engine.puzzles.solver import BUDGET, BudgetExhausted, find_solution_from

_MOST = 20_000
"""Maximum number of states in the cache of turns."""
_State = tuple[int, frozenset[int]]
"""The number of a figure and the cells of all men."""
_cache: dict[_State, tuple[int, int]] = {}


def remaining_solution(game: SolitaireGame, nodes: int = BUDGET) -> tuple[Move, ...] | None:
    """Return the rest of a solution; () if the figure is formed, None if none exists.

    Raises `BudgetExhausted` if the search of at most `nodes` states was inconclusive, and
    `KeyError` if the puzzle is not a figure.
    """
    figure = catalogue.figure(game.problem.figure)
    turns = _known_remainder(game)
    if turns is None:
        men = frozenset(game.cells)
        turns = find_solution_from(figure, men - figure, figure - men, nodes)
        if turns is None:
            return None
        _store_solution(game.problem.figure, men, turns)
    variant, now, moves = game.problem.variant, game.position, list[Move]()
    for origin, end in turns:
        (move,) = variant.moves_via(now, origin, (end,))
        now = variant.apply(now, move)
        moves.append(move)
    return tuple(moves)


def next_turn(game: SolitaireGame, nodes: int = BUDGET) -> Move | None:
    """Return the next turn of a solution.

    None if the figure is formed, if there is no solution, or if the search of at most `nodes`
    states was inconclusive; `is_solvable` distinguishes these cases.
    """
    try:
        return next(iter(remaining_solution(game, nodes) or ()), None)
    except BudgetExhausted:
        return None


def is_solvable(game: SolitaireGame, nodes: int = BUDGET) -> bool | None:
    """Whether the figure can still be formed.

    None if the search of at most `nodes` states was inconclusive.
    """
    try:
        return remaining_solution(game, nodes) is not None
    except BudgetExhausted:
        return None


def search_json(text: str) -> tuple[bool | None, str | None]:
    """Return `is_solvable` and the printed `next_turn` of a puzzle as JSON.

    `text` is the puzzle as printed by `dump_game`. Both strings can be sent between processes.
    """
    game = load_game(text)
    try:
        way = remaining_solution(game)
    except BudgetExhausted:
        return None, None
    return way is not None, game.problem.variant.format(way[0]) if way else None


def clear_cache() -> None:
    """Clear the cache of solutions. Stored solutions are not affected."""
    _cache.clear()


def _known_remainder(game: SolitaireGame) -> tuple[tuple[int, int], ...] | None:
    """Return the rest of a known solution that passes through this state, or None.

    Both the stored solution of the figure and the cached ones are considered.
    """
    number, men = game.problem.figure, frozenset(game.cells)
    known_turns = catalogue.turns(number)
    if men == {end for _, end in known_turns[: len(game.moves)]} | {
        origin for origin, _ in known_turns[len(game.moves) :]
    }:
        return known_turns[len(game.moves) :]
    turns = []
    while (number, men) in _cache:
        turns.append(_cache[number, men])
        men ^= frozenset(turns[-1])
    return tuple(turns) or None


def _store_solution(number: int, men: frozenset[int], turns: tuple[tuple[int, int], ...]) -> None:
    """Cache the turn for each state of a solution, clearing a full cache first."""
    if len(_cache) > _MOST:
        clear_cache()
    for turn in turns:
        _cache[number, men] = turn
        men ^= frozenset(turn)
