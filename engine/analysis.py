"""Computer analysis of a game: race, longest hop, lost turns, turning points.

A loss is measured in turns and never exceeds the difference shown in the race graph. If a move
loses three turns, its player needs at least three more turns to finish than after the better move.
Where the turns left in a race are counted exactly, the loss is exact too.
A turning point is measured by the result instead: the search expects a different result after it.
In a decided game turns no longer matter, so a move that misses a win may be a turning point
although it loses hardly any turns.

The search is limited by the number of positions searched (nodes) and not by a clock, so the same
game gets the same analysis on every machine.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.explanations import UNEXPLAINED, Explanation, explain
from engine.jumps import jumps_of
from engine.outcome import teams_of
from engine.position import Move, Position
from engine.registry import variant as variant_of
from engine.search import best_moves, score_moves, turns_to_go
from engine.search.budget import SearchBudget
from engine.search.perfect_races import perfect_race
from engine.search.tablebase import SolvedResult, solved_results
from engine.variant_definition import Variant

SEARCH_NODES = 20_000
"""Approximate node budget (positions searched) for the best moves of a whole game."""
LEAST, MOST = 60, 400
"""Smallest and largest node budget for the best move of one turn."""
COMPARING_NODES = 20_000
"""Node budget for comparing the moves of a whole game with the best ones."""
UNEVEN = 8
"""One turn may use at most this many times its even share of `COMPARING_NODES`."""
CONFIRMING_DEPTH = 6
"""Depth in turns of the second search, which confirms a turning point.

Both searches are less deep if the budget ends first, as it often does in Hexma.
"""
LEAD_WEIGHT = 3.0
"""Weight of a lead in the expected score, fitted to 46 games between equal levels.

With a lead of one turn, the expected score is 89% two turns before the end, 71% eleven turns
before it and 62% forty turns before it.
"""
EXPECTED = 2 / 3
"""Minimum expected score for a predicted win.

A loss is predicted at one minus this score or less.
"""
TURNING_POINT = 0.25
"""Minimum drop in the expected score that makes a move a turning point."""
VERSION = 7
"""Version of the analysis. Stored analyses of an older version are computed again."""

Swing = tuple[float, float]
"""The mover's expected scores after the better move and after the move played.

