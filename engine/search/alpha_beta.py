"""Alpha-beta search with iterative deepening over the best few turns of each side.

Only the turns with the highest gain are searched, more at the root than below. With more than two
sides, the search makes only one turn for all rivals together, the best of any of them (best-reply
search). At the last ply, only the turn with the highest gain is considered.
"""

from dataclasses import dataclass
from heapq import nlargest

from engine.position import Move, Position
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.evaluation import WON, CandidateMove, Evaluator, Sums
from engine.variant_definition import Variant

WIDE, NARROW = 24, 8
"""The number of turns searched per position: at the root, and below it."""
_ENOUGH = 200_000
"""Maximum number of positions in the transposition table."""
_ALL = WON * 2
_PASS = Move(())


@dataclass(slots=True)
class RootMove:
    """A root move of the search."""

    move: Move
    more: int
    """Random noise added to the value, so that openings vary; never positive."""
    value: int
    after: Position
    sums: Sums


class AlphaBetaSearch:
    """One search for the seat to move."""

    def __init__(self, variant: Variant, position: Position, budget: SearchBudget) -> None:
        self._variant = variant
        self._root = position
        self._seat = position.turn
        self._evaluator = Evaluator(variant, position.turn, position)
        self._budget = budget
        self._transpositions: dict[tuple[bytes, bool], tuple[int, int, int, object]] = {}
        self._pairwise = len(variant.seats) == 2

    def score_root_moves(self, moves: dict[Move, int], count: int, depth: int) -> list[RootMove]:
        """Return root moves sorted by value, searched as deeply as the budget allows.

        `moves` maps each move to its random noise. The first `count` values are exact for the
        depth reached, the others only upper bounds. At most `WIDE` moves are kept, or `count` if
        that is more.
        """
        firsts = []
        for move, more in moves.items():
            after = self._variant.apply(self._root, move)
            sums = self._evaluator.material_sums(after)
            firsts.append(RootMove(move, more, self._evaluator.evaluate(sums) + more, after, sums))
        firsts.sort(key=_value_key)
        del firsts[max(WIDE, count) :]
        for deeper in range(1, depth + 1):
            searched = 0
            try:
                for searched, first in enumerate(firsts):
                    self._search_root_move(first, firsts[:searched], count, deeper)
                searched = len(firsts)
            except BudgetSpent:
                firsts = [*sorted(firsts[:searched], key=_value_key), *firsts[searched:]]
                break
            firsts.sort(key=_value_key)
            if abs(firsts[0].value) > WON // 2:
                break
        return firsts

    def _search_root_move(
        self, first: RootMove, searched: list[RootMove], count: int, depth: int
    ) -> None:
        """Search a root move; its value is exact if it is among the best `count` so far."""
        best = nlargest(count, (other.value for other in searched))
        alpha = (best[-1] if len(best) == count else -_ALL) - first.more
        after = first.after
        decided = self._evaluator.decided_value(self._root, after)
        if decided or depth == 1:
            value = decided or self._evaluator.evaluate(first.sums)
        else:
            mine = after.turn == self._seat
            value = self._search(after, mine, depth - 1, alpha, _ALL, first.sums, 1, False)
        first.value = value + first.more

    def _search(
        self,
        position: Position,
        mine: bool,
        depth: int,
        alpha: int,
        beta: int,
        sums: Sums,
        ply: int,
        passed: bool,
    ) -> int:
        """Return the value for the searching seat, exact if between alpha and beta."""
        self._budget.spend(self._evaluator.cost)
        judge = self._evaluator
        if mine and self._seat in position.done:
            return judge.evaluate(sums)
        key = (position.cells, mine)
        entry = self._transpositions.get(key)
        first: object = None
        if entry:
            known_depth, value, bound, first = entry
            if known_depth == depth and (
                not bound or (value >= beta if bound > 0 else value <= alpha)
            ):
                return value
        chosen = self._candidates(position, mine, sums, NARROW if depth > 1 else 1)
        if not chosen:
            if passed or depth == 1:
                return 0 if passed and self._pairwise else judge.evaluate(sums)
            after = self._with_seat_to_move(self._variant.apply(position, _PASS), mine)
            return self._search(
                after, after.turn == self._seat, depth - 1, alpha, beta, sums, ply + 1, True
            )
        if first is not None:
            chosen.sort(key=lambda each: each[0].pair != first)
        low, high = alpha, beta
        best, best_pair = (-_ALL if mine else _ALL), None
        for option, child in chosen:
            after, now = judge.position_after(child, sums, option)
            decided = judge.decided_value(child, after)
            if decided:
                value = decided - ply if decided > 0 else decided + ply
            elif depth == 1:
                value = judge.evaluate(now)
            else:
                after = self._with_seat_to_move(after, mine)
                on = after.turn == self._seat
                value = self._search(after, on, depth - 1, low, high, now, ply + 1, False)
            if value > best if mine else value < best:
                best, best_pair = value, option.pair
                if mine:
                    low = max(low, value)
                else:
                    high = min(high, value)
                if low >= high:
                    break
        if len(self._transpositions) < _ENOUGH:
            self._transpositions[key] = depth, best, _bound_kind(best, alpha, beta), best_pair
        return best

    def _candidates(
        self, position: Position, mine: bool, sums: Sums, width: int
    ) -> list[tuple[CandidateMove, Position]]:
        """Return the turns with the highest gain, each with the position before it.

        In that position, the seat that makes the turn is to move.
        """
        if mine or self._pairwise:
            return [
                (option, position)
                for option in self._evaluator.best_candidates(position, sums, width)
            ]
        candidates = []
        for team in self._evaluator.rivals:
            for seat in team:
                if seat not in position.done:
                    with_seat = with_turn(position, seat)
                    candidates += [
                        (option, with_seat)
                        for option in self._evaluator.best_candidates(with_seat, sums, width)
                    ]
        return nlargest(width, candidates, key=lambda each: each[0].gain)

    def _with_seat_to_move(self, position: Position, mine: bool) -> Position:
        """Return the position with the next seat of the search to move.

        With several rivals, the searching seat moves after any of them.
        """
        if mine or self._pairwise:
            return position
        return with_turn(position, self._seat)


def with_turn(position: Position, seat: int) -> Position:
    """Return the same position with another seat to move."""
    if position.turn == seat:
        return position
    return Position(
        position.cells, seat, position.stock, position.done, position.gone, position.ply
    )


def _value_key(first: RootMove) -> int:
    return -first.value


def _bound_kind(value: int, alpha: int, beta: int) -> int:
    """Return the kind of value: 0 is exact, 1 a lower bound, -1 an upper bound."""
    if value >= beta:
        return 1
    return -1 if value <= alpha else 0
