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
from bot.service.telling.sending import Deliver, Find, Sender
from bot.store import Store, Tx

LONGEST_SLEEP = 3600
"""Seconds: a clock that was set, or a wake that was lost, costs no more than this."""
GRACE = 4
"""Seconds that `stop` waits for what is under way."""
LONGEST_REST = 300
"""Seconds that a duty rests at most after it has failed again and again."""

log = structlog.get_logger(__name__)


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
        self._clock = clock
        self._sender = Sender(
            store, deliver=deliver, find=find, clock=clock, jitter=jitter, brought=self.wake
        )
        self._woken = False
        self._nap: asyncio.Task[None] | None = None
        self._stopping = False
        self._loop: asyncio.Task[None] | None = None
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
        """End when what is under way is done, after `GRACE` seconds and a little at the latest.

        Whoever hangs in the database or in Discord is left to the end of the process: what they wait for
        is kept or undone as a whole, and what was claimed is looked for at the next start.
        """
        self._stopping = True
        self.wake()
        if self._loop is not None:
            last = asyncio.create_task(self._end(self._loop), name="end")
            await asyncio.wait({last, *self._sender.under_way}, timeout=GRACE)
            if not last.done():
                log.warning("stopped without a last beat")
                last.cancel()
        await self._sender.stop()

    async def _end(self, loop: asyncio.Task[None]) -> None:
        """The last round is over, and the last beat."""
        await asyncio.shield(loop)
        async with self._store.write() as tx:
            await outage.beat(tx, now=self._clock())

    async def settle(self) -> None:
        """Do all that is due now and wait until it is done; for simulated time."""
        while True:
            soonest = await self._round()
            if self._sender.under_way:
                await asyncio.wait(self._sender.under_way)
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
        """Set under way what may be sent."""
        await self._sender.send(now)