Each is between 0 for a loss and 1 for a win.
"""

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
    """The analysis of one game."""

    to_go: tuple[tuple[float, ...], ...]
    """Estimated number of turns that each seat still needs, after 0, 1, 2, ... turns."""
    given: tuple[float, ...]
    """Number of turns that each move lost compared with the better move.

    It is at most the difference between the turns still needed after the two moves.
    """
    better: tuple[str, ...]
    """For each turn, the better move in printed form; "" if none was found."""
    longest: int
    """Number of the turn with the most jumps, the earliest one in a tie.

    The number is 0 if the game has no hop.
    """
    jumps: int
    """Number of jumps in that turn."""
    ends: tuple[int, ...] = ()
    """Results under best play after each turn, if the game is solved.

    Each result is from the point of view of the seat that moved: 1 for a win, 0 for a draw, -1 for
    a loss. The tuple is empty if the game is not solved.
    """

    swings: tuple[Swing, ...] = ()
    """The expected scores at each turn. The two are equal if no move was better."""
    reasons: tuple[Explanation, ...] = ()
    """For each turn, why the better move was better; `UNEXPLAINED` if no fact shows it."""
    exact_from: tuple[int, ...] = ()
    """For each seat, the turn after which `to_go` is exact; -1 if it never is."""
    version: int = 0
    """The `VERSION` that computed this analysis."""

    def turning_points(self, limit: int = 3) -> list[int]:
        """Return the turns that lowered the expected result, in playing order.

        If there are more than `limit`, those that changed the result and lost the most are
        returned.
        """
        drops = {
            turn: (better - played, self.given[turn - 1])
            for turn, (better, played) in enumerate(self.swings, 1)
            if changes_result((better, played))
        }
        return sorted(sorted(drops, key=lambda turn: drops[turn], reverse=True)[:limit])

    def notable_turns(
        self, movers: Sequence[int], winners: Collection[int], limit: int = 3
    ) -> list[int]:
        """Return the turning points and the other worst moves, in playing order.

        `movers` has the seat that made each turn. Moves of the `winners` that did not change the
        expected result are left out.
        """
        turning = self.turning_points(limit)
        others = [
            turn
            for turn, (seat, lost) in enumerate(zip(movers, self.given, strict=True), 1)
            if lost >= 1 and seat not in winners and turn not in turning
        ]
        others.sort(key=lambda turn: -self.given[turn - 1])
        return sorted(turning + others[: limit - len(turning)])


def analysed(played: PlayedGame, report: Report | None = None) -> Analysis:
    """Return the analysis of a game without checking that its moves are legal.

    The game may still be in progress. `report` is called with the fraction done after each turn.
    """
    variant = variant_of(played.key)
    position, positions = variant.start(), [variant.start()]
    moves = list[Move]()
    nodes = max(LEAST, min(MOST, SEARCH_NODES // max(1, len(played.moves))))
    to_go, judged = [_turns_left(variant, position)], list[_Judgement]()
    comparing = SearchBudget(COMPARING_NODES)
    longest, most, ends = 0, 0, list[int]()
    for turn, text in enumerate(played.moves, 1):
        move = variant.with_route(position, variant.parse_canonical(text))
        solved = solved_results(variant, position)
        if solved:
            judged.append(_solved_judgement(move, solved))
            ends.append(solved[move].result)
        else:
            share = UNEVEN / (len(played.moves) + 1 - turn)
            budget = comparing.sub_budget(min(1.0, share))
            judged.append(_search_judgement(variant, position, move, nodes, budget))
            comparing.used += budget.used
        if (jumps := jumps_of(variant, move)) > most:
            longest, most = turn, jumps
        moves.append(move)
        position = variant.apply(position, move)
        positions.append(position)
        to_go.append(_turns_left(variant, position))
        if report is not None:
            report(turn / len(played.moves))
    if len(variant.seats) == 2:
        judged = _agreed_by_reply(judged)
    return Analysis(
        tuple(to_go),
        tuple(each.lost for each in judged),
        tuple(variant.format(each.better) if each.better else "" for each in judged),
        longest,
        most,
        tuple(ends),
        tuple(each.swing for each in judged),
        tuple(
            explain(variant, before, move, each.better) if each.better else UNEXPLAINED
            for before, move, each in zip(positions, moves, judged, strict=False)
        ),
        tuple(_exact_from(variant, positions, seat) for seat in range(len(variant.seats))),
        VERSION,
    )


def expected_result(score: float) -> int:
    """Return the result that a score predicts: 1 for a win, -1 for a loss, else 0."""
    return (score >= EXPECTED) - (score <= 1 - EXPECTED)


def changes_result(swing: Swing) -> bool:
    """Whether the move played clearly lowered the expected result."""
    better, played = swing
    return better - played >= TURNING_POINT and expected_result(better) > expected_result(played)


def turns_lost(
    variant: Variant, before: Position, played: Position, better: Position, seat: int
) -> float:
    """Return how many turns a move loses for its seat, compared with a better move.

    Counts both the seat's own remaining turns and those of the rival nearest to the goal, whose turns
    no longer count if the better move reaches the seat's goal. The three positions are those before
    the move, after it, and after the better move.
    """
    rivals = [
        rival
        for rival in range(len(variant.seats))
        if rival not in before.done and not are_partners(variant, seat, rival)
    ]
    own = turns_to_go(variant, played, seat) - turns_to_go(variant, better, seat)
    if not rivals or seat in better.done:
        return own
    return own + (
        min(turns_to_go(variant, better, rival) for rival in rivals)
        - min(turns_to_go(variant, played, rival) for rival in rivals)
    )


def are_partners(variant: Variant, seat: int, other: int) -> bool:
    """Whether two seats win together; a seat is its own partner."""
    return any(seat in team and other in team for team in teams_of(variant))


def _turns_left(variant: Variant, position: Position) -> tuple[float, ...]:
    return tuple(
        round(turns_to_go(variant, position, seat), 1) for seat in range(len(variant.seats))
    )


def _exact_from(variant: Variant, positions: Sequence[Position], seat: int) -> int:
    """Return the turn after which a seat's turns to go are exact; else -1."""
    estimated = [
        turn
        for turn, position in enumerate(positions)
        if seat not in position.done and not perfect_race(variant, position, seat)
    ]
    exact = estimated[-1] + 1  # no game begins with a race
    return exact if exact < len(positions) and seat not in positions[exact].done else -1


