"""Computer runner: claims pending computer moves and runs their searches."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.runtime.tasks import start_task
from bot.service.actions import computer_moves
from bot.store import Store, Tx
from bot.store.driver.retrying import persist
from bot.store.models import ComputerMoveRequest, Match

MAX_IN_FLIGHT = 400
"""Maximum number of pending searches. The worker runs them one after another."""

log = structlog.get_logger(__name__)

RequestMove = Callable[[SearchRequest, Hashable], Awaitable[str]]
"""Called with (request, owner). Returns the computer's move as text.

Waits until it is the owner's turn in the queue.
"""


async def compute_inline(request: SearchRequest, owner: Hashable) -> str:
    """Return the computer's move, computed in this process (used without a worker)."""
    return computer_jobs.choose_move(request)


@dataclass(eq=False)
class ComputerRunner:
    """Runs the searches for pending computer moves and plays their results."""

    store: Store
    request_move: RequestMove
    clock: Callable[[], int]
    on_move_played: Callable[[], None]
    """Called after each move has been stored."""
    in_flight: dict[asyncio.Task[None], ComputerMoveRequest] = field(default_factory=dict)
    """The searches in progress, until their moves are stored."""
    _stopping: bool = False

    async def start_due(self, now: int) -> None:
        """Claim pending moves, up to the free capacity, and start their searches.

        A transaction that raises may still have been committed. In that case no search is started,
        and the claimed moves are released for a retry.
        """
        room = MAX_IN_FLIGHT - len(self.in_flight)
        if room <= 0 or self._stopping:
            return
        ours = {(request.match, request.ply) for request in self.in_flight.values()}
        mine: list[tuple[ComputerMoveRequest, Match, SearchRequest]] = []

        def claim(tx: Tx) -> None:
            mine.extend(computer_moves.claim_due(tx, now=now, limit=room, but=ours))

        try:
            await self.store.write(claim)
        except Exception:
            for request, _, _ in mine:
                self._start(request, self._give_back(request))
            raise
        for request, match, question in mine:
            self._start(request, self._compute_and_play(request, match, question))

    def _start(self, request: ComputerMoveRequest, work: Coroutine[Any, Any, None]) -> None:
        task = start_task(work, f"think {request.match}:{request.ply}")
        self.in_flight[task] = request
        task.add_done_callback(self.in_flight.pop)

    async def stop(self) -> None:
        """Cancel the searches. Claimed moves are retried at the next start."""
        self._stopping = True
        for task in self.in_flight:
            task.cancel()
        if self.in_flight:
            await asyncio.wait(self.in_flight, timeout=0.5)

    async def _compute_and_play(
        self, request: ComputerMoveRequest, match: Match, question: SearchRequest
    ) -> None:
        try:
            text = await self.request_move(question, match.guild or match.channel)
            await persist(partial(self._play, request, text), attempts=1)
        except Exception as fault:
            if self._stopping:
                return
            log.warning(
                "computer move failed", match=request.match, ply=request.ply, why=repr(fault)
            )
            await self._give_back(request)
        self.on_move_played()

    async def _play(self, request: ComputerMoveRequest, text: str) -> None:
        await self.store.write(computer_moves.play_move, request, text, now=self.clock())

    async def _give_back(self, request: ComputerMoveRequest) -> None:
        """Release a claimed move for a retry. No-op if its claim was not stored."""
        try:
            await persist(partial(self._failed, request))
        except Exception:  # the lease of the claim expires, or the process ends first
            log.exception("unexpected", happening="releasing a computer move")

    async def _failed(self, request: ComputerMoveRequest) -> None:
        await self.store.write(computer_moves.postpone, request, now=self.clock())
