"""Outbox sender: claims rows, delivers them to Discord and records the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import structlog

from bot.runtime.tasks import start_task
from bot.service import outbox
from bot.service.jobs.fair_queue import FairQueue
from bot.service.notifications import quiet_hours
from bot.service.outbox import DeliveryFailed
from bot.store import Store, Tx
from bot.store.driver.errors import unavailable
from bot.store.driver.retrying import persist
from bot.store.jobs import due_times
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds, outbox_rows

MAX_BUTTON_REMOVALS = 2
"""Maximum concurrent edits that remove buttons from old boards.

They do not count as deliveries of other rows.
"""
DELIVERY_TIMEOUT = 120
"""Maximum duration of a delivery in seconds."""
CLAIM_MARGIN = 0.5
"""Seconds for which `stop` waits after cancelling the deliveries."""

log = structlog.get_logger(__name__)


class Delivered(NamedTuple):
    """The message was delivered."""

    message: int | None = None
    """Id of the new message or thread. None if none was created (remove-buttons)."""


class Deferred(NamedTuple):
    """Not sent: the recipient is in quiet hours."""

    until: int


Outcome = Delivered | DeliveryFailed | Deferred | None
"""The result of an attempt. None if the row is superseded and was never delivered."""
Deliver = Callable[[OutboxRow], Awaitable[Delivered | DeliveryFailed]]
"""Deliver a row to Discord with the nonce `row.nonce`.

Exceptions are logged and count as temporary failures. The database may only be used before the
first request to Discord.
"""
Find = Callable[[OutboxRow], Awaitable[int | DeliveryFailed | None]]
"""Look up the message of a row that may already have been delivered.

