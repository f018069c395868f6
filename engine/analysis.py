"""Computer analysis of a game: the race, the longest hop and the mistakes.

Losses are measured in turns. If a move loses three turns, the player needs three turns more than
after the best move found. The search is limited by the number of positions searched (nodes) and not
by a clock, so the same game gets the same analysis on every machine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.board import OFF
from engine.position import Move, Position
from engine.registry import variant as variant_of
from engine.search import best_moves, score_moves, turns_to_go
from engine.search.tablebase import SolvedResult, solved_results
from engine.variant_definition import Variant

SEARCH_NODES = 20_000
"""Approximate node budget (positions searched) for a whole game."""
LEAST, MOST = 60, 400
"""Smallest and largest node budget for one turn."""
MAX_LOSS = 20.0
"""Maximum number of turns that one move can lose.

A move that turns a win into a loss has no natural value in turns.
"""
TURNING_POINT = 1.0
"""A move that loses at least this many turns is a turning point."""

Report = Callable[[float], object]
"""Progress callback, called with the fraction done."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as plain data, which can be sent to another process."""

    key: str
    """The key of the variant."""
    moves: tuple[str, ...]
    """The moves as printed by `Variant.format`."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of the analysis of one game."""

    to_go: tuple[tuple[float, ...], ...]
    """Estimated number of turns that each seat still needs, after 0, 1, 2, ... turns."""
    given: tuple[float, ...]
    """How many turns each move lost compared with the best move found."""
    better: tuple[str, ...]
    """For each turn the better move found, as printed; "" if none was found."""
    longest: int
    """Number of the turn with the most jumps, the earliest one in a tie.

    The number is 0 if the game has no hop.
    """
    jumps: int
    """Number of jumps in that turn."""
    ends: tuple[int, ...] = ()
    """Results under best play after each turn, if the game is solved.

    Each result is that of the seat that moved: 1 for a win, 0 for a draw, -1 for a loss. The tuple
    is empty if the game is not solved.
    """

    def turning_points(self, limit: int = 3) -> list[int]:
        """Return the turn numbers of the `limit` worst turning points, in playing order."""
        turns = [turn for turn, lost in enumerate(self.given, 1) if lost >= TURNING_POINT]
        return sorted(sorted(turns, key=lambda turn: -self.given[turn - 1])[:limit])


def analysed(played: PlayedGame, report: Report | None = None) -> Analysis:
    """Analyse a game without checking that its moves are legal.

    The game may still be in progress. `report` is called with the fraction done after each turn.
    """
    variant = variant_of(played.key)
    position = variant.start()
    nodes = max(LEAST, min(MOST, SEARCH_NODES // max(1, len(played.moves))))
    to_go, given, better = [_turns_left(variant, position)], list[float](), list[str]()
    longest, most, ends = 0, 0, list[int]()
    for turn, text in enumerate(played.moves, 1):
        move = variant.with_route(position, variant.parse_canonical(text))
        solved = solved_results(variant, position)
        if solved:
            lost, instead = _solved_loss(variant, move, solved)
            ends.append(solved[move].result)
        else:
            lost, instead = _search_loss(variant, position, move, nodes)
        given.append(lost)
        better.append(instead)
        if (jumps := jumps_of(variant, move)) > most:
            longest, most = turn, jumps
        position = variant.apply(position, move)
        to_go.append(_turns_left(variant, position))
        if report is not None:
            report(turn / len(played.moves))
    return Analysis(tuple(to_go), tuple(given), tuple(better), longest, most, tuple(ends))


def total_loss(analysis: Analysis, movers: Sequence[int], seats: int) -> list[float]:
    """Return how many turns each seat lost in the whole game.

    `movers` gives the seat that made each turn.
    """
    total = [0.0] * seats
    for seat, lost in zip(movers, analysis.given, strict=True):
        total[seat] += lost
    return total


def jumps_of(variant: Variant, move: Move) -> int:
    """Return the number of jumps in a move; 0 for a step, a drop or a pass."""
    near = variant.board.neighbours
    return sum(
        end != OFF and end not in near[start]
        for start, end in zip(move.path, move.path[1:], strict=False)
    )


def _turns_left(variant: Variant, position: Position) -> tuple[float, ...]:
    return tuple(
        round(turns_to_go(variant, position, seat), 1) for seat in range(len(variant.seats))
    )


def _solved_loss(
    variant: Variant, move: Move, solved: Mapping[Move, SolvedResult]
) -> tuple[float, str]:
    """Return the loss of a move in a solved game, and the best move.

    Each step down, from a win to a draw or from a draw to a loss, costs half of `MAX_LOSS`. The
    best move is "" if the move keeps the result.
    """
    best = max(solved, key=lambda each: solved[each].order)
    steps = solved[best].result - solved[move].result
    return (MAX_LOSS / 2 * steps, variant.format(best)) if steps else (0.0, "")


def _search_loss(variant: Variant, position: Position, move: Move, nodes: int) -> tuple[float, str]:
    """Return how many turns a move loses, and the better move ("" if there is none)."""
    seat = position.turn
    if len(variant.moves(position)) < 2:
        return 0.0, ""
    first = best_moves(variant, position, 1, nodes=nodes)[0].move
    if first == move or seat in variant.apply(position, move).done:
        return 0.0, ""
    better, worse = score_moves(variant, position, (first, move))
    lost = round(min(better.value - worse.value, MAX_LOSS), 1)
    return (lost, variant.format(first)) if lost and better.move == first else (0.0, "")
