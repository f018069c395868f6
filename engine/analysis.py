"""A finished game looked through by the computer: the race, the longest hop, what each turn gave away.

Values are in turns, as everywhere in `engine.search`: who gives away three needs three more than by the
best move that was found. All is bounded by positions looked at, not by a clock, so that the same game
has the same analysis everywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.board import OFF
from engine.position import Move, Position
from engine.registry import variant as variant_of
from engine.search import best, compared, turns_to_go
from engine.search.tablebase import Verdict, verdicts
from engine.variant_definition import Variant

NODES = 20_000
"""Positions that are looked at for a whole game, about."""
LEAST, MOST = 60, 400
"""Positions for one turn."""
CAPPED = 20.0
"""More turns than these nobody gives away in one: a game that was won or lost at once has no measure."""
TURNING = 1.0
"""So many turns given away make a turning point."""

Report = Callable[[float], object]
"""Told which share is done."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game in plain values that another process can be sent."""

    key: str
    """The variant."""
    moves: tuple[str, ...]
    """As `Variant.format` prints them."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to say of a game."""

    to_go: tuple[tuple[float, ...], ...]
    """After 0, 1, 2, ... turns: about how many turns each seat still needed."""
    given: tuple[float, ...]
    """How many turns each turn gave away."""
    better: tuple[str, ...]
    """The move that was found instead, as printed; "" where the one that was played was as good."""
    longest: int
    """The number of the turn with the most jumps, the first if there are several; 0: nobody hopped."""
    jumps: int
    """How many it made."""
    ends: tuple[int, ...] = ()
    """Of a game that is solved: what each turn led to by best play, for the seat that made it: 1 a win,
    0 a draw, -1 a loss."""

    def turning_points(self, most: int = 3) -> list[int]:
        """The numbers of the turns that gave away most, in their order."""
        turns = [turn for turn, lost in enumerate(self.given, 1) if lost >= TURNING]
        return sorted(sorted(turns, key=lambda turn: -self.given[turn - 1])[:most])


def analysed(played: Played, report: Report | None = None) -> Analysis:
    """The analysis of a game whose moves are trusted; it may still be going on."""
    variant = variant_of(played.key)
    position = variant.start()
    nodes = max(LEAST, min(MOST, NODES // max(1, len(played.moves))))
    to_go, given, better = [_race(variant, position)], list[float](), list[str]()
    longest, most, ends = 0, 0, list[int]()
    for turn, text in enumerate(played.moves, 1):
        move = variant.routed(position, variant.printed(text))
        solved = verdicts(variant, position)
        if solved:
            lost, instead = _proved(variant, move, solved)
            ends.append(solved[move].result)
        else:
            lost, instead = _judged(variant, position, move, nodes)
        given.append(lost)
        better.append(instead)
        if (jumps := jumps_of(variant, move)) > most:
            longest, most = turn, jumps
        position = variant.apply(position, move)
        to_go.append(_race(variant, position))
        if report is not None:
            report(turn / len(played.moves))
    return Analysis(tuple(to_go), tuple(given), tuple(better), longest, most, tuple(ends))


def given_away(analysis: Analysis, movers: Sequence[int], seats: int) -> list[float]:
    """How many turns each seat gave away in all; `movers`: whose each turn was."""
    total = [0.0] * seats
    for seat, lost in zip(movers, analysis.given, strict=True):
        total[seat] += lost
    return total


def jumps_of(variant: Variant, move: Move) -> int:
    """How many jumps a move makes; 0 for a step, a drop or a pass."""
    near = variant.board.neighbours
    return sum(
        there != OFF and there not in near[here]
        for here, there in zip(move.path, move.path[1:], strict=False)
    )


def _race(variant: Variant, position: Position) -> tuple[float, ...]:
    return tuple(
        round(turns_to_go(variant, position, seat), 1) for seat in range(len(variant.seats))
    )


def _proved(variant: Variant, move: Move, solved: Mapping[Move, Verdict]) -> tuple[float, str]:
    """What a move of a solved game gives away, half of `CAPPED` for each step from a win over a draw to
    a loss, and the best move."""
    best = max(solved, key=lambda each: solved[each].order)
    steps = solved[best].result - solved[move].result
    return (CAPPED / 2 * steps, variant.format(best)) if steps else (0.0, "")


def _judged(variant: Variant, position: Position, move: Move, nodes: int) -> tuple[float, str]:
    """How many turns a move gives away, and what was better."""
    seat = position.turn
    if len(variant.moves(position)) < 2:
        return 0.0, ""
    first = best(variant, position, 1, nodes=nodes)[0].move
    if first == move or seat in variant.apply(position, move).done:
        return 0.0, ""
    better, worse = compared(variant, position, (first, move))
    lost = round(min(better.value - worse.value, CAPPED), 1)
    return (lost, variant.format(first)) if lost and better.move == first else (0.0, "")
