"""Fair queueing: guilds are served round-robin.

A busy guild therefore cannot starve the others.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from bot.service import outbox
from bot.store import Tx, outbox_rows
from bot.store.models.outbox import OutboxRow

AT_ONCE = 8
"""Maximum concurrent deliveries, each to a different channel (Discord's limits are per channel)."""
SHARE = AT_ONCE // 2
"""Maximum concurrent deliveries per guild. They may wait for the rate limits of its channels."""


class Turns:
    """Claims due rows round-robin over the guilds.

    Deliveries to a channel whose rate limit has since been exhausted do not occupy a slot, because
    discord.py only returns from such a request when the limit has been reset.
    """

    def __init__(self) -> None:
        self._served: set[int] = set()
        """The guilds already served in this round."""
        self._nobody_else: int | None = None
        """The second in which only these guilds had due rows, so that the query is not repeated."""

    async def claim(
        self, tx: Tx, under_way: Iterable[OutboxRow], resting: Collection[int], now: int
    ) -> list[OutboxRow]:
        """Claim rows for the free slots.

        `resting` are channels with an exhausted rate limit.
        """
        mine: list[OutboxRow] = []
        busy = list(under_way)
        count = Counter(row.server for row in busy if row.channel not in resting)
        ours = {row.id for row in busy}

        async def due(but: Collection[int]) -> list[OutboxRow]:
            full = {server for server, number in count.items() if number >= SHARE}
            return await outbox_rows.due(
                tx, now=now, limit=AT_ONCE, but=full.union(but), resting=resting
            )

        async def take(row: OutboxRow) -> None:
            if count.total() >= AT_ONCE or count[row.server] >= SHARE:
                return
            self._served.add(row.server)
            # The claim of a row that cannot be settled for long runs out while we still have it.
            if row.id not in ours and await outbox.claim(tx, row, now=now):
                count[row.server] += 1
                mine.append(row)

        while count.total() < AT_ONCE and self._nobody_else != now:
            found = await due(self._served)
            if not found:
                self._nobody_else = now if self._served else None
                break
            for row in found:
                if row.server not in self._served:
                    await take(row)
        if count.total() < AT_ONCE:  # every guild has been served, so a new round starts
            self._served.clear()
            for row in await due(()):
                await take(row)
        return mine
