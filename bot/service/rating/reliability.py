"""Whether a person plays their games to the end: apart from how well they play them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bot.service.clock.calendar import DAY

COUNTED = 30
"""The last so many finished seats count."""
SHOWN_FROM = 5
FADES_AFTER = 90 * DAY
"""A seat lost on time so long ago counts no more, for or against."""
ABORTS, ABORTS_IN, BARRED_FOR = 3, 30 * DAY, 7 * DAY
"""So many aborts within such a time bar a person from new rated games for a week."""


class Ending(NamedTuple):
    """How a person's seat in one game ended."""

    at: int
    how: Literal["played", "timeout", "no-show"]
    """played: to the end, or resigned; no-show: never made their first move, and the game was aborted.
    Rated or not."""


def reliability(endings: Sequence[Ending], now: int) -> int | None:
    """The share of the last finished seats not lost on time, in whole per cent; rounded down.

    So 100 means always. None while there are too few games to say.
    """
    last = sorted(endings)[-COUNTED:]
    counted = [ending for ending in last if ending.how == "played" or now - ending.at < FADES_AFTER]
    if len(counted) < SHOWN_FROM:
        return None
    return 100 * sum(ending.how == "played" for ending in counted) // len(counted)


def barred_until(aborts: Sequence[int], now: int) -> int | None:
    """Until when a person who aborted games then may begin no rated ones; None if they may."""
    at = sorted(aborts)
    runs = zip(at, at[ABORTS - 1 :], strict=False)
    until = max(
        (last + BARRED_FOR for first, last in runs if last - first < ABORTS_IN), default=now
    )
    return until if until > now else None
