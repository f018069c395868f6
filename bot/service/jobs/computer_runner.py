"""Computer runner: claims the computer's pending moves and has them computed."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import Question
from bot.service.actions import computer_moves
from bot.store import Store
from bot.store.models import Match, OwedMove
from bot.store.retrying import persist

AT_ONCE = 400
"""Maximum number of pending searches. The worker computes them one after the other."""

log = structlog.get_logger(__name__)

Think = Callable[[Question, Hashable], Awaitable[str]]
"""(request, owner): return the computer's move as text. Waits for the owner's turn in the queue."""


async def at_once(asked: Question, owner: Hashable) -> str:
    """Compute the move in this process, if there is no worker."""
    return computer_jobs.move(asked)


@dataclass(eq=False)
class Thinker:
    """Has pending moves computed and plays them."""

    store: Store
    think: Think
    clock: Callable[[], int]
    made: Callable[[], None]
    """Called after each answer has been stored."""
    under_way: dict[asyncio.Task[None], OwedMove] = field(default_factory=dict)
    """The searches in progress, until their moves are stored."""
    _stopping: bool = False

    async def begin(self, now: int) -> None:
        """Claim pending moves, up to the free capacity, and start their searches.

        If the transaction fails, its commit may have succeeded all the same. In that case no search
        is started, and the moves are released for a retry.
        """
        room = AT_ONCE - len(self.under_way)
        if room <= 0 or self._stopping:
            return
        ours = {(owed.match, owed.ply) for owed in self.under_way.values()}
        mine: list[tuple[OwedMove, Match, Question]] = []
        try:
            async with self.store.write() as tx:
                mine = await computer_moves.claim(tx, now=now, limit=room, but=ours)
        except Exception:
            for owed, _, _ in mine:
                self._start(owed, self._give_back(owed))
            raise
        for owed, match, question in mine:
            self._start(owed, self._answer(owed, match, question))

    def _start(self, owed: OwedMove, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"think {owed.match}:{owed.ply}")
        self.under_way[task] = owed
        task.add_done_callback(self.under_way.pop)

    async def stop(self) -> None:
        """Cancel the searches. Claimed moves are retried at the next start."""
        self._stopping = True
        for task in self.under_way:
            task.cancel()
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=0.5)

    async def _answer(self, owed: OwedMove, match: Match, question: Question) -> None:
        try:
            text = await self.think(question, match.guild or match.channel)
            await persist(partial(self._play, owed, text), attempts=1)
        except Exception as fault:
            if self._stopping:
                return
            log.warning("no move of the computer", match=owed.match, ply=owed.ply, why=repr(fault))
            await self._give_back(owed)
        self.made()

    async def _play(self, owed: OwedMove, text: str) -> None:
        async with self.store.write() as tx:
            await computer_moves.play(tx, owed, text, now=self.clock())

    async def _give_back(self, owed: OwedMove) -> None:
        """Release a claimed move for a retry, if its claim was stored."""
        try:
            await persist(partial(self._failed, owed))
        except Exception:  # the lease of the claim expires, or the process ends first
            log.exception("unexpected", happening="thinking")

    async def _failed(self, owed: OwedMove) -> None:
        async with self.store.write() as tx:
            await computer_moves.failed(tx, owed, now=self.clock())
