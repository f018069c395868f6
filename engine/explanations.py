"""Explanations of mistakes: why a move was worse than another, as a fact.

A move is compared with the better one in three respects that the search weighs: what the move
gains itself, what the next rival can gain in reply, and what the next turn of the seat can gain.
The explanation is a fact about the respect with the largest difference. Every fact holds after the
move played and not after the better one, or the reverse. If no fact holds, there is none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engine.board import OFF
from engine.jumps import jumps_of
from engine.position import Move, Position, kind_of
from engine.search.alpha_beta import with_turn
from engine.search.blockades import rivals_of
from engine.search.perfect_races import perfect_race
from engine.search.piece_square_tables import (
    UNIT,
    material_sums,
    piece_square_tables,
)
from engine.search.tablebase import solved_results
from engine.search.tip_distances import distances_to_tip
from engine.variant_definition import Variant

ALONE = 3
"""Minimum distance in squares from the nearest other man at which a man is left behind."""
LADDER = 2
"""Minimum number of jumps of a hop that is worth mentioning."""
OUTWEIGHED = 2
"""A hop that gains more than this many times what a move lost explains the mistake better."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move was worse than the better one."""

    kind: str
    """The kind of fact, e.g. "missed-hop"; "" if there is no explanation."""
    move: str = ""
    """The printed form of the move in question: a hop of the rival, or of the seat itself."""
    cell: str = ""
    """The printed name of the cell of the man in question."""
    number: int = 0
    """The number of jumps of the hop, of squares to the nearest man, or of turns to the end."""
    seat: int = -1
    """The rival in question; -1 if there is none."""
    best: int = 0
    """The number of turns to the end after the better move."""


UNEXPLAINED = Explanation("")
"""The explanation of a move for which no fact was found."""


@dataclass(frozen=True)
class Comparison:
    """A move played and a better move in the same position."""

    variant: Variant
    before: Position
    played: Move
    better: Move

    @property
    def seat(self) -> int:
        """The seat that moved."""
        return self.before.turn

    @cached_property
    def after_played(self) -> Position:
        """The position after the move played."""
        return self.variant.apply(self.before, self.played)

    @cached_property
    def after_better(self) -> Position:
        """The position after the better move."""
        return self.variant.apply(self.before, self.better)

    @property
    def rival(self) -> int:
        """The rival that moves next; -1 if that is a partner or the seat itself."""
        rival = self.after_played.turn
        same = rival == self.after_better.turn
        return rival if same and rival in rivals_of(self.variant, self.seat) else -1


def explain(variant: Variant, before: Position, played: Move, better: Move) -> Explanation:
    """Return why a move is worse than another; `UNEXPLAINED` if no fact shows it."""
    compared = Comparison(variant, before, played, better)
    if solved := solved_results(variant, before):
        result, turns = solved[played]
        return Explanation("solved-loss", number=turns) if result else Explanation("solved-draw")
    for decided in (missed_win, allowed_win, lost_race_turns):
        if explanation := decided(compared):
            return explanation
    if variant.remaining_work or len(played.path) < 2 or len(better.path) < 2:
        return UNEXPLAINED
    respects: list[tuple[int, tuple[Fact, ...]]] = [
        (_own_difference(compared), OWN_FACTS),
        (_reply_difference(compared), (rivals_ladder,)),
        (_next_difference(compared), (own_ladder, broken_ladder)),
    ]
    respects.sort(key=lambda respect: -respect[0])
    facts = (fact for effect, group in respects if effect >= UNIT for fact in group)
    return next(filter(None, (fact(compared) for fact in facts)), UNEXPLAINED)


# -- wins and races ---------------------------------------------------------------------------------


def missed_win(compared: Comparison) -> Explanation | None:
    """Explain that only the better move reaches the goal at once."""
    seat = compared.seat
    if seat in compared.after_better.done and seat not in compared.after_played.done:
        return Explanation("missed-win")
    return None


def allowed_win(compared: Comparison) -> Explanation | None:
    """Explain that only the move played lets the next rival reach the goal at once."""
    if compared.rival < 0 or _winning_move(compared.variant, compared.after_better):
        return None
    winning = _winning_move(compared.variant, compared.after_played)
    if not winning:
        return None
    return Explanation("allowed-win", compared.variant.format(winning), seat=compared.rival)


def lost_race_turns(compared: Comparison) -> Explanation | None:
    """Explain that the race takes more turns after the move played, counted exactly."""
    variant, seat = compared.variant, compared.seat
    played = perfect_race(variant, compared.after_played, seat)
    better = perfect_race(variant, compared.after_better, seat)
    if not played or not better or played.turns <= better.turns:
        return None
    return Explanation("race", number=played.turns, best=better.turns)