@dataclass(frozen=True, slots=True)
class _Judgement:
    """How good a move was."""

    lost: float = 0.0
    better: Move | None = None
    """The better move; None if none was found."""
    swing: Swing = (0.0, 0.0)


def _solved_judgement(move: Move, solved: Mapping[Move, SolvedResult]) -> _Judgement:
    """Judge a move in a solved game, where only the result matters."""
    best = max(solved, key=lambda each: solved[each].order)
    swing = (1 + solved[best].result) / 2, (1 + solved[move].result) / 2
    return _Judgement(0.0, best if swing[0] > swing[1] else None, swing)


def _search_judgement(
    variant: Variant, position: Position, move: Move, nodes: int, budget: SearchBudget
) -> _Judgement:
    """Judge a move by comparing it with the best one, searched to the same depth.

    `nodes` limits the search for the best move, and `budget` the comparison.
    """
    seat, after = position.turn, variant.apply(position, move)
    if seat in after.done:
        return _Judgement(swing=(1.0, 1.0))
    ranked = best_moves(variant, position, 1, nodes=nodes)
    if not ranked:  # moves go on after the game was over, as if someone had left it
        return _Judgement()
    best = ranked[0]
    same = _expected_score(variant, position, best.value)
    race = _lost_in_race(variant, position, after, best.move)
    if best.move == move:
        return _Judgement(*race, (same, same)) if race else _Judgement(swing=(same, same))
    difference, swing = _compared(variant, position, best.move, move, 4, budget)
    if changes_result(swing):
        swing = _compared(variant, position, best.move, move, CONFIRMING_DEPTH, budget)[1]
    if race:
        return _Judgement(*race, swing if difference > 0 else (same, same))
    if difference <= 0:
        return _Judgement(swing=(same, same))
    seen = turns_lost(variant, position, after, variant.apply(position, best.move), seat)
    lost = max(0, math.floor(10 * min(difference, seen))) / 10
    better = best.move if lost or changes_result(swing) else None
    return _Judgement(lost, better, swing)


def _lost_in_race(
    variant: Variant, position: Position, after: Position, best: Move
) -> tuple[float, Move] | None:
    """Return the turns lost in a race that is counted exactly, and a better move.

    The better move is `best` unless that loses turns too. Returns None if no turn was lost, or if
    the turns left are not known exactly.
    """
    before, played, followed = (
        perfect_race(variant, each, position.turn)
        for each in (position, after, variant.apply(position, best))
    )
    ways = [(followed.turns, best)] if followed else []
    if before:
        ways.append((before.turns - 1, before.move))
    if not played or not ways:
        return None
    fewest, better = min(ways, key=lambda way: way[0])
    return (float(played.turns - fewest), better) if played.turns > fewest else None


def _agreed_by_reply(judged: Sequence[_Judgement]) -> list[_Judgement]:
    """Return the judgements with only the turning points that the next turn confirms.

    The search for the rival's best reply is independent of the one for the move. The turning point
    is dropped if that search expects the same result as before the move.
    """
    agreed = list(judged)
    for number, (judgement, reply) in enumerate(pairwise(judged)):
        seen = expected_result(1 - reply.swing[0])
        if changes_result(judgement.swing) and seen >= expected_result(judgement.swing[0]):
            better = judgement.better if judgement.lost else None
            agreed[number] = _Judgement(
                judgement.lost, better, (judgement.swing[1], judgement.swing[1])
            )
    return agreed


def _compared(
    variant: Variant,
    position: Position,
    better: Move,
    played: Move,
    depth: int,
    budget: SearchBudget,
) -> tuple[float, Swing]:
    """Return how many turns a move is better than another, and the expected scores."""
    scored = score_moves(variant, position, (better, played), depth, budget)
    value = {move_score.move: move_score.value for move_score in scored}
    best, worse = value[better], value[played]
    swing = _expected_score(variant, position, best), _expected_score(variant, position, worse)
    return best - worse, swing


def _expected_score(variant: Variant, position: Position, lead: float) -> float:
    """Return the expected score of the seat to move, given its lead in turns."""
    left = min(_turns_left(variant, position))
    return round(1 / (1 + math.exp(-LEAD_WEIGHT * lead / math.sqrt(max(1.0, left)))), 2)
