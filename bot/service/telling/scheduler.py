"""The one sleeper: it wakes for the earliest due thing, and has delivered what is owed.

    scheduler = Scheduler(store, deliver=deliver, find=find, clock=clock)
    await scheduler.start()     # what an earlier run left owed is sent at once
    ...
    await scheduler.stop()      # what is under way is finished

Every committed write of the store wakes it, so that nobody need remember to.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.service import idempotency, outbox
from bot.service.account import erasing
from bot.service.match import plan_execution
from bot.service.meeting import challenges
from bot.service.play import flags, offers, outage
from bot.service.server import guilds, places
from bot.service.telling import digests, reminders
from bot.service.values import OutboxRow
from bot.store import Store, Tx
from bot.store.messages import EDITS

LONGEST_SLEEP = 3600
"""Seconds: a clock that was set, or a wake that was lost, costs no more than this."""
AT_ONCE = 8
"""How many messages may be under way, each to another channel; Discord's limits are by channel."""
PATIENCE = 120
"""Seconds after which a delivery counts as failed."""
GRACE = 10
"""Seconds that `stop` waits for what is under way."""
LONGEST_REST = 300
"""Seconds that a duty rests at most after it has failed again and again."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Delivered:
    """Discord has it."""

    message: int | None = None
    """The message (or thread) that was made; None where none was (strip, challenge-over)."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Discord has it not, or nobody knows."""

    error: str
    permanent: bool = False
    """Trying again is useless: channel gone, no permission, direct messages closed."""
    retry_after: int = 0
    """How many seconds Discord asks us to wait at least."""
    gone: bool = False
    """There is no such channel or thread any more."""


Deliver = Callable[[OutboxRow], Awaitable[Delivered | Failed]]
"""Tells Discord, with `nonce=row.nonce`. What it raises is logged and counts as Failed, not for good."""
Find = Callable[[OutboxRow], Awaitable[int | None]]
"""Where a row may have arrived before: its message, looked for in the channel since `row.created`."""


@dataclass(slots=True)
class _Duty:
    """Something that falls due in the database."""

    name: str
    next_due: Callable[[Tx], Awaitable[int | None]]
    do: Callable[[int], Awaitable[object]]
    patient: bool = False
    """Whether what is due later never becomes due sooner: asked again only then, or in an hour."""
    failures: int = 0
    rests_until: int = 0
    due: int | None = None
    """When it falls due next, as was last seen."""