Searches the row's channel from `row.tried_at` on. Returns the id of the message, None if it does
not exist, or `DeliveryFailed` if the lookup failed. The row is not sent again until a lookup has
succeeded.
"""


@dataclass(slots=True)
class _Claims:
    """The rows that a transaction has claimed. Filled in on the database thread."""

    exhausted_channels: Collection[int]
    rows: list[OutboxRow] = field(default_factory=list)
    attempted: bool = False
    """Whether the transaction has looked for due rows."""
    next_due: Mapping[str, int | None] | None = None
    """The next due times after the claims; None if they could not be read."""


@dataclass(eq=False)
class Sender:
    """Delivers outbox rows concurrently."""

    store: Store
    deliver: Deliver
    find: Find
    clock: Callable[[], int]
    jitter: Callable[[], float]
    on_due_times: Callable[[Mapping[str, int | None] | None], None]
    """Called with the next due times (`bot.store.jobs.due_times`), or None if unknown.

    They were read inside a write transaction that has since ended.
    """
    on_delivered: Callable[[], None]
    """Called after each delivery."""
    exhausted_channels: Callable[[], Collection[int]]
    """Returns the channels with an exhausted rate limit."""
    closing: bool = False
    """Whether the sender is stopping and makes no more claims."""
    in_flight: dict[asyncio.Task[None], OutboxRow] = field(default_factory=dict)
    """The deliveries in progress, until their outcome is stored."""
    _claimed: dict[int, OutboxRow] = field(default_factory=dict)
    """The claimed rows by id, from their claim until the end of their delivery."""
    _queue: FairQueue = field(default_factory=FairQueue)

    async def send(self, now: int) -> None:
        """Claim the rows that are due and start their deliveries."""

        await self._write_and_start(lambda tx, claims: self._claim(tx, claims, now))

    async def _write_and_start(self, work: Callable[[Tx, _Claims], None]) -> None:
        """Run a transaction that claims rows, and start their deliveries.

        A transaction that raises may still have been committed. In that case the claims are undone.
        """
        claims = _Claims(self.exhausted_channels())
        try:
            await self.store.write(work, claims)
        except Exception:
            self._start_deliveries(self._give_back, claims.rows)
            raise
        self._start_deliveries(self._deliver_row, claims.rows)
        if claims.attempted:
            self.on_due_times(claims.next_due)

    def _claim(self, tx: Tx, claims: _Claims, now: int, ends: OutboxRow | None = None) -> None:
        """Claim due rows for the free slots and add them to `claims`.

        `ends` is a row whose delivery no longer occupies a slot.
        """
        claims.attempted = True
        waiting = due_times.next_due(tx)
        # Copied in one step, because deliveries may end on the event loop in the meantime.
        rows = [row for row in list(self._claimed.values()) if row is not ends]
        ours = {row.id for row in rows}
        removals = MAX_BUTTON_REMOVALS - sum(row.kind == "remove-buttons" for row in rows)
        for what in ("pending messages", "button removals"):
            first = waiting[what]
            if first is None or first > now or (what == "button removals" and removals <= 0):
                continue
            if what == "pending messages":
                others = (row for row in rows if row.kind != "remove-buttons")
                for row in self._queue.claim(tx, others, claims.exhausted_channels, now):
                    self._add_claim(claims, row)
            else:
                for row in outbox_rows.due_button_removals(tx, now=now, limit=removals):
                    if row.id not in ours and outbox.claim_row(tx, row, now=now):
                        self._add_claim(claims, row)
            waiting[what] = due_times.next_due_of(tx, what)
        claims.next_due = waiting

    def _add_claim(self, claims: _Claims, row: OutboxRow) -> None:
        claims.rows.append(row)
        self._claimed[row.id] = row

    def _claim_next(self, tx: Tx, claims: _Claims, ended: OutboxRow, now: int) -> None:
        """Claim more rows in the transaction that records a delivery.

        A failure here does not roll that transaction back.
        """
        if self.closing:
            return
        try:
            self._claim(tx, claims, now, ended)
        except Exception:
            log.exception("claiming more rows failed", row=ended.id)

    def _start_deliveries(
        self, work: Callable[[OutboxRow], Coroutine[Any, Any, None]], mine: Iterable[OutboxRow]
    ) -> None:
        for row in mine:
            task = start_task(work(row), f"deliver {row.id}")
            self.in_flight[task] = row
            task.add_done_callback(self._on_task_done)

    async def stop(self) -> None:
        """Cancel the deliveries. Their messages are looked up after the next start."""
        for task in self.in_flight:
            task.cancel()
        if self.in_flight:
            await asyncio.wait(self.in_flight, timeout=CLAIM_MARGIN)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        row = self.in_flight.pop(task)
        if self._claimed.get(row.id) is row:
            del self._claimed[row.id]
        self.on_delivered()

    async def _give_back(self, row: OutboxRow) -> None:
        """Undo a claim that may or may not have been committed."""
        await self._persist(row, partial(self._undo, row))
        self.on_due_times(None)

    async def _undo(self, row: OutboxRow) -> None:
        await self.store.write(outbox.give_back, row, now=self.clock())

    async def _deliver_row(self, row: OutboxRow) -> None:
        """Attempt to deliver one row and record the result."""
        outcome = await self._attempt(row)
        if isinstance(outcome, DeliveryFailed):
            log.warning("not delivered", row=row.id, kind=row.kind, why=outcome.error)
        if await self._persist(row, partial(self._write_down, row, outcome)):
            return
        self.on_due_times(None)
        # A bug in the callbacks. The row is retried later, so that it does not block its channel.
        await self._persist(row, partial(self._postpone, row))

    async def _persist(self, row: OutboxRow, write: Callable[[], Awaitable[None]]) -> bool:
        """Retry a transaction until it is stored, even during a database outage.

        Returns False if it fails for another reason.
        """
        try:
            await persist(write)
        except Exception:
            log.exception("delivery result not stored", row=row.id)
            return False
        return True

    async def _write_down(self, row: OutboxRow, outcome: Outcome) -> None:
        """Store the outcome of a delivery, and claim the next rows. Idempotent."""

        def settle(tx: Tx, claims: _Claims) -> None:
            now = self.clock()
            self._settle(tx, row, outcome, now)
            self._claim_next(tx, claims, row, now)

        await self._write_and_start(settle)

    def _settle(self, tx: Tx, row: OutboxRow, outcome: Outcome, now: int) -> None:
        kind = message_kinds.get_kind(row.kind)
        if outcome is None:
            outbox.drop_superseded(tx, row.id, now=now)
        elif isinstance(outcome, Deferred):
            quiet_hours.defer_message(tx, row, outcome.until, now)
        elif isinstance(outcome, Delivered):
            if outbox.mark_sent(tx, row.id, outcome.message, now=now) and kind.on_sent:
                kind.on_sent(tx, row, row.payload, outcome.message, now)
        elif outbox.mark_failed(tx, row, outcome, jitter=self.jitter(), now=now):
            if kind.on_delayed and not outcome.permanent:
                kind.on_delayed(tx, row, row.payload, now)
            if kind.on_failed and outcome.permanent and not row.outdated:
                kind.on_failed(tx, row, row.payload, outcome.gone, now)

    async def _postpone(self, row: OutboxRow) -> None:
        why = DeliveryFailed("its outcome could not be stored")
        jitter, now = self.jitter(), self.clock()
        await self.store.write(outbox.mark_failed, row, why, jitter=jitter, now=now)

    async def _attempt(self, row: OutboxRow) -> Outcome:
        """Attempt one delivery, or find the message of an earlier attempt."""
        makes_a_message = not message_kinds.get_kind(row.kind).edits
        try:
            async with asyncio.timeout(DELIVERY_TIMEOUT):
                if row.was_attempted and makes_a_message:
                    earlier = await self.find(row)
                    if isinstance(earlier, DeliveryFailed):
                        return earlier
                    if earlier is not None:
                        return Delivered(earlier)
                if row.outdated:
                    return None
                if quiet_hours.recipient_to_wake(row) is not None:
                    now = self.clock()
                    morning = await self.store.read(quiet_hours.deferred_until, row, now)
                    if morning is not None:
                        return Deferred(morning)
                return await self.deliver(row)
        except TimeoutError:
            return DeliveryFailed(f"no answer within {DELIVERY_TIMEOUT} seconds")
        except Exception as error:
            if unavailable(error):
                return DeliveryFailed("the database was away", refused=True)
            log.exception("delivery failed", row=row.id, kind=row.kind)
            return DeliveryFailed(f"{type(error).__name__}: {error}")
