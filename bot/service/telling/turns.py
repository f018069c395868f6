"""Whose messages are sent next: servers take turns, so that a busy one makes no quiet one wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from bot.service import outbox
from bot.store import Tx
from bot.store import outbox as outbox_rows
from bot.store.messages import OutboxRow


class Turns:
    """Claims what is due, a message of each server before a second one of any.

    What was sent to a channel that rests since then takes nobody's place: the library returns from a
    request that used up a channel's limit only when the limit is there again.
    """

    def __init__(
        self,
        most: int,
        share: int,
        resting: Callable[[], Collection[int]] = frozenset[int],
    ) -> None:
        """`most`: how many messages may be under way, `share`: of one server; `resting` answers the
        channels that take no message at this moment."""
        self._most = most
        self._share = share
        self._resting = resting
        self._under_way: dict[int, OutboxRow] = {}
        self._served: set[int] = set()
        """The servers that have had their turn in this round."""
        self._nobody_else: int | None = None
        """The second in which none but these had anything to send: it is not asked twice."""

    def begin(self, row: OutboxRow) -> None:
        """A message is under way."""
        self._under_way[row.id] = row

    def over(self, row: OutboxRow, _task: object = None) -> None:
        """It is no more."""
        self._under_way.pop(row.id, None)

    async def claim(self, tx: Tx, now: int, ends: OutboxRow | None = None) -> list[OutboxRow]:
        """Claim what there is room for; the delivery of `ends` is as good as over."""
        resting, mine = self._resting(), list[OutboxRow]()
        count = Counter(
            row.server
            for row in self._under_way.values()
            if row.channel not in resting and (ends is None or row.id != ends.id)
        )

        async def due(but: Collection[int]) -> list[OutboxRow]:
            full = {server for server, number in count.items() if number >= self._share}
            return await outbox_rows.due(
                tx, now=now, limit=self._most, but=full.union(but), resting=resting
            )

        async def take(row: OutboxRow) -> None:
            if count.total() >= self._most or count[row.server] >= self._share:
                return
            self._served.add(row.server)
            if await outbox.claim(tx, row, now=now):
                count[row.server] += 1
                mine.append(row)

        while count.total() < self._most and self._nobody_else != now:
            found = await due(self._served)
            if not found:
                self._nobody_else = now if self._served else None
                break
            for row in found:
                if row.server not in self._served:
                    await take(row)
        if count.total() < self._most:  # all have had their turn
            self._served.clear()
            for row in await due(()):
                await take(row)
        return mine