class Scheduler:
    """Delivers the outbox, closes what has run out, gives up turns, forgets what and whom it should."""

    def __init__(
        self,
        store: Store,
        *,
        deliver: Deliver,
        find: Find,
        clock: Callable[[], int],
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._deliver = deliver
        self._find = find
        self._clock = clock
        self._jitter = jitter
        self._woken = False
        self._nap: asyncio.Task[None] | None = None
        self._stopping = False
        self._loop: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self._duties = (
            _Duty("challenges", challenges.next_expiry, self._in_write(challenges.expire)),
            _Duty("offers", offers.next_expiry, self._in_write(offers.expire)),
            _Duty("flags", flags.next_flag, self._in_write(flags.sweep)),
            _Duty("reminders", reminders.next_due, self._in_write(reminders.ring)),
            _Duty("digests", digests.next_due, self._in_write(digests.ring)),
            _Duty("plans", plan_execution.next_due, self._in_write(plan_execution.tell)),
            _Duty("heartbeat", outage.next_beat, self._in_write(outage.beat), patient=True),
            _Duty(
                "interactions",
                idempotency.next_prune,
                self._in_write(idempotency.prune),
                patient=True,
            ),
            _Duty("sent", outbox.next_prune, self._in_write(outbox.prune), patient=True),
            _Duty("erasures", erasing.next_due, self._in_write(erasing.erase_due), patient=True),
            _Duty("retention", erasing.next_prune, self._in_write(erasing.prune), patient=True),
            _Duty("servers", guilds.next_due, self._in_write(guilds.close_due), patient=True),
            _Duty("places", places.next_due, self._in_write(places.retry_due)),
            _Duty("outbox", outbox.next_due, self._send),
        )

    async def start(self) -> None:
        """Begin: what an earlier run left half sent is due at once, and its absence is made good."""
        async with self._store.write() as tx:
            await outbox.release(tx, now=self._clock())
            await outage.resume(tx, now=self._clock())
        self._store.on_commit = self.wake
        self._loop = asyncio.create_task(self._run(), name="scheduler")

    def wake(self) -> None:
        """Look again now. Cheap; from any coroutine, as often as you like."""
        self._woken = True
        if self._nap is not None:
            self._nap.cancel()

    async def stop(self) -> None:
        """End when what is under way is done, after `GRACE` seconds at the latest."""
        self._stopping = True
        self.wake()
        if self._loop is not None:
            await self._loop
            async with self._store.write() as tx:
                await outage.beat(tx, now=self._clock())
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def settle(self) -> None:
        """Do all that is due now and wait until it is done; for simulated time."""
        while True:
            soonest = await self._round()
            if self._under_way:
                await asyncio.wait(self._under_way)
            elif soonest > self._clock():
                return

    def agenda(self) -> dict[str, int]:
        """What it will do next, and when, by the name of the duty; what never falls due is left out."""
        return {duty.name: duty.due for duty in self._duties if duty.due is not None}

    async def _run(self) -> None:
        while not self._stopping:
            self._woken = False
            soonest = await self._round()
            # Never less than a second: what is due and cannot be done must not spin.
            pause = min(max(soonest - self._clock(), 1), LONGEST_SLEEP)
            if not self._woken:
                await self._sleep(pause)

    async def _sleep(self, seconds: int) -> None:
        """Sleep so long, or until woken. A plain sleep, because simulated time knows it for one."""
        self._nap = asyncio.create_task(asyncio.sleep(seconds), name="nap")
        try:
            await asyncio.wait((self._nap,))
        finally:
            self._nap.cancel()
            self._nap = None

    async def _round(self) -> int:
        """See to every duty once; when the next falls due, at the latest after the longest sleep."""
        now = self._clock()
        # One look for all: each by itself would cost more than what is found to do.
        async with self._store.read() as tx:
            dues = [await self._when(duty, tx, now) for duty in self._duties]
        for duty, due in zip(self._duties, dues, strict=True):
            if due <= now:
                await self._see_to(duty, now)
        return min(now + LONGEST_SLEEP, *dues)

    async def _when(self, duty: _Duty, tx: Tx, now: int) -> int:
        """When this duty is to be seen to, in UTC seconds."""
        if duty.rests_until > now:
            return duty.rests_until
        try:
            due = await duty.next_due(tx)
        except Exception as fault:
            return self._rest(duty, now, fault)
        duty.due = due
        due = now + LONGEST_SLEEP if due is None else due
        if due > now:
            duty.failures = 0
            duty.rests_until = min(due, now + LONGEST_SLEEP) if duty.patient else 0
        return due

    async def _see_to(self, duty: _Duty, now: int) -> None:
        try:
            await duty.do(now)
        except Exception as fault:
            self._rest(duty, now, fault)
        else:
            duty.failures = duty.rests_until = 0

    @staticmethod
    def _rest(duty: _Duty, now: int, fault: Exception) -> int:
        """It has failed just now: until when it rests."""
        duty.failures += 1
        duty.rests_until = now + min(2**duty.failures, LONGEST_REST)
        log.error("duty failed", duty=duty.name, again_at=duty.rests_until, exc_info=fault)
        return duty.rests_until

    def _in_write(self, do: Callable[..., Awaitable[object]]) -> Callable[[int], Awaitable[object]]:
        async def done(now: int) -> object:
            async with self._store.write() as tx:
                return await do(tx, now=now)

        return done

    async def _send(self, now: int) -> None:
        """Claim what may be sent and set it under way."""
        free = AT_ONCE - len(self._under_way)
        if free <= 0:
            return
        async with self._store.write() as tx:
            due = await outbox.due(tx, now=now, limit=free)
            mine = [row for row in due if await outbox.claim(tx, row, now=now)]
        for row in mine:
            task = asyncio.create_task(self._bring(row), name=f"deliver {row.id}")
            self._under_way.add(task)
            task.add_done_callback(self._brought)

    def _brought(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self.wake()

    async def _bring(self, row: OutboxRow) -> None:
        """Try to deliver one row, and write down what came of it."""
        try:
            result = await self._attempt(row)
            now = self._clock()
            async with self._store.write() as tx:
                if result is None:
                    await outbox.drop(tx, row.id, now=now)
                elif isinstance(result, Delivered):
                    await outbox.sent(tx, row.id, result.message, now=now)
                    await places.arrived(tx, row, result.message, now=now)
                    if row.kind == "plan":
                        await plan_execution.told(tx, row)
                else:
                    log.warning("not delivered", row=row.id, kind=row.kind, why=result.error)
                    await outbox.failed(
                        tx,
                        row,
                        result.error,
                        permanent=result.permanent,
                        retry_after=result.retry_after,
                        jitter=self._jitter(),
                        now=now,
                    )
                    if result.permanent and row.kind in {"remind", "digest"}:
                        await reminders.refused(tx, row, now=now)
                    if not result.permanent:
                        await places.delayed(tx, row, now=now)
                    elif not row.outdated:
                        await places.failed(tx, row, gone=result.gone, now=now)
        except Exception:
            # Its claim runs out and it is looked for then: nothing is lost, nothing sent twice.
            log.exception("delivery not written down", row=row.id)

    async def _attempt(self, row: OutboxRow) -> Delivered | Failed | None:
        """Deliver; None if it has not arrived and need not any more."""
        makes_a_message = row.kind not in EDITS
        try:
            async with asyncio.timeout(PATIENCE):
                if row.attempted_before and makes_a_message:
                    found = await self._find(row)
                    if found is not None:
                        return Delivered(found)
                if row.outdated:
                    return None
                return await self._deliver(row)
        except TimeoutError:
            return Failed(f"no answer within {PATIENCE} seconds")
        except Exception as error:
            log.exception("delivery failed", row=row.id, kind=row.kind)
            return Failed(f"{type(error).__name__}: {error}")
