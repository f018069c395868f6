"""What a finished game says to the ratings, and which games say nothing.

A `RatedGame` is added when a rated match ends and never changed, except to be struck out
(`void`): by an annulment, or by a winner who waives an undeserved win. Ratings are folded from all
of them (`bot.service.rating.ladder`), so a struck-out game is as if it had never been played.
"""

from collections.abc import Collection, Mapping, Sequence

from bot.service.clock.calendar import DAY, HOUR
from bot.store.models.ratings import Kind

MOVES_TO_RATE = 5
"""A resignation or time-out is rated once every human seat has made so many moves."""
MOVES_AFTER_DROPS = 2
"""Where men are dropped first: so many after the drops."""
RUN = 72 * HOUR
"""Time-outs of one person within this of the first, without a move between, are one run."""
WAIVER = 48 * HOUR
"""How long a winner may waive their win, from the end of the game."""
OLD_ENOUGH = 14 * DAY
"""The least age of an account that plays rated games."""


def kind_of(teams: Sequence[int]) -> Kind:
    """The pool of a game, from the team of each seat."""
    if len(set(teams)) < len(teams):
        return "partners"
    return "duel" if len(teams) == 2 else "melee"


def places(ranking: Sequence[Collection[int]]) -> dict[int, int]:
    """The place of each seat of a ranking: 0, 1, 1, 3."""
    found: dict[int, int] = {}
    for group in ranking:
        place = len(found)
        found.update(dict.fromkeys(group, place))
    return found


def past_threshold(moves: Sequence[int], drops: int = 0) -> bool:
    """Whether a game has gone on long enough for leaving it to be rated.

    moves: of each human seat, its drops among them. drops: how many men each drops first.
    """
    least = drops + MOVES_AFTER_DROPS if drops else MOVES_TO_RATE
    return all(made >= least for made in moves)


def in_run(timeouts: Sequence[int], last_move: int | None, now: int) -> bool:
    """Whether a time-out now is a second or later one of a run, and so perhaps no result.

    timeouts: when this person timed out before, in any game; last_move: when they last made a move
    in any game, None for never.
    """
    run = [at for at in timeouts if last_move is None or at > last_move]
    return bool(run) and now - min(run) <= RUN


def excused(side: int, distances: Mapping[int, int]) -> frozenset[int]:
    """The sides against which a time-out in a run is no result: those it was not behind.

    distances: the steps that each side had still to go at the time-out. A lost game stays lost, so
    that nobody escapes by letting their clock run out; an undeserved gift is not rated.
    """
    own = distances[side]
    return frozenset(other for other, way in distances.items() if other != side and own <= way)


def unrated_because(
    *,
    players: Collection[int],
    created: Collection[int],
    now: int,
    timed: bool,
    ratings_on: bool,
    hasty: bool = False,
    barred: bool = False,
    inseparable: bool = False,
) -> str | None:
    """Why a game with these players cannot be rated (`bot.texts.unrated_reasons`); None if it can.

    created: when their accounts were made. hasty: the clock gives less, or more, time than rated games
    may have. barred: somebody broke off too many lately. inseparable: two of several are always at one
    table. Settled when the game begins, and not changed after.
    """
    found = {
        "ratings-off": not ratings_on,
        "same-person": len(set(players)) < len(players),
        "untimed": not timed,
        "hasty": hasty,
        "barred": barred,
        "inseparable": inseparable,
        "accounts-too-new": any(now - at < OLD_ENOUGH for at in created),
    }
    return next((reason for reason, so in found.items() if so), None)
