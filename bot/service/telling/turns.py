"""Whose messages are sent next: servers take turns, so that a busy one makes no quiet one wait."""

from __future__ import annotations

from collections import Counter

from bot.service import outbox
from bot.store import Tx
from bot.store.messages import OutboxRow


class Turns:
    """Claims what is due, a message of each server before a second one of any."""

    def __init__(self, share: int) -> None:
        """`share`: how many messages of one server may be under way."""
        self._share = share
        self._under_way: Counter[int] = Counter()
        self._served: set[int] = set()
        """The servers that have had their turn in this round."""
        self._nobody_else: int | None = None
        """The second in which none but these had anything to send: it is not asked twice."""

    def begin(self, server: int) -> None:
        """A message of this server is under way."""
        self._under_way[server] += 1

    def over(self, server: int, _task: object = None) -> None:
        """It is no more."""
        self._under_way[server] -= 1
        if not self._under_way[server]:
            del self._under_way[server]

    async def claim(
        self, tx: Tx, room: int, now: int, ends: OutboxRow | None = None
    ) -> list[OutboxRow]:
        """Claim so many rows at most; the delivery of `ends` is as good as over."""
        count, mine = Counter(self._under_way), list[OutboxRow]()
        if ends is not None:
            count[ends.server] -= 1
        while len(mine) < room and self._nobody_else != now:
            found = await outbox.due(tx, now=now, limit=room, but=self._full(count) | self._served)
            if not found and self._served:
                self._nobody_else = now
            if not found:
                break
            for row in found:
                if row.server not in self._served:
                    self._served.add(row.server)
                    await self._take(tx, row, mine, count, room, now)
        if len(mine) < room:  # all have had their turn
            self._served.clear()
            for row in await outbox.due(tx, now=now, limit=room, but=self._full(count)):
                self._served.add(row.server)
                await self._take(tx, row, mine, count, room, now)
        return mine

    async def _take(
        self,
        tx: Tx,
        row: OutboxRow,
        mine: list[OutboxRow],
        count: Counter[int],
        room: int,
        now: int,
    ) -> None:
        """Claim a row, as far as its server and the room allow."""
        possible = len(mine) < room and count[row.server] < self._share
        if possible and await outbox.claim(tx, row, now=now):
            count[row.server] += 1
            mine.append(row)

    def _full(self, count: Counter[int]) -> set[int]:
        """The servers of which no more may be under way."""
        return {server for server, under_way in count.items() if under_way >= self._share}
