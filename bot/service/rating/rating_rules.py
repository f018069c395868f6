"""Which finished games are rated, and how.

A `RatedGame` is added when a rated match ends. It never changes, except that it can be annulled by a
manager or by a winner who waives an undeserved win. Its players then get back what it changed
(`bot.service.rating.settlement`).
"""

from collections.abc import Collection, Mapping, Sequence

from bot.service.clock.calendar import DAY, HOUR
from bot.store.models.ratings import Kind
from engine import Variant
from engine.outcome import teams_of

MIN_MOVES = 5
"""Minimum moves of every person for a resignation or timeout to be rated."""
MIN_MOVES_AFTER_DROPS = 2
"""Minimum moves after the drops, in games that begin with drops."""
REPEAT_TIMEOUT_WINDOW = 72 * HOUR
"""Maximum seconds between the first and the last timeout of a run.

A move by the player ends the run.
"""
WAIVER_WINDOW = 48 * HOUR
"""Seconds after the end of a game during which a winner may waive the win."""
MIN_ACCOUNT_AGE = 14 * DAY
"""Minimum age of an account for rated games, in seconds."""


def kind_of_game(game: Variant) -> Kind:
    """Return the pool in which a game is rated."""
    if len(teams_of(game)) < len(game.seats):
        return "partners"
    return "duel" if len(game.seats) == 2 else "melee"


def places_of(ranking: Sequence[Collection[int]]) -> dict[int, int]:
    """Return the rank of each seat, from 0. Tied seats share a rank: 0, 1, 1, 3."""
    place_by_seat: dict[int, int] = {}
    for group in ranking:
        next_place = len(place_by_seat)
        place_by_seat.update(dict.fromkeys(group, next_place))
    return place_by_seat


def long_enough_to_rate(moves: Sequence[int], drops: int = 0) -> bool:
    """Whether a game was long enough at a departure to be rated.

    `moves` is the number of moves of each human seat, including drops. `drops` is the number of men
    that each seat drops first.
    """
    least = drops + MIN_MOVES_AFTER_DROPS if drops else MIN_MOVES
    return all(made >= least for made in moves)


def is_repeat_timeout(timeouts: Sequence[int], last_move: int | None, now: int) -> bool:
    """Whether a timeout now would be a repeat: the second or a later one of a run.

    Such a timeout may be excused. `timeouts` are the player's earlier timeouts in any game.
    `last_move` is when they last moved in any game, or None if never.
    """
    run = [at for at in timeouts if last_move is None or at > last_move]
    return bool(run) and now - min(run) <= REPEAT_TIMEOUT_WINDOW


def excused_sides(side: int, distances: Mapping[int, int]) -> frozenset[int]:
    """Return the sides against which a repeat timeout of `side` is excused.

    These are the sides that were not ahead. `distances` is the total number of turns that each
    side's men still needed at the timeout. Against a side that was ahead, the timeout is still a
    loss, so that no player can escape a lost position by letting the clock run out.
    """
    own = distances[side]
    return frozenset(other for other, way in distances.items() if other != side and own <= way)


def unrated_code(
    *,
    players: Collection[int],
    created: Collection[int],
    now: int,
    timed: bool,
    ratings_on: bool,
    uneven: bool = False,
    hasty: bool = False,
    barred: bool = False,
    inseparable: bool = False,
) -> str | None:
    """Return why a game with these players cannot be rated, or None if it can.

    The reasons are the keys of `bot.texts.unrated_reasons`. `created` lists the creation times of
    the accounts. `uneven` means that the seats of the game have different tasks. `hasty` means that
    the time control is outside the limits of rated games. `barred` means that a player has recently
    aborted too many games. `inseparable` means that two of more than two players are always in the
    same games. The result is fixed when the game begins.
    """
    reasons = {
        "ratings-off": not ratings_on,
        "uneven": uneven,
        "same-person": len(set(players)) < len(players),
        "untimed": not timed,
        "hasty": hasty,
        "barred": barred,
        "inseparable": inseparable,
        "accounts-too-new": any(now - at < MIN_ACCOUNT_AGE for at in created),
    }
    return next((reason for reason, so in reasons.items() if so), None)
