"""Order of a ladder: permitted challenges, and places. Places count from 1."""

from random import Random

STEP_BACK = 5
"""Number of places lost by a member who comes back."""
REMATCH_DAYS = 14
"""Days after which the same two members may play another ladder game."""
_REACH, _REACH_PART = 3, 4
_SMALL_LADDER = 8
_TOP_PLACES, _ASKED_AT_TOP, _ASKED = 3, 3, 2


def may_challenge(place: int, other: int, members: int) -> bool:
    """Return whether the member at `place` may challenge the member at `other`.

    On ladders of at most eight members, members may challenge everyone above them. On larger ones,
    the limit is three places, or a quarter of their own place, rounded up, if that is more.
    """
    return other < place and (members <= _SMALL_LADDER or place - other <= reach_of(place))


def reach_of(place: int) -> int:
    """Return how many places up a member of a larger ladder may challenge."""
    return max(_REACH, -(-place // _REACH_PART))


def most_games_challenged(place: int) -> int:
    """Return the maximum number of simultaneous games as the challenged member.

    It is highest for the first three places, which are challenged most often.
    """
    return _ASKED_AT_TOP if place <= _TOP_PLACES else _ASKED


def who_begins(challenger: int, challenged: int, began_last: int | None, lot: int) -> int:
    """Return which of two members moves first. They take turns.

    Before their first game, `lot` decides, e.g. the number of the match.
    """
    if began_last is None:
        return Random(lot).choice((challenger, challenged))
    return challenged if began_last == challenger else challenger


def rejoin_place(old_place: int | None, members: int) -> int:
    """Return the place of a member who joins a ladder of this many members.

    It is the bottom or, for inactive and former members, five places below their old place.
    """
    bottom = members + 1
    return bottom if old_place is None else min(old_place + STEP_BACK, bottom)
