"""Alpha-beta search with iterative deepening over the best turns of two seats.

Only the turns with the highest gain are searched, more of them at the root than below it. At the
last ply, only the turn with the highest gain is considered. The last turns of a line are left to
`quiet_search` where they cannot decide the game. `prediction.PredictionSearch` is the search for
more than two seats.

Of the turns searched, the first few are nearly always the best. The others are therefore searched
two turns less deep first, with a null window, and to full depth only if they seem better than the
best so far. This is known as *late move reductions*. The depth is reduced by two turns because
values of odd and even depths are not comparable: one side has made one turn more.
"""

from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from engine.position import Move, Position
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.candidate_moves import CandidateMove, Pair, Sums
from engine.search.evaluation import WON, Evaluator
from engine.search.quiet_search import DEEPEST, REDUCED, QuietSearch
from engine.variant_definition import Variant

_ENOUGH = 50_000
"""Maximum number of positions in the transposition table."""
_ALL = WON * 2
_PASS = Move(())


class _Known(NamedTuple):
    """What is known of a searched position."""

    depth: int
    value: int
    bound: int
    """As returned by `_bound_kind`."""
    best: Pair | Move | None
    listed: list[CandidateMove] | None
    """The turns to search, if they have been listed."""

    def decides(self, depth: int, alpha: int, beta: int) -> bool:
        """Whether the value answers a search of this depth with these limits."""
        return self.depth == depth and (
            not self.bound or (self.value >= beta if self.bound > 0 else self.value <= alpha)
        )