def _winning_move(variant: Variant, position: Position) -> Move | None:
    """Return a move with which the seat to move reaches its goal."""
    for move in variant.moves(position):
        if position.turn in variant.apply_unmarked(position, move).done:
            return move
    return None


# -- what the move itself gains --------------------------------------------------------------------


def left_goal(compared: Comparison) -> Explanation | None:
    """Explain that the move played takes a man out of its goal."""
    if _enters(compared, compared.played) < 0 <= _enters(compared, compared.better):
        return Explanation("left-goal")
    return None


def backward(compared: Comparison) -> Explanation | None:
    """Explain that the move played takes a man farther from its goal by every measure.

    A man that stays in its goal is not away from it. A step back says less than a long hop that was
    missed.
    """
    if compared.played.path[-1] in compared.variant.seats[compared.seat].goal:
        return None
    lost = [-gain for gain in _gains(compared, compared.played)]
    if min(lost) <= 0 or not _comes_nearer(compared, compared.better):
        return None
    if missed_hop(compared) and _gains(compared, compared.better)[-1] > OUTWEIGHED * lost[-1]:
        return None
    return Explanation("backward")


def missed_hop(compared: Comparison) -> Explanation | None:
    """Explain that the better move is a hop that goes farther forward."""
    jumps = jumps_of(compared.variant, compared.better)
    if jumps < LADDER or not _comes_nearer(compared, compared.better):
        return None
    farther = [
        better - played
        for better, played in zip(
            _gains(compared, compared.better), _gains(compared, compared.played), strict=True
        )
    ]
    if min(farther) < 0 or not farther[-1]:
        return None
    return Explanation("missed-hop", number=jumps)


def left_behind(compared: Comparison) -> Explanation | None:
    """Explain that the last man, which the better move advances, stays alone."""
    last = last_man(compared)
    if last is None:
        return None
    gap = squares_to_nearest_man(compared.variant, compared.after_played, last)
    if gap < ALONE:
        return None
    return Explanation("left-behind", cell=compared.variant.board.names[last], number=gap)


def last_man_waits(compared: Comparison) -> Explanation | None:
    """Explain that the last man, which the better move advances, is left waiting."""
    last = last_man(compared)
    if last is None:
        return None
    return Explanation("last-man", cell=compared.variant.board.names[last])


def missed_goal(compared: Comparison) -> Explanation | None:
    """Explain that only the better move brings a man into its goal."""
    if _enters(compared, compared.better) > 0 >= _enters(compared, compared.played):
        return Explanation("missed-goal")
    return None


def no_ground(compared: Comparison) -> Explanation | None:
    """Explain that the move played does not bring its man nearer to the goal."""
    if not any(_gains(compared, compared.played)) and _comes_nearer(compared, compared.better):
        return Explanation("no-ground")
    return None


Fact = Callable[[Comparison], Explanation | None]
"""A function that returns an explanation if its fact holds, else None."""
OWN_FACTS: tuple[Fact, ...] = (
    left_goal,
    backward,
    left_behind,
    missed_hop,
    last_man_waits,
    missed_goal,
    no_ground,
)
"""The facts about what the move itself gains, the most specific ones first."""


def last_man(compared: Comparison) -> int | None:
    """Return the cell of the seat's last man if only the better move brings it nearer.

    None if several men are equally far from the goal.
    """
    origin = compared.better.path[0]
    if compared.played.path[0] == origin or not _comes_nearer(compared, compared.better):
        return None
    seat, after = compared.seat, compared.after_played
    others = [cell for cell in compared.variant.standing(after, seat) if cell != origin]
    tables = distances_to_tip(compared.variant, seat)
    alone = all(any(table[cell] < table[origin] for table in tables) for cell in others)
    behind = all(table[cell] <= table[origin] for table in tables for cell in others)
    return origin if alone and behind else None


def squares_to_nearest_man(variant: Variant, position: Position, origin: int) -> int:
    """Return the distance in squares from a man to the nearest other man of any seat.

    Straight and diagonal neighbours are one square away.
    """
    far = {origin: 0}
    ring = [origin]
    for cell in ring:
        if cell != origin and position.cells[cell]:
            return far[cell]
        for beside in variant.board.neighbours[cell]:
            if beside not in far:
                far[beside] = far[cell] + 1
                ring.append(beside)
    return len(ring)


def _comes_nearer(compared: Comparison, move: Move) -> bool:
    """Whether a move brings its man nearer to the goal.

    The last measure of `distances_to_tip` decides, and the others must not contradict it.
    """
    gains = _gains(compared, move)
    return min(gains) >= 0 and gains[-1] > 0


