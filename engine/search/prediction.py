"""Search for more than two seats, which predicts the turns of all others.

Every other seat is expected to make the turn with its highest gain. Only the turns of the searching
seat are compared, in a beam search over several rounds. The more predictions a gain depends on, the
less it counts (`SearchParameters.discount`): most long plans fail because one of several rivals
moves differently.
"""

from typing import NamedTuple

from engine.position import Move, Position
from engine.search.alpha_beta import RootMove, root_moves, value_key
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.candidate_moves import CandidateMove, Sums
from engine.search.evaluation import WON, Evaluator
from engine.variant_definition import Variant

_PASS = Move(())
_ANY_GAIN = WON
"""More than any gain, so that the turn with the highest gain is found."""


class _Line(NamedTuple):
    """A sequence of turns of the searching seat, with the predicted turns in between."""

    value: int
    root: int
    """Index of the root move."""
    position: Position
    sums: Sums
    decided: bool


class PredictionSearch:
    """One search for the seat to move, with the interface of `AlphaBetaSearch`."""

    def __init__(self, variant: Variant, position: Position, budget: SearchBudget) -> None:
        self._variant = variant
        self._root = position
        self._seat = position.turn
        self._evaluator = Evaluator(variant, position.turn, position)
        self._budget = budget
        self._parameters = variant.search_parameters

    def score_root_moves(self, moves: dict[Move, int], count: int, depth: int) -> list[RootMove]:
        """Return root moves sorted by value, searched as deeply as the budget allows.

        `moves` maps each move to its random noise. At most `SearchParameters.wide` moves are kept,
        or `count` if that is more. All values are those of the depth reached, in turns of the
        searching seat.
        """
        judge = self._evaluator
        firsts = root_moves(judge, self._root, moves, max(self._parameters.wide, count))
        lines = []
        for number, first in enumerate(firsts):
            decided = judge.decided_value(self._root, first.after)
            first.value = decided or first.value
            lines.append(_Line(first.value, number, first.after, first.sums, bool(decided)))
        for rounds in range(1, depth):
            try:
                lines = self._extended(lines, rounds)
            except BudgetSpent:
                break
            for line in reversed(lines):
                firsts[line.root].value = line.value
        firsts.sort(key=value_key)
        return firsts

    def _extended(self, lines: list[_Line], rounds: int) -> list[_Line]:
        """Return the best lines that are one round longer, best first.

        The best line of each root move is always among them.
        """
        longer: list[_Line] = []
        for line in lines:
            longer += [line] if line.decided else self._continued(line, rounds)
        longer.sort(key=_line_key)
        kept: list[_Line] = []
        roots: set[int] = set()
        seen: set[bytes] = set()
        for line in longer:
            cells = line.position.cells
            new = cells not in seen and len(kept) < self._parameters.lines
            if new or line.root not in roots:
                roots.add(line.root)
                seen.add(cells)
                kept.append(line)
        return kept

    def _continued(self, line: _Line, rounds: int) -> list[_Line]:
        """Return the line extended by one round: the predicted turns, and each own turn."""
        judge = self._evaluator
        weight = self._parameters.discount**rounds
        position, sums = line.position, line.sums
        for _ in range(len(sums) - 1):
            if position.turn == self._seat:
                break
            self._budget.spend(judge.cost)
            expected = judge.best_candidate(position, sums, _ANY_GAIN, 0)
            position, sums, decided = self._made(position, sums, expected)
            if decided:
                value = decided + rounds if decided < 0 else decided - rounds
                return [_Line(value, line.root, position, sums, True)]
        options: list[CandidateMove | None] = [None]
        if position.turn == self._seat:
            self._budget.spend(judge.cost)
            options = [*judge.best_candidates(position, sums, self._parameters.narrow)] or [None]
        lines = []
        for option in options:
            after, now, decided = self._made(position, sums, option)
            gain = judge.evaluate(now) - judge.evaluate(line.sums)
            value = decided - rounds if decided else line.value + round(weight * gain)
            lines.append(_Line(value, line.root, after, now, bool(decided)))
        return lines

    def _made(
        self, position: Position, sums: Sums, option: CandidateMove | None
    ) -> tuple[Position, Sums, int]:
        """Return the position after a turn, its evaluation, and its value if decided.

        `option` is None for a pass.
        """
        judge = self._evaluator
        if option is None:
            return self._variant.apply_unmarked(position, _PASS), sums, 0
        after, now = judge.position_after(position, sums, option)
        decided = judge.decided_value(position, after) if judge.may_decide(position, option) else 0
        return after, now, decided


def _line_key(line: _Line) -> int:
    return -line.value
