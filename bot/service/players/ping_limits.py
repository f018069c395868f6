"""Ping rate limit: one ping per hour from one player to another, except for turns.

A message over the limit is still posted, but without the mention.
"""

from collections.abc import Iterable

from bot.store import Tx
from bot.store.players import pings

PING_INTERVAL = 3600
"""Minimum seconds between two mentions of the same player by the same sender."""


def take_ping_allowance(
    tx: Tx, by: int, people: Iterable[int], *, row: int, now: int
) -> tuple[int, ...]:
    """Return the players whom the outbox row may mention, and record the mentions.

    `by` is the player on whose behalf they are mentioned. A retry of the same row may mention the
    same players again.
    """
    allowed = []
    for player in people:
        last = _last_ping(tx, player, by, now)
        if last is None or last[0] + PING_INTERVAL <= now:
            pings.put_ping(tx, player, by, now, row)
            allowed.append(player)
        elif last[1] == row:
            allowed.append(player)
    return tuple(allowed)


def schedule_nudge(tx: Tx, player: int, by: int, *, now: int) -> int:
    """Record a nudge as a ping and return when it may be sent.

    Returns `now`, or an hour after the last ping. If an earlier nudge is still scheduled, returns
    its time.
    """
    last = _last_ping(tx, player, by, now)
    at = now if last is None else max(now, last[0] if last[0] > now else last[0] + PING_INTERVAL)
    pings.put_ping(tx, player, by, at, None)
    return at


def _last_ping(tx: Tx, player: int, by: int, now: int) -> tuple[int, int | None] | None:
    """Return the time and the outbox row of the last ping, or None.

    A nudge is scheduled at most an hour ahead. A later time comes from a wrong system clock.
    """
    last = pings.last_ping(tx, player, by)
    return None if last is not None and last[0] > now + PING_INTERVAL else last
