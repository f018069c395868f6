"""Hints for forming a figure: the next turn, and whether it is still solvable.

The solver searches for a solution from the current state, unless the state is on the stored
solution of the figure or on one found before. A hint is the first turn of a complete solution, so
it never leads into a dead end.
"""

from engine.position import Move
from engine.puzzles import catalogue
from engine.puzzles.game import Game, load
from engine.puzzles.solver import BUDGET, GaveUp, reach_from

_MOST = 20_000
"""Maximum number of states in the cache of turns found."""
_State = tuple[int, frozenset[int]]
"""The number of a figure, and the cells of all men."""
_found: dict[_State, tuple[int, int]] = {}


def onward(game: Game, nodes: int = BUDGET) -> tuple[Move, ...] | None:
    """Return the rest of a solution; () if the figure is formed, None if none exists.

    Raises `GaveUp` if the search of at most `nodes` states was inconclusive. Raises `KeyError` if
    the puzzle is not a figure.
    """
    figure = catalogue.figure(game.problem.figure)
    turns = _remembered(game)
    if turns is None:
        men = frozenset(game.cells)
        turns = reach_from(figure, men - figure, figure - men, nodes)
        if turns is None:
            return None
        _remember(game.problem.figure, men, turns)
    variant, now, moves = game.problem.variant, game.position, list[Move]()
    for origin, end in turns:
        (move,) = variant.through(now, origin, (end,))
        now = variant.apply(now, move)
        moves.append(move)
    return tuple(moves)


def hint(game: Game, nodes: int = BUDGET) -> Move | None:
    """Return the next turn of a solution.

    None if there is no solution, or if the search of at most `nodes` states was inconclusive;
    `solvable` distinguishes the two.
    """
    try:
        return next(iter(onward(game, nodes) or ()), None)
    except GaveUp:
        return None


def solvable(game: Game, nodes: int = BUDGET) -> bool | None:
    """Whether the figure can still be formed.

    None if the search of at most `nodes` states was inconclusive.
    """
    try:
        return onward(game, nodes) is not None
    except GaveUp:
        return None


def looked_on(text: str) -> tuple[bool | None, str | None]:
    """Return `solvable` and the printed `hint` of a state that `dump` wrote.

    The values can be sent between processes.
    """
    game = load(text)
    try:
        way = onward(game)
    except GaveUp:
        return None, None
    return way is not None, game.problem.variant.format(way[0]) if way else None


def forget() -> None:
    """Clear the cache of solutions found; the stored solutions remain."""
    _found.clear()


def _remembered(game: Game) -> tuple[tuple[int, int], ...] | None:
    """Return the rest of a known solution; None if the state is on none.

    Both the stored solution of the figure and the cached ones are considered.
    """
    number, men = game.problem.figure, frozenset(game.cells)
    known = catalogue.turns(number)
    if men == {end for _, end in known[: len(game.moves)]} | {
        origin for origin, _ in known[len(game.moves) :]
    }:
        return known[len(game.moves) :]
    turns = []
    while (number, men) in _found:
        turns.append(_found[number, men])
        men ^= frozenset(turns[-1])
    return tuple(turns) or None


def _remember(number: int, men: frozenset[int], turns: tuple[tuple[int, int], ...]) -> None:
    """Cache the turn for each state of a solution, clearing a full cache first."""
    if len(_found) > _MOST:
        forget()
    for turn in turns:
        _found[number, men] = turn
        men ^= frozenset(turn)
