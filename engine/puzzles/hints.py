"""What can still become of a figure that is being formed: the rest of a way, the next man, or nothing.

A way from where the game stands is looked for by search, unless it stands on the known way of the figure
or on one that was found before. A hint is the first turn of a whole way: it never leads to where the
figure cannot be formed any more.
"""

from engine.position import Move
from engine.puzzles import catalogue
from engine.puzzles.game import Game, load
from engine.puzzles.solver import BUDGET, GaveUp, reach_from

_MOST = 20_000
"""So many states are remembered with the turn that was found in them."""
_State = tuple[int, frozenset[int]]
"""The number of a figure and the cells of all men."""
_found: dict[_State, tuple[int, int]] = {}


def onward(game: Game, nodes: int = BUDGET) -> tuple[Move, ...] | None:
    """A way from here to the figure, () if it is formed; None if there surely is none.

    GaveUp if neither was found out by looking at so many states. KeyError if it is no figure's game.
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
    """The next turn of a way to the figure; None if there is none, or if none was found by looking at so
    many states: `solvable` tells which."""
    try:
        return next(iter(onward(game, nodes) or ()), None)
    except GaveUp:
        return None


def solvable(game: Game, nodes: int = BUDGET) -> bool | None:
    """Can the figure still be formed? None if that was not found out by looking at so many states."""
    try:
        return onward(game, nodes) is not None
    except GaveUp:
        return None


def looked_on(text: str) -> tuple[bool | None, str | None]:
    """What `solvable` and `hint` answer, as plain values, of a game that `dump` wrote."""
    game = load(text)
    try:
        way = onward(game)
    except GaveUp:
        return None, None
    return way is not None, game.problem.variant.format(way[0]) if way else None


def forget() -> None:
    """Remember no way that was found; the known ones stay."""
    _found.clear()


def _remembered(game: Game) -> tuple[tuple[int, int], ...] | None:
    """The rest of the known way of the figure, or of one that was found; None if it is on neither."""
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
    """Keep the turn that was found in each state of a way; forget all if they are too many."""
    if len(_found) > _MOST:
        forget()
    for turn in turns:
        _found[number, men] = turn
        men ^= frozenset(turn)
