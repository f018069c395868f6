"""Simple players of figures and endings, who measure the difficulty of puzzles.

The simple player looks one turn ahead: they choose a turn after which as many men as possible can
move, and among such turns one with the longest hop. Ties are broken at random. They never take a
turn back, so they fail as soon as no man can move.

A puzzle is a figure of which the first turns of the stored solution have been played. The player
attempts each puzzle twenty times. The random generator is that of `tools.blind_play`, so that every
Python version gives the same numbers.

The simple player of an ending is greedy: they take a turn that brings a man as much nearer to the
corner as possible.
"""

import zlib
from collections.abc import Callable
from pathlib import Path

from engine import puzzles
from engine.position import Move
from engine.puzzles import YARD, catalogue, packing, solver
from engine.variants.halma import BOARD
from tools.blind_play import Draw

ATTEMPTS = 20
"""Number of attempts at each puzzle."""
MOST = 16
"""Number of successful attempts that make a puzzle very easy."""
_SPOTS = {solver.to_bits([cell]): spot for cell, spot in enumerate(BOARD.spots)}
_Turn = tuple[int, int]
"""A man and a square of the figure, one bit each."""


class SimplePlayer:
    """The simple player at one figure, with a cache of their choices."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._solution = catalogue.turns(number)
        self._goal = solver.to_bits(catalogue.figure(number))
        self._choices: dict[int, list[_Turn]] = {}

    def easy_after(self) -> int:
        """Return the number of turns from which on most attempts succeed.

        After that many turns of the solution, and after any larger number, at least `MOST` of the
        attempts succeed.
        """
        played = len(YARD) - 1
        while played and self.count_successes(played - 1) >= MOST:
            played -= 1
        return played

    def count_successes(self, played: int) -> int:
        """Return how many attempts succeed after this many turns of the solution."""
        draw = Draw(self._number * len(YARD) + played)
        men, left = self._state(played)
        return sum(self._attempt(men, left, draw) for _ in range(ATTEMPTS))

    def is_obvious(self, played: int) -> bool:
        """Whether the player prefers one turn to all others after this many turns."""
        return len(self._best_turns(*self._state(played))) == 1

    def _state(self, played: int) -> tuple[int, int]:
        """Return the men in the yard and the open squares of the figure, as bits."""
        rest = self._solution[played:]
        return solver.to_bits(man for man, _ in rest), solver.to_bits(end for _, end in rest)

    def _attempt(self, men: int, left: int, draw: Draw) -> bool:
        while men and (turns := self._best_turns(men, left)):
            man, end = turns[draw.below(len(turns))]
            men, left = men ^ man, left ^ end
        return not men

    def _best_turns(self, men: int, left: int) -> list[_Turn]:
        """Return the turns that the player finds equally good, in a fixed order."""
        state = men | left
        if state not in self._choices:
            turns = sorted(solver.possible_pairs(men, left, men | self._goal ^ left))
            scores = [
                (self._men_able(men ^ man, left ^ end), _length(man, end)) for man, end in turns
            ]
            best = max(scores, default=None)
            self._choices[state] = [
                turn for turn, score in zip(turns, scores, strict=True) if score == best
            ]
        return self._choices[state]

    def _men_able(self, men: int, left: int) -> int:
        """Return the number of men in the yard that can move."""
        return solver.able_men(men, left, men | self._goal ^ left).bit_count()


def _length(man: int, end: int) -> int:
    """Return the number of squares from one end of a turn to the other."""
    (row, place), (end_row, end_place) = _SPOTS[man], _SPOTS[end]
    return max(abs(row - end_row), abs(place - end_place))


def count_packed(turns: int, seed: int) -> int:
    """Return how many of a greedy player's attempts solve an ending in time."""
    problem, draw = puzzles.ending_problem(turns, seed), Draw(turns * len(YARD) + seed)
    return sum(_packed_greedily(problem, turns, draw) for _ in range(ATTEMPTS))


def _packed_greedily(problem: puzzles.Problem, turns: int, draw: Draw) -> bool:
    rules, position = problem.variant, problem.start
    for _ in range(turns):
        moves = sorted(rules.moves(position))
        most = max(map(_gain, moves))
        best = [move for move in moves if _gain(move) == most]
        position = rules.apply(position, best[draw.below(len(best))])
    return bool(position.done)


def _gain(move: Move) -> int:
    return packing.SQUARED_DISTANCES[move.path[0]] - packing.SQUARED_DISTANCES[move.path[-1]]


def write_table(path: Path, tick: Callable[[int], None]) -> None:
    """Write `easy_after` of all figures as a table of `engine.puzzles.catalogue`.

    `tick` is called with each figure number before it is measured.
    """
    table = bytearray()
    for number in range(1, catalogue.count() + 1):
        tick(number)
        table.append(SimplePlayer(number).easy_after())
    path.write_bytes(zlib.compress(bytes(table), 9))
