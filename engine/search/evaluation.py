"""Evaluation of positions, and the gain in evaluation of each turn.

In most games a turn moves only one man, so its gain is the difference of two entries of a
piece-square table. Some turns may also move other men, e.g. a Circle that is sent back. In some
games, such as Hexma, the distances of the men say little about the remaining work. In both cases
the turn is made and the whole resulting position is evaluated.
"""

from dataclasses import replace
from functools import cached_property
from heapq import nlargest
from math import inf

from engine import legal_moves, rules
from engine.board import OFF
from engine.move_generation.long_hops import LongHopTables
from engine.move_generation.short_hops import make_tuple
from engine.outcome import outcome_if_decided, teams_of
from engine.position import Move, Position, kind_of, man
from engine.search import piece_square_tables
from engine.search.candidate_moves import (
    POINT,
    CandidateMove,
    Lister,
    Sums,
    best_move_listers,
    coded_tables,
    decoded,
    start_code,
)
from engine.search.quiet_search import needs_of
from engine.search.yard_deadline import charged, charges
from engine.variant_data import never_lost, no_restriction, no_side_effect
from engine.variant_definition import Variant

_RIVAL_DECAY = 0.5
"""Share of `SearchParameters.rivals_fade` after which a rival's chain begins to lose weight."""
_MIN_RIVAL_WEIGHT = 0.1
"""Minimum weight of a rival's chain, reached in a very long game.

The weight decreases because a player who only blocks never finishes.
"""
_BY_ENTERING = (rules.fills_goal, rules.all_in_goal, rules.goal_is_full)
"""Goals that a seat reaches by a move into its goal."""
_MAX_LISTED = 12
"""Maximum number of turns tried per position in games with slow turns."""

WON = 1_000_000
"""The value of a won game; greater than any evaluation.

The search subtracts the number of turns until the win.
"""
DRAWN = 1
"""The value of a drawn game, because 0 stands for a game in progress."""


