"""Cup: the bracket by seed, two games per pair, and the margin that breaks a tie.

It is a standard bracket: the two best seeds can only meet in the final. A slot is None if both
entrants who could have reached it have withdrawn.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from bot.extensions.tournaments.rules.results import Result

Slots = tuple[int | None, ...]
"""Seeds in the order of the bracket. Neighbours meet."""
Pair = tuple[int | None, int | None]
"""Two neighbours in the bracket.

The winners of all pairs, in this order, are the slots of the next round.
"""


TieBreak = Literal["points", "decision", "margin", "turns", "seed"]
"""What decides a pair.

After the points, a win on the board ranks above one that a manager has decided. Then the margin in
turns, the number of turns in the own win, and the seed decide.
"""


class CupGame(NamedTuple):
    """A scored game of a pair."""

    result: Result
    margin: int | None
    """Number of turns that the loser still needed; None if the game did not decide the score."""
    turns: int | None
    """Number of turns that the winner took; None if the game did not decide the score."""


def bracket(entrants: int) -> Slots:
    """Return all slots of the first round.

    The slot next to an entrant with a bye is None. Each round doubles the slots: the opponent of
    seed s of m is seed 2m + 1 - s.
    """
    seeds = [1, 2]
    while len(seeds) < entrants:
        size = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, size - seed)]
    return tuple(seed if seed <= entrants else None for seed in seeds)


def pairs_in_round(entrants: int, number: int) -> int:
    """Return the number of pairs in a round, including those with a bye."""
    return max(1, len(bracket(entrants)) >> number)


def cup_round(slots: Slots) -> tuple[Pair, ...]:
    """Return the pairs of a round, in the order of the bracket."""
    return tuple(zip(slots[::2], slots[1::2], strict=True))


def games_of_pair(pair: Pair) -> tuple[tuple[int, int], ...]:
    """Return the games of a pair, as (first to move, second to move).

    Each entrant moves first in one game, the better seed in the first one. There are no games if
    one entrant is missing.
    """
    first, second = pair
    if first is None or second is None:
        return ()
    better, other = sorted((first, second))
    return (better, other), (other, better)


def winner_of_pair(
    pair: Pair, games: Sequence[CupGame], withdrawn: Collection[int] = ()
) -> int | None:
    """Return the seed that advances; None if neither is left.

    If the points are equal, the greater margin decides, then fewer turns in the entrant's own win,
    then the better seed. A win without a margin, which a manager has decided, ranks below any other win.
    """
    left = [seed for seed in pair if seed is not None and seed not in withdrawn]
    if len(left) < 2:
        return left[0] if left else None
    return max(left, key=lambda seed: (_strength(seed, games), -seed))


def tie_break(winner: int, loser: int, games: Sequence[CupGame]) -> tuple[TieBreak, int]:
    """Return what decided a pair, and by how many turns, if turns decided it."""
    own, other = _strength(winner, games), _strength(loser, games)
    if own[0] != other[0]:
        return "points", 0
    if own[1] != other[1]:
        return "decision", 0
    if own[2] != other[2]:
        return "margin", own[2] - other[2]
    return ("turns", own[3] - other[3]) if own[3] != other[3] else ("seed", 0)


def cup_places(rounds: Sequence[Sequence[tuple[Pair, int | None]]]) -> dict[int, int]:
    """Return the final place of each eliminated seed, and of the winner.

    `rounds` has (pair, winner) for each pair of the finished rounds. Entrants who lose in the same
    round share a place behind all who advanced.
    """
    places: dict[int, int] = {}
    for pairs in rounds:
        going_on = [winner for _, winner in pairs if winner is not None]
        out = {seed for pair, _ in pairs for seed in pair if seed is not None} - set(going_on)
        places.update(dict.fromkeys(out, len(going_on) + 1))
        if len(pairs) == 1:
            places.update(dict.fromkeys(going_on, 1))
    return places


def _strength(seed: int, games: Sequence[CupGame]) -> tuple[int, int, int, int]:
    """Return the sort key: points, whether there is a margin, margin, minus turns."""
    points, margins = 0, [(0, 0, 0)]
    for game in games:
        own = game.result.half_points[game.result.numbers.index(seed)]
        points += own
        if own == 2 and game.margin is not None and game.turns is not None:
            margins.append((1, game.margin, -game.turns))
    return (points, *max(margins))