@dataclass(slots=True)
class RootMove:
    """A root move of the search."""

    move: Move
    more: int
    """Random noise added to the value to vary the openings; never positive."""
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
        self._wide = variant.search_parameters.wide
        self._narrow = variant.search_parameters.narrow
        self._unreduced = variant.search_parameters.unreduced
        self._unreduced_root = variant.search_parameters.unreduced_root
        self._quiet = QuietSearch(variant, self._evaluator.quiet_listers)
        self._transpositions: dict[tuple[bytes, bool], _Known] = {}
        self._killers = [0, 0]
        """Killer men: whose move at the last ply caused a cutoff, for the rivals and for the seat."""

    def score_root_moves(self, moves: dict[Move, int], count: int, depth: int) -> list[RootMove]:
        """Return root moves sorted by value, searched as deeply as the budget allows.

        `moves` maps each move to its random noise. The first `count` values are exact for the depth
        reached; the others only show that a move is not better. At most `SearchParameters.wide`
        moves are kept, or `count` if that is more.
        """
        firsts = root_moves(self._evaluator, self._root, moves, max(self._wide, count))
        for deeper in range(1, depth + 1):
            searched = 0
            try:
                for searched, first in enumerate(firsts):
                    self._search_root_move(first, firsts[:searched], count, deeper)
                searched = len(firsts)
            except BudgetSpent:
                firsts = [*sorted(firsts[:searched], key=value_key), *firsts[searched:]]
                break
            firsts.sort(key=value_key)
            if abs(firsts[0].value) > WON // 2:
                break
        return firsts

    def _search_root_move(
        self, first: RootMove, searched: list[RootMove], count: int, depth: int
    ) -> None:
        """Search a root move. Its value is exact if it is among the best `count` so far."""
        best = nlargest(count, (other.value for other in searched))
        alpha = (best[-1] if len(best) == count else -_ALL) - first.more
        after = first.after
        decided = self._evaluator.decided_value(self._root, after)
        if decided or depth == 1:
            value = decided or self._evaluator.evaluate(first.sums)
        else:
            late = alpha >= -WON and len(searched) >= self._unreduced_root
            value = self._search_turn(after, depth - 1, alpha, _ALL, first.sums, 1, late)
        first.value = value + first.more

    def _search(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        sums: Sums,
        ply: int,
        passed: bool,
    ) -> int:
        """Return the value for the searching seat. It is exact if between alpha and beta."""
        judge = self._evaluator
        if depth <= DEEPEST and not passed and judge.may_be_quiet(position, depth):
            quiet = self._search_quietly(position, depth, alpha, beta, sums)
            if quiet is not None:
                return quiet
        self._budget.spend(judge.cost)
        if depth == 1:
            return self._leaf_value(position, alpha, beta, sums, ply, passed)
        mine = position.turn == self._seat
        key = (position.cells, mine)
        first, listed = None, None
        if entry := self._transpositions.get(key):
            if entry.decides(depth, alpha, beta):
                return entry.value
            first, listed = entry.best, entry.listed
        listed = listed or judge.best_candidates(position, sums, self._narrow)
        chosen = sorted(listed, key=lambda option: option.pair != first)
        if not chosen:
            if passed:
                return 0
            after = self._variant.apply(position, _PASS)
            return self._search(after, depth - 1, alpha, beta, sums, ply + 1, True)
        low, high = alpha, beta
        best = -_ALL if mine else _ALL
        best_pair: Pair | Move | None = None
        for rank, option in enumerate(chosen):
            if depth == 2 and not judge.may_decide(position, option):
                # The rival can only lower the value, as in `_leaf_value`.
                value = judge.evaluate(judge.sums_after(position, sums, option))
                if value <= low if mine else value >= high:
                    if value > best if mine else value < best:
                        best, best_pair = value, option.pair
                    continue
            after, now = judge.position_after(position, sums, option)
            decided = judge.decided_value(position, after)
            if decided:
                value = decided - ply if decided > 0 else decided + ply
            else:
                late = rank >= self._unreduced
                value = self._search_turn(after, depth - 1, low, high, now, ply + 1, late)
            if value > best if mine else value < best:
                best, best_pair = value, option.pair
                if mine:
                    low = max(low, value)
                else:
                    high = min(high, value)
                if low >= high:
                    break
        self._remember(key, _Known(depth, best, _bound_kind(best, alpha, beta), best_pair, listed))
        return best

    def _search_quietly(
        self, position: Position, depth: int, alpha: int, beta: int, sums: Sums
    ) -> int | None:
        """Return the value like `_search`; None if the position is not quiet."""
        judge = self._evaluator
        mine = position.turn == self._seat
        key = (position.cells, mine)
        entry = self._transpositions.get(key) if depth == DEEPEST else None
        if entry and entry.decides(depth, alpha, beta):
            return entry.value
        low, high, sign = (alpha, beta, 1) if mine else (-beta, -alpha, -1)
        lead = sign * judge.evaluate(sums)
        first = entry.best if entry and not isinstance(entry.best, Move) else None
        result = self._quiet.search(position, depth, low, high, lead, first)
        if not result:
            return None
        self._budget.spend(judge.cost * result.positions)
        value = sign * result.value
        if depth == DEEPEST:
            bound, listed = _bound_kind(value, alpha, beta), entry and entry.listed
            self._remember(key, _Known(depth, value, bound, result.best, listed))
        return value

    def _remember(self, key: tuple[bytes, bool], known: _Known) -> None:
        """Store a searched position unless the transposition table is full."""
        if len(self._transpositions) < _ENOUGH:
            self._transpositions[key] = known

    def _search_turn(
        self, after: Position, depth: int, low: int, high: int, sums: Sums, ply: int, late: bool
    ) -> int:
        """Return the value of the position after a turn.

        A late turn is searched to full depth only if a shallower search does not refute it.
        """
        if late and depth >= REDUCED:
            rival_moved = after.turn == self._seat
            alpha, beta = (high - 1, high) if rival_moved else (low, low + 1)
            value = self._search(after, depth - 2, alpha, beta, sums, ply, False)
            if value >= high if rival_moved else value <= low:
                return value
        return self._search(after, depth, low, high, sums, ply, False)

    def _leaf_value(
        self, position: Position, alpha: int, beta: int, sums: Sums, ply: int, passed: bool
    ) -> int:
        """Return the value after the turn with the highest gain.

        A turn that is good enough for a cutoff will do. No turn is searched if the position is
        already good enough without one, because a seat is hardly ever forced to make a losing turn.
        """
        judge = self._evaluator
        mine = position.turn == self._seat
        standing = judge.evaluate(sums)
        if judge.by_cells and not passed and (standing >= beta if mine else standing <= alpha):
            return standing
        enough = beta - standing if mine else standing - alpha
        option = judge.best_candidate(position, sums, enough, self._killers[mine])
        if option is None:
            return 0 if passed else standing
        if not isinstance(option.pair, Move):
            self._killers[mine] = option.pair[0]
        if judge.may_decide(position, option):
            after, now = judge.position_after(position, sums, option)
            if decided := judge.decided_value(position, after):
                return decided - ply if decided > 0 else decided + ply
        else:
            now = judge.sums_after(position, sums, option)
        return judge.evaluate(now)


def root_moves(
    judge: Evaluator, root: Position, moves: dict[Move, int], width: int
) -> list[RootMove]:
    """Return the `width` moves with the highest gain, best first.

    `moves` maps each move to its random noise.
    """
    now = judge.material_sums(root)
    firsts = []
    for move, more in moves.items():
        after = judge.variant.apply_unmarked(root, move)
        sums = judge.sums_of_move(root, now, move, after)
        firsts.append(RootMove(move, more, judge.evaluate(sums) + more, after, sums))
    firsts.sort(key=value_key)
    return firsts[:width]


def with_turn(position: Position, seat: int) -> Position:
    """Return the same position with another seat to move."""
    if position.turn == seat:
        return position
    return Position(
        position.cells, seat, position.stock, position.done, position.gone, position.ply
    )


def value_key(first: RootMove) -> int:
    """Return the sort key that puts the best root move first."""
    return -first.value


def _bound_kind(value: int, alpha: int, beta: int) -> int:
    """Return the kind of a value: 0 is exact, 1 a lower bound, -1 an upper bound."""
    if value >= beta:
        return 1
    return -1 if value <= alpha else 0
