"""How often one person may call another, other than by a turn: once an hour.

What they do is posted all the same, only without the mention.
"""

from collections.abc import Iterable

from bot.store import Tx, pings

PAUSE = 3600
"""Seconds between two mentions of a person by the same other person."""


async def callable_by(
    tx: Tx, by: int, people: Iterable[int], *, row: int, now: int
) -> tuple[int, ...]:
    """Those of the people whom this row of the outbox may mention for that person; they count as called.

    The same row, tried again, may mention the same people.
    """
    found = []
    for player in people:
        last = await pings.last(tx, player, by)
        if last is None or last[0] + PAUSE <= now:
            await pings.put(tx, player, by, now, row)
            found.append(player)
        elif last[1] == row:
            found.append(player)
    return tuple(found)


async def nudged(tx: Tx, player: int, by: int, *, now: int) -> int:
    """A nudge counts as a call; when it may come: now, or an hour after the last.

    Those that wait for the same moment come together.
    """
    last = await pings.last(tx, player, by)
    at = now if last is None else max(now, last[0] if last[0] > now else last[0] + PAUSE)
    await pings.put(tx, player, by, at, None)
    return at
