"""The search: a few of the best turns of each side, deeper and deeper.

Alpha-beta over the turns that gain most, some at the root and fewer below. With more than two sides the
turns of all rivals count as one, the best of any of them (best-reply search). The last turn is not made:
the best gain is its value.
"""

from dataclasses import dataclass
from heapq import nlargest

from engine.position import Move, Position
from engine.search.budget import Budget, Spent
from engine.search.evaluation import WON, Judge, Option, Sums
from engine.variant_definition import Variant

WIDE, NARROW = 24, 8
"""How many turns are looked at, at the root and below."""
_ENOUGH = 200_000
"""More positions than these are not remembered."""
_ALL = WON * 2
_PASS = Move(())


@dataclass(slots=True)
class First:
    """A move of the position that is searched."""

    move: Move
    more: int
    """What is added to its value, so that openings vary."""
    value: int
    after: Position
    sums: Sums


class LookAhead:
    """One search, for the seat to move."""

    def __init__(self, variant: Variant, position: Position, budget: Budget) -> None:
        self._variant = variant
        self._root = position
        self._me = position.turn
        self._judge = Judge(variant, position.turn, position.ply)
        self._budget = budget
        self._known: dict[tuple[bytes, bool], tuple[int, int, int, object]] = {}
        self._pairwise = len(variant.seats) == 2

    def rated(self, moves: dict[Move, int], count: int, depth: int) -> list[First]:
        """The moves in the order of their values, the first `count` with their exact ones as far as the
        budget allows. `moves` tells what is added to the value of each."""
        firsts = []
        for move, more in moves.items():
            after = self._variant.apply(self._root, move)
            sums = self._judge.sums(after)
            firsts.append(First(move, more, self._judge.value(sums) + more, after, sums))
        firsts.sort(key=_by_value)
        del firsts[max(WIDE, count) :]
        for deeper in range(1, depth + 1):
            searched = 0
            try:
                for searched, first in enumerate(firsts):
                    self._search_first(first, firsts[:searched], count, deeper)
                searched = len(firsts)
            except Spent:
                firsts = [*sorted(firsts[:searched], key=_by_value), *firsts[searched:]]
                break
            firsts.sort(key=_by_value)
            if abs(firsts[0].value) > WON // 2:
                break
        return firsts

    def _search_first(self, first: First, searched: list[First], count: int, depth: int) -> None:
        """Find the value of a move, exactly if it is among the best `count` of those searched."""
        best = nlargest(count, (other.value for other in searched))
        alpha = (best[-1] if len(best) == count else -_ALL) - first.more
        after = first.after
        decided = self._judge.decided(self._root, after)
        if decided or depth == 1:
            value = decided or self._judge.value(first.sums)
        else:
            mine = after.turn == self._me
            value = self._value(after, mine, depth - 1, alpha, _ALL, first.sums, 1, False)
        first.value = value + first.more

    def _value(
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
        """The value for the seat that searches, as far as it lies between alpha and beta."""
        self._budget.spend(self._judge.cost)
        judge = self._judge
        if mine and self._me in position.done:
            return judge.value(sums)
        key = (position.cells, mine)
        known = self._known.get(key)
        first: object = None
        if known:
            known_depth, value, bound, first = known
            if known_depth == depth and (
                not bound or (value >= beta if bound > 0 else value <= alpha)
            ):
                return value
        chosen = self._chosen(position, mine, sums, NARROW if depth > 1 else 1)
        if not chosen:
            if passed or depth == 1:
                return 0 if passed and self._pairwise else judge.value(sums)
            after = self._turn_to(self._variant.apply(position, _PASS), mine)
            return self._value(
                after, after.turn == self._me, depth - 1, alpha, beta, sums, ply + 1, True
            )
        if first is not None:
            chosen.sort(key=lambda each: each[0].pair != first)
        low, high = alpha, beta
        best, best_pair = (-_ALL if mine else _ALL), None
        for option, here in chosen:
            after, now = judge.after(here, sums, option)
            decided = judge.decided(here, after)
            if decided:
                value = decided - ply if decided > 0 else decided + ply
            elif depth == 1:
                value = judge.value(now)
            else:
                after = self._turn_to(after, mine)
                on = after.turn == self._me
                value = self._value(after, on, depth - 1, low, high, now, ply + 1, False)
            if value > best if mine else value < best:
                best, best_pair = value, option.pair
                if mine:
                    low = max(low, value)
                else:
                    high = min(high, value)
                if low >= high:
                    break
        if len(self._known) < _ENOUGH:
            self._known[key] = depth, best, _bound(best, alpha, beta), best_pair
        return best

    def _chosen(
        self, position: Position, mine: bool, sums: Sums, width: int
    ) -> list[tuple[Option, Position]]:
        """The turns that gain most, each with the position in which it is that seat's turn."""
        if mine or self._pairwise:
            return [(option, position) for option in self._judge.best(position, sums, width)]
        found = []
        for team in self._judge.rivals:
            for seat in team:
                if seat not in position.done:
                    here = turned(position, seat)
                    found += [(option, here) for option in self._judge.best(here, sums, width)]
        return nlargest(width, found, key=lambda each: each[0].gain)

    def _turn_to(self, position: Position, mine: bool) -> Position:
        """The position as the search goes on: after a rival's turn, mine comes."""
        if mine or self._pairwise:
            return position
        return turned(position, self._me)


def turned(position: Position, seat: int) -> Position:
    """The same position with another seat to move."""
    if position.turn == seat:
        return position
    return Position(
        position.cells, seat, position.stock, position.done, position.gone, position.ply
    )


def _by_value(first: First) -> int:
    return -first.value


def _bound(value: int, alpha: int, beta: int) -> int:
    """Whether a value is exact (0), or at least (1) or at most (-1) as much."""
    if value >= beta:
        return 1
    return -1 if value <= alpha else 0
