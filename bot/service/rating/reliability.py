"""Reliability: whether a player finishes their games, regardless of strength."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bot.service.clock.calendar import DAY

MAX_COUNTED = 30
"""Maximum number of a player's most recent finished games that count."""
MIN_GAMES = 5
WINDOW = 90 * DAY
"""Seconds for which a loss on time or a no-show counts."""
ABORTS, ABORTS_IN, BARRED_FOR = 3, 30 * DAY, 7 * DAY
"""Limits for aborted games.

A player with ABORTS aborts within ABORTS_IN seconds is barred from new rated games for BARRED_FOR
seconds.
"""


class SeatEnding(NamedTuple):
    """How a player's seat in one game, rated or not, ended."""

    at: int
    kind: Literal["played", "timeout", "no-show"]
    """How the seat ended.

    "played": to the end or by resignation. "timeout": lost on time. "no-show": aborted because the
    player never made their first move.
    """


def reliability(endings: Sequence[SeatEnding], now: int) -> int | None:
    """Return the percentage of recent games whose ending is "played", rounded down.

    Returns None if there are too few games.
    """
    last = sorted(endings)[-MAX_COUNTED:]
    counted = [ending for ending in last if ending.kind == "played" or now - ending.at < WINDOW]
    if len(counted) < MIN_GAMES:
        return None
    return 100 * sum(ending.kind == "played" for ending in counted) // len(counted)


def barred_until(aborts: Sequence[int], now: int) -> int | None:
    """Return the end of a player's ban from new rated games, or None if not banned.

    `aborts` are the times of the aborts that the player caused.
    """
    at = sorted(aborts)
    runs = zip(at, at[ABORTS - 1 :], strict=False)
    until = max(
        (last + BARRED_FOR for first, last in runs if last - first < ABORTS_IN), default=now
    )
    return until if until > now else None
