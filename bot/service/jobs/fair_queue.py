"""Fair queueing: guilds are served round-robin.

A busy guild therefore cannot starve the others.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from bot.service import outbox
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows

MAX_IN_FLIGHT = 8
"""Maximum concurrent deliveries, each to a different channel.

Discord's limits are per channel.
"""
MAX_PER_GUILD = MAX_IN_FLIGHT // 2
"""Maximum concurrent deliveries per guild.

They may be waiting for the rate limits of its channels.
"""


class FairQueue:
    """Claims due rows round-robin over the guilds.

    A delivery does not occupy a slot while the rate limit of its channel is exhausted, because
    discord.py only returns from such a request when the limit has been reset.
    """

    def __init__(self) -> None:
        self._last_served: set[int] = set()
        """The guilds already served in this round."""
        self._only_guild: int | None = None
        """Last time at which only guilds already served had due rows, or None.

        It avoids repeating a query within the same second.
        """

    def claim(
        self, tx: Tx, in_flight: Iterable[OutboxRow], exhausted_channels: Collection[int], now: int
    ) -> list[OutboxRow]:
        """Claim due rows for the free slots and return them.

        `exhausted_channels` are channels with an exhausted rate limit.
        """
        mine: list[OutboxRow] = []
        busy = list(in_flight)
        count = Counter(row.server for row in busy if row.channel not in exhausted_channels)
        ours = {row.id for row in busy}

        def due(but: Collection[int]) -> list[OutboxRow]:
            full = {server for server, number in count.items() if number >= MAX_PER_GUILD}
            return outbox_rows.due_rows(
                tx, now=now, limit=MAX_IN_FLIGHT, but=full.union(but), resting=exhausted_channels
            )

        def take(row: OutboxRow) -> None:
            if count.total() >= MAX_IN_FLIGHT or count[row.server] >= MAX_PER_GUILD:
                return
            self._last_served.add(row.server)
            # A row in flight is due again if its lease expires before the row can be settled.
            if row.id not in ours and outbox.claim_row(tx, row, now=now):
                count[row.server] += 1
                mine.append(row)

        while count.total() < MAX_IN_FLIGHT and self._only_guild != now:
            candidate = due(self._last_served)
            if not candidate:
                self._only_guild = now if self._last_served else None
                break
            for row in candidate:
                if row.server not in self._last_served:
                    take(row)
        if count.total() < MAX_IN_FLIGHT:  # every guild has been served, so a new round starts
            self._last_served.clear()
            for row in due(()):
                take(row)
        return mine
