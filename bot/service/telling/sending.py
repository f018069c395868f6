"""The sending of what is owed: each row is claimed, brought to Discord, and its outcome written down."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

import structlog

from bot.service import outbox
from bot.service.outbox import Failed
from bot.service.telling import quiet_hours
from bot.service.telling.aftermath import AFTERMATH, Aftermath
from bot.service.telling.turns import Turns
from bot.store import Store, Tx, agenda
from bot.store import outbox as outbox_rows
from bot.store.messages import EDITS, OutboxRow

STRIPS_AT_ONCE = 2
"""How many old boards may lose their buttons at once, besides."""
PATIENCE = 120
"""Seconds after which a delivery counts as failed."""
LAST_MOMENT = 0.5
"""Seconds that `stop` leaves to what it has broken off."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Delivered:
    """Discord has it."""

    message: int | None = None
    """The message (or thread) that was made; None where none was (strip, challenge-over)."""


@dataclass(frozen=True, slots=True)
class Asleep:
    """Discord has it not, and it would wake somebody."""

    until: int


Deliver = Callable[[OutboxRow], Awaitable[Delivered | Failed]]
"""Tells Discord, with `nonce=row.nonce`. What it raises is logged and counts as Failed, not for good."""
Find = Callable[[OutboxRow], Awaitable[int | Failed | None]]
"""Where a row may have arrived before: its message, looked for in the channel since `row.tried_at`; None
if it is not there, Failed if that cannot be known now. Before that is known it is not sent again."""


@dataclass(eq=False)
class Sender:
    """Sends what is owed."""

    store: Store
    deliver: Deliver
    find: Find
    clock: Callable[[], int]
    jitter: Callable[[], float]
    looked: Callable[[Mapping[str, int | None] | None], None]
    """Told, in the transaction that saw it, what falls due next (`bot.store.agenda`); None: that could
    not be seen."""
    brought: Callable[[], None]
    """Called after each delivery."""
    resting: Callable[[], Collection[int]]
    """The channels that take no message at this moment."""
    closing: bool = False
    """Whether no more is claimed."""
    under_way: dict[asyncio.Task[None], OutboxRow] = field(default_factory=dict)
    """The deliveries that run now."""
    _turns: Turns = field(default_factory=Turns)

    async def send(self, now: int) -> None:
        """See what falls due next, claim what may be sent, and set it under way."""
        mine: list[OutboxRow] = []
        async with self.store.write() as tx:
            await self._claim(tx, mine, now)
        self._begin(mine)

    async def _claim(
        self, tx: Tx, mine: list[OutboxRow], now: int, ends: OutboxRow | None = None
    ) -> None:
        """Claim what may be sent, as many as there is room for once the delivery of `ends` is over."""
        waiting = await agenda.first(tx)
        rows = [row for row in self.under_way.values() if row is not ends]
        strips = STRIPS_AT_ONCE - sum(row.kind == "strip" for row in rows)
        for what in ("owed", "strips"):
            first = waiting[what]
            if first is None or first > now or (what == "strips" and strips <= 0):
                continue
            if what == "owed":
                others = (row for row in rows if row.kind != "strip")
                mine += await self._turns.claim(tx, others, self.resting(), now)
            else:
                for row in await outbox_rows.due_strips(tx, now=now, limit=strips):
                    mine += [row] * await outbox.claim(tx, row, now=now)
            waiting[what] = await agenda.first_of(tx, what)
        self.looked(waiting)

    async def _claim_next(self, tx: Tx, ended: OutboxRow, now: int) -> list[OutboxRow]:
        """In the transaction that writes down a delivery; what fails here does not undo that."""
        mine: list[OutboxRow] = []
        if self.closing:
            return mine
        try:
            await self._claim(tx, mine, now, ended)
        except Exception:
            log.exception("nothing more claimed", row=ended.id)
            self.looked(None)
        return mine

    def _begin(self, mine: Iterable[OutboxRow]) -> None:
        for row in mine:
            task = asyncio.create_task(self._bring(row), name=f"deliver {row.id}")
            self.under_way[task] = row
            task.add_done_callback(self._brought)

    async def stop(self) -> None:
        """Break off what is under way still: at the next start it is looked for."""
        for task in self.under_way:
            task.cancel()
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=LAST_MOMENT)

    def _brought(self, task: asyncio.Task[None]) -> None:
        del self.under_way[task]
        self.brought()

    async def _bring(self, row: OutboxRow) -> None:
        """Try to deliver one row, and write down what came of it."""
        after = AFTERMATH.get(row.kind, Aftermath())
        try:
            result = await self._attempt(row)
            now = self.clock()
            async with self.store.write() as tx:
                if result is None:
                    await outbox.drop(tx, row.id, now=now)
                elif isinstance(result, Asleep):
                    await quiet_hours.put_off(tx, row, result.until, now)
                elif isinstance(result, Delivered):
                    await outbox.sent(tx, row.id, result.message, now=now)
                    if after.sent:
                        await after.sent(tx, row, row.payload, result.message, now)
                else:
                    log.warning("not delivered", row=row.id, kind=row.kind, why=result.error)
                    await outbox.failed(tx, row, result, jitter=self.jitter(), now=now)
                    if after.late and not result.permanent:
                        await after.late(tx, row, row.payload, now)
                    if after.given_up and result.permanent and not row.outdated:
                        await after.given_up(tx, row, row.payload, result.gone, now)
                mine = await self._claim_next(tx, row, now)
            self._begin(mine)
        except Exception:
            # Its claim runs out and it is looked for then: nothing is lost, nothing sent twice.
            log.exception("delivery not written down", row=row.id)
            self.looked(None)

    async def _attempt(self, row: OutboxRow) -> Delivered | Failed | Asleep | None:
        """Deliver; None if it has not arrived and need not any more."""
        makes_a_message = row.kind not in EDITS
        try:
            async with asyncio.timeout(PATIENCE):
                if row.attempted_before and makes_a_message:
                    found = await self.find(row)
                    if isinstance(found, Failed):
                        return found
                    if found is not None:
                        return Delivered(found)
                if row.outdated:
                    return None
                if quiet_hours.disturbed(row) is not None:
                    async with self.store.read() as tx:
                        morning = await quiet_hours.morning(tx, row, self.clock())
                    if morning is not None:
                        return Asleep(morning)
                return await self.deliver(row)
        except TimeoutError:
            return Failed(f"no answer within {PATIENCE} seconds")
        except Exception as error:
            log.exception("delivery failed", row=row.id, kind=row.kind)
            return Failed(f"{type(error).__name__}: {error}")
