"""Whose messages are sent next: servers take turns, so that a busy one makes no quiet one wait."""

from collections import Counter
from collections.abc import Collection, Iterable

from bot.service import outbox
from bot.store import Tx, outbox_rows
from bot.store.models.outbox import OutboxRow

AT_ONCE = 8
"""How many messages may be under way, each to another channel; Discord's limits are by channel."""
SHARE = AT_ONCE // 2
"""How many of them may be for one server: they may have to wait for the limits of its channels."""


class Turns:
    """Claims what is due, a message of each server before a second one of any.

    What was sent to a channel that rests since then takes nobody's place: the library returns from a
    request that used up a channel's limit only when the limit is there again.
    """

    def __init__(self) -> None:
        self._served: set[int] = set()
        """The servers that have had their turn in this round."""
        self._nobody_else: int | None = None
        """The second in which none but these had anything to send: it is not asked twice."""

    async def claim(
        self, tx: Tx, under_way: Iterable[OutboxRow], resting: Collection[int], now: int
    ) -> list[OutboxRow]:
        """Claim what there is room for besides `under_way`; `resting` channels take no message now."""
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
        if count.total() < AT_ONCE:  # all have had their turn
            self._served.clear()
            for row in await due(()):
                await take(row)
        return mine