class Evaluator:
    """Evaluator of a game's positions, from the point of view of one seat."""

    def __init__(self, variant: Variant, seat: int, position: Position | None = None) -> None:
        self.variant = variant
        self.seat = seat
        sides = teams_of(variant)
        self.ally_seats = next(team for team in sides if seat in team)
        self.rivals = tuple(team for team in sides if seat not in team)
        due = charges(variant, position) if position else ()
        self._tables = charged(variant, due)
        self._coded = coded_tables(variant, due)
        self._listers = best_move_listers(variant, due)
        self._whole = variant.remaining_work is not None
        self.by_cells = not self._whole
        """Whether each man counts by its cell alone, so that a seat can nearly always gain."""
        self._by_entering = variant.reached in _BY_ENTERING
        self._by_own_men = self._by_entering and variant.reached is not rules.goal_is_full
        self._counted_from = variant.count_at - 1 if variant.count_at else inf
        """The ply of the turn after which men in the goals are counted."""
        self._lost_from = min(_lost_from(variant), self._counted_from)
        self._blunder_from = self._lost_from
        """The ply from which a seat may lose by a turn that a search considers."""
        if position and _yards_are_empty(variant, position):
            self._blunder_from = self._counted_from
        self._one_man = self.by_cells and variant.side_effect is no_side_effect
        """Whether a man's move changes the value of that man only."""
        self.quiet_listers = self._quiet_listers()
        """The listers of a quiet search; [] if in this game more than gains and goals counts."""
        ply = position.ply if position else 0
        fade = variant.search_parameters.rivals_fade
        late = ply / fade - _RIVAL_DECAY if fade else 0
        self._rival_weight = min(1.0, max(_MIN_RIVAL_WEIGHT, 1 - late))
        self.cost = _cost(variant)
        """Approximate cost of listing the candidate moves, relative to a simple game."""

    def _quiet_listers(self) -> list[Lister]:
        variant, listers = self.variant, [lister for lister in self._listers if lister]
        more_counts = (
            variant.restriction is not no_restriction
            or variant.search_parameters.rivals_fade
            or not self._one_man
            or not needs_of(variant, self.seat)
        )
        return listers if len(listers) == len(variant.seats) == 2 and not more_counts else []

    @cached_property
    def points_per_turn(self) -> float:
        """The evaluation gain of an average turn."""
        if self.variant.remaining_work is None:
            return piece_square_tables.points_per_turn(self.variant)
        start = self.variant.remaining_work(self.variant, self.variant.start(), self.seat)
        return max(
            1.0,
            piece_square_tables.UNIT * start * len(self.variant.seats) / max(1, self.variant.turns),
        )

    def material_sums(self, position: Position) -> Sums:
        """Return the evaluation of each seat: never positive, higher nearer to the goal."""
        left = self.variant.remaining_work
        if left is None:
            return piece_square_tables.material_sums(self.variant, position, self._tables)
        seats = range(len(self.variant.seats))
        return tuple(
            -round(piece_square_tables.UNIT * left(self.variant, position, seat)) for seat in seats
        )

    def evaluate(self, sums: Sums) -> int:
        """Return the lead of the seat and its partners over their rivals.

        With several rival teams, this is the mean of the lead over the best team and the lead over
        all teams on average.
        """
        if len(sums) == 2:
            return sums[self.seat] - round(self._rival_weight * sums[1 - self.seat])
        mine = sum(sums[seat] for seat in self.ally_seats) / len(self.ally_seats)
        theirs = [sum(sums[seat] for seat in team) / len(team) for team in self.rivals]
        return round(mine - self._rival_weight * (max(theirs) + sum(theirs) / len(theirs)) / 2)

    def candidates(self, position: Position, sums: Sums) -> list[CandidateMove]:
        """Return the turns of the seat to move with their gains, in generation order.

        Returns [] if the seat can only pass.
        """
        if self._whole:
            moves = self._promising_moves(position)
            return [self._made(position, sums, move) for move in moves]
        if self.variant.drops(position):
            return self._drop_moves(position)
        if self.variant.routes:
            return self._routes(position, sums)
        return [decoded(code) for code in self._codes(position)]

    def best_candidates(
        self, position: Position, sums: Sums, width: int, least: float = -inf
    ) -> list[CandidateMove]:
        """Return the `width` candidates with the highest gain, best first.

        Candidates that gain less than `least` may be missing.
        """
        if self._whole or self.variant.routes or self.variant.drops(position):
            return nlargest(width, self.candidates(position, sums))
        seat = position.turn
        lister = self._listers[seat]
        if lister and not self.variant.restriction(self.variant, position):
            men = self.variant.standing(position, seat)
            codes = lister.highest(position.cells, men, width, least * POINT)
            return [decoded(code) for code in codes]
        codes = self._codes(position, width == 1)
        codes.sort(reverse=True)
        return [decoded(code) for code in codes[:width]]

    def best_candidate(
        self, position: Position, sums: Sums, enough: int, first: int
    ) -> CandidateMove | None:
        """Return the candidate with the highest gain, or one that gains at least `enough`.

        The man on the cell `first` is tried first. Returns None if the seat can only pass.
        """
        seat = position.turn
        lister = self._listers[seat]
        if lister and not self.variant.restriction(self.variant, position):
            men = self.variant.standing(position, seat)
            code = lister.best(position.cells, men, enough * POINT, first)
            return None if code is None else decoded(code)
        return next(iter(self.best_candidates(position, sums, 1)), None)

    def may_decide(self, position: Position, option: CandidateMove) -> bool:
        """Whether a candidate move may end the game; a quick test, true if unknown."""
        pair = option.pair
        if not self._by_entering:
            return True
        end = pair.path[-1] if isinstance(pair, Move) else pair[1]
        return end in self.variant.seats[position.turn].goal or position.ply >= self._blunder_from

    def may_be_quiet(self, position: Position, depth: int) -> bool:
        """Whether only gains count in the next `depth` turns, unless they reach a goal."""
        return (
            bool(self.quiet_listers)
            and not position.done
            and not any(position.stock)
            and position.ply + depth <= self._blunder_from
        )

    def _drop_moves(self, position: Position) -> list[CandidateMove]:
        """Return the possible drops of the seat to move."""
        variant, seat = self.variant, position.turn
        return [
            CandidateMove(
                self._tables[seat][move.kind][move.path[0]]
                - piece_square_tables.in_hand_value(variant, seat, move.kind),
                move,
                None,
                (),
            )
            for move in legal_moves.list_moves(variant, position)
        ]

    def _codes(self, position: Position, only_best: bool = False) -> list[int]:
        """Return the coded turns of the seat to move, if each turn moves only one man.

        `decoded` decodes them. If `only_best` is true, only the turn with the highest gain may be
        returned for each man.
        """
        cells, coded = position.cells, self._coded[position.turn]
        codes: list[int] = []
        for origin, ends in legal_moves.list_ends(self.variant, position):
            table = coded[cells[origin] >> 4]
            more = start_code(origin) - table[origin]
            if only_best and ends:
                codes.append(max(map(table.__getitem__, ends)) + more)
            else:
                codes += [table[end] + more for end in ends]
        return codes

    def _promising_moves(self, position: Position) -> list[Move]:
        """Return the moves to try: all of them, or those that raise the attraction most."""
        moves = legal_moves.list_moves(self.variant, position)
        if self.variant.attraction is None:
            return moves
        draws = self.variant.attraction(self.variant, position, position.turn)
        return nlargest(
            _MAX_LISTED, moves, key=lambda move: draws[move.path[-1]] - draws[move.path[0]]
        )

    def _routes(self, position: Position, sums: Sums) -> list[CandidateMove]:
        """Return the turns of the seat to move, if their routes matter.

        Only the moves that may change other men are made.
        """
        variant, cells, candidates = self.variant, position.cells, []
        tables = self._tables[position.turn]
        for move in legal_moves.list_moves(variant, position):
            if variant.moves_others and variant.moves_others(variant, position, move):
                candidates.append(self._made(position, sums, move))
            else:
                path = move.path
                table = tables[cells[path[0]] >> 4]
                gain = table[path[-1]] - table[path[0]]
                candidates.append(make_tuple(CandidateMove, (gain, move, None, ())))
        return candidates

    def _made(self, position: Position, sums: Sums, move: Move) -> CandidateMove:
        """Make a move and return it with its gain, which includes the rivals' losses."""
        seat = position.turn
        after = self.variant.apply_unmarked(position, move)
        now = self.material_sums(after)
        gain = now[seat] - sums[seat]
        for other, worth_now in enumerate(now):
            if not self.are_allies(seat, other):
                gain -= round(self._rival_weight * (worth_now - sums[other]))
        return CandidateMove(gain, move, after, now)

    def are_allies(self, seat: int, other: int) -> bool:
        """Whether two seats win together."""
        return seat == other or any(
            seat in team and other in team for team in (*self.rivals, self.ally_seats)
        )

    def position_after(
        self, position: Position, sums: Sums, option: CandidateMove
    ) -> tuple[Position, Sums]:
        """Return the position after a candidate move, and the evaluation of each seat."""
        if option.after is not None:
            return option.after, option.sums
        pair, now = option.pair, self.sums_after(position, sums, option)
        if isinstance(pair, Move):
            return self.variant.apply_unmarked(position, pair), now
        if len(sums) > 2 or position.done or not self._one_man or pair[1] == OFF:
            return self.variant.apply_unmarked(position, Move(pair)), now
        return self._after_pair(position, *pair), now

    def _after_pair(self, position: Position, origin: int, end: int) -> Position:
        """Return the position after a move that changes two cells.

        The result is that of `Variant.apply_unmarked` with two seats, but without the earlier
        positions.
        """
        seat = position.turn
        cells = bytearray(position.cells)
        cells[end], cells[origin] = cells[origin], 0
        after = Position(
            bytes(cells), 1 - seat, position.stock, (), position.gone, position.ply + 1
        )
        if self._by_own_men and end not in self.variant.seats[seat].goal:
            return after
        if self.variant.reached(self.variant, after, seat):
            return replace(after, done=(seat,))
        return after

    def sums_after(self, position: Position, sums: Sums, option: CandidateMove) -> Sums:
        """Return the evaluation of each seat after a candidate move that was not made."""
        seat = position.turn
        return (*sums[:seat], sums[seat] + option.gain, *sums[seat + 1 :])

    def sums_of_move(self, position: Position, sums: Sums, move: Move, after: Position) -> Sums:
        """Return the evaluation of each seat after a move to the position `after`."""
        if not self._one_man or len(move.path) < 2:
            return self.material_sums(after)
        seat, (origin, *_, end) = position.turn, move.path
        table = self._tables[seat][kind_of(position.cells[origin])]
        return (*sums[:seat], sums[seat] + table[end] - table[origin], *sums[seat + 1 :])

    def decided_value(self, position: Position, after: Position) -> int:
        """Return the value if the last turn has decided the game, otherwise 0.

        Goals, losses and the count of men are considered, but not repetitions or the turn limit.
        With equal turns, a goal that the other seat can answer is a draw.
        """
        if not after.done and position.ply < self._lost_from:
            return 0
        if (after.done and self.variant.equal_turns) or position.ply >= self._counted_from:
            ended = outcome_if_decided(self.variant, after)
            if ended is None or len(ended.ranking) == 1:
                return DRAWN
            return WON if self.seat in ended.ranking[0] else -WON
        if after.done != position.done:
            done = set(after.done)
            if done.issuperset(self.ally_seats):
                return WON
            if any(done.issuperset(team) for team in self.rivals if after.done[-1] in team):
                return -WON
        if self.variant.has_lost(self.variant, after, position.turn):
            return -WON if position.turn in self.ally_seats else WON
        return 0


def _lost_from(variant: Variant) -> float:
    """Return the ply from which a seat may lose by its own turn."""
    if variant.has_lost is never_lost:
        return inf
    if isinstance(variant.has_lost, rules.Overstays):
        return len(variant.seats) * variant.has_lost.turns
    return 0


def _yards_are_empty(variant: Variant, position: Position) -> bool:
    """Whether all men have left their yards, so that none will overstay."""
    cells = position.cells
    return isinstance(variant.has_lost, rules.Overstays) and not any(
        cells[cell] == man(number)
        for number, seat in enumerate(variant.seats)
        for cell in seat.home
    )


def _cost(variant: Variant) -> int:
    """Return the approximate cost of listing the turns, relative to a simple game."""
    if variant.remaining_work:
        return 10
    if variant.routes:
        return 3
    return 3 if variant.tables and isinstance(variant.tables[0], LongHopTables) else 1