def _gains(compared: Comparison, move: Move) -> list[int]:
    """Return how much nearer to the goal a move brings its man, by each measure."""
    start, end = move.path[0], move.path[-1]
    return [
        table[start] - table[end] for table in distances_to_tip(compared.variant, compared.seat)
    ]


def _enters(compared: Comparison, move: Move) -> int:
    """Return 1 if a move brings its man into the goal, -1 if out of it, else 0."""
    goal = compared.variant.seats[compared.seat].goal
    return (move.path[-1] in goal or move.path[-1] == OFF) - (move.path[0] in goal)


def _own_difference(compared: Comparison) -> int:
    """Return how much more the better move gains in evaluation."""
    tables = piece_square_tables(compared.variant)
    sums = [
        material_sums(compared.variant, position, tables)[compared.seat]
        for position in (compared.after_better, compared.after_played)
    ]
    return sums[0] - sums[1]


# -- what the next turns can gain ------------------------------------------------------------------


def rivals_ladder(compared: Comparison) -> Explanation | None:
    """Explain that only the move played leaves the next rival a hop."""
    variant = compared.variant
    _, hop = _greatest_gain(variant, compared.after_played)
    return _ladder("rivals-ladder", variant, hop, compared.after_better, compared.rival)


def own_ladder(compared: Comparison) -> Explanation | None:
    """Explain that only the better move prepares a hop for the next turn of the seat."""
    hop = _next_hop(compared)
    if hop is None or _is_possible(compared.variant, compared.before, hop):
        return None
    return _lost_hop("own-ladder", compared, hop)


def broken_ladder(compared: Comparison) -> Explanation | None:
    """Explain that only the move played makes a hop impossible."""
    hop = _next_hop(compared)
    if hop is None or not _is_possible(compared.variant, compared.before, hop):
        return None
    return _lost_hop("broken-ladder", compared, hop)


def _next_hop(compared: Comparison) -> Move | None:
    """Return the best hop in the seat's next turn after the better move.

    None if the rival's best reply prevents it, or if its man is the one that moved instead.
    """
    variant, seat, after = compared.variant, compared.seat, compared.after_better
    hop = _greatest_gain(variant, with_turn(after, seat))[1]
    reply = _greatest_gain(variant, after)[1]
    if hop is None or hop.path[0] == compared.played.path[0]:
        return None
    answered = with_turn(variant.apply(after, reply) if reply else after, seat)
    return hop if _is_possible(variant, answered, hop) else None


def _lost_hop(kind: str, compared: Comparison, hop: Move) -> Explanation | None:
    """Return the explanation for a hop that is impossible after the move played."""
    return _ladder(kind, compared.variant, hop, with_turn(compared.after_played, compared.seat))


def _ladder(
    kind: str, variant: Variant, hop: Move | None, other: Position, rival: int = -1
) -> Explanation | None:
    """Return the explanation for a hop that is impossible in the other position."""
    if hop is None or (jumps := jumps_of(variant, hop)) < LADDER:
        return None
    if _is_possible(variant, other, hop):
        return None
    return Explanation(kind, variant.format(hop), number=jumps, seat=rival)


def _is_possible(variant: Variant, position: Position, hop: Move) -> bool:
    """Whether a man can move between the ends of this hop, by any route."""
    ends = hop.path[0], hop.path[-1]
    return any(
        (move.path[0], move.path[-1]) == ends for move in variant.moves(position) if move.path
    )


def _greatest_gain(variant: Variant, position: Position) -> tuple[int, Move | None]:
    """Return the greatest gain in evaluation of a man's move, and that move."""
    tables = piece_square_tables(variant)[position.turn]
    best, chosen = 0, None
    for move in variant.moves(position):
        if len(move.path) > 1:
            table = tables[kind_of(position.cells[move.path[0]])]
            gain = table[move.path[-1]] - table[move.path[0]]
            if gain > best:
                best, chosen = gain, move
    return best, chosen


def _reply_difference(compared: Comparison) -> int:
    """Return how much more the next rival can gain after the move played."""
    if compared.rival < 0:
        return 0
    variant = compared.variant
    played = _greatest_gain(variant, compared.after_played)[0]
    return played - _greatest_gain(variant, compared.after_better)[0]


def _next_difference(compared: Comparison) -> int:
    """Return how much more the seat's next turn can gain after the better move."""
    variant, seat = compared.variant, compared.seat
    better = _greatest_gain(variant, with_turn(compared.after_better, seat))[0]
    return better - _greatest_gain(variant, with_turn(compared.after_played, seat))[0]
