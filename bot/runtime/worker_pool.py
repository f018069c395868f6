"""Worker pool: separate processes for heavy jobs such as searches and animations.

    result = await app.worker.run("package.module:function", payload, owner=guild, seconds=30)

Jobs wait in a queue that is served round-robin by owner. A process is started for the first job and
reused for later ones. If a process dies, it is replaced and its job is retried. If a process
sends no message within the timeout of its job, it is killed and the job fails.
"""

import asyncio
import contextlib
import pickle
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, Protocol, cast

import structlog

from bot.runtime import metrics
from bot.runtime.worker_process import JOBS

COMMAND = (sys.executable, "-m", "bot.runtime.worker_process")
MAX_TRIES = 3
"""Maximum number of attempts at a job if its process dies."""
LOOKS = 1.0
"""Maximum interval in seconds between checks whether a process has timed out."""

log = structlog.get_logger(__name__)

Progress = Callable[[Any], object]
FailureReason = Literal["none", "late", "killed", "failed", "closed"]


class JobFailed(Exception):
    """A job has no result.

    `why` is "none" (there is no worker), "late" (timeout), "killed" (its process died repeatedly),
    "failed" (an exception, which is in the log) or "closed" (the bot is stopping).
    """

    def __init__(self, why: FailureReason) -> None:
        super().__init__(why)
        self.why = why


class WorkerDied(Exception):
    """The worker process died while running a job."""


class JobRunner(Protocol):
    """Interface of a job runner, which runs one job at a time."""

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        """Run a job, block until it ends, and return its result.

        Raises `WorkerDied`, or `JobFailed`, for example if there is no message for `seconds`.
        """

    def kill(self) -> None:
        """Abort the current job; the next job starts afresh. Thread-safe."""


class WorkerProcess:
    """A worker process, started for its first job.

    A hung process cannot be distinguished from a slow one. Each job therefore has a timeout that
    restarts with every message, and long jobs report their progress. `clock` returns seconds.
    """

    def __init__(
        self, command: Sequence[str] = COMMAND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._command = command
        self._clock = clock
        self._heard = 0.0
        """Time of the last message to or from the process."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Process id, or None while it is not running."""
        return None if self._process is None else self._process.pid

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        """Run a job, block until it ends, and return its result.

        Raises `WorkerDied` or `JobFailed`.
        """
        process = self._process or self._start()
        self._heard = self._clock()
        late, ended = threading.Event(), threading.Event()

        def watch() -> None:
            while not ended.wait(min(LOOKS, seconds)):
                if self._clock() - self._heard > seconds:
                    late.set()
                    process.kill()
                    return

        threading.Thread(target=watch, name="watch", daemon=True).start()
        try:
            return self._answer(process, (job, payload, progress is not None), progress)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.kill()
            if late.is_set():
                raise JobFailed("late") from None
            raise WorkerDied from None
        finally:
            ended.set()

    def kill(self) -> None:
        """Kill the process; the next job starts a new one. Thread-safe."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                # Closing the pipe flushes the request, which the killed process can no longer read.
                with contextlib.suppress(OSError):
                    cast(IO[bytes], pipe).close()

    def _start(self) -> subprocess.Popen[bytes]:
        # No new session: the kernel compares nice values only within one session.
        self._process = subprocess.Popen(
            self._command,
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self._process

    def _answer(
        self, process: subprocess.Popen[bytes], request: Any, progress: Progress | None
    ) -> Any:
        asking, answers = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        asking.write(pickle.dumps(request))
        asking.flush()
        while True:
            what, value = pickle.load(answers)
            self._heard = self._clock()
            if what == "done":
                return value
            if what == "failed":
                log.error("job failed", job=request[0], traceback=value)
                raise JobFailed("failed")
            if progress is not None:
                progress(value)


@dataclass(eq=False, slots=True)
class _Job:
    """A queued job with the future of its result."""

    name: str
    payload: Any
    owner: Hashable
    seconds: float
    progress: Progress | None
    result: asyncio.Future[Any] = field(repr=False)


class Worker:
    """Job queue in front of the worker processes, which start on demand."""

    def __init__(self, processes: int = 1, start: Callable[[], JobRunner] = WorkerProcess) -> None:
        """Create the pool with at most this many processes; 0 disables it."""
        self._idle = [start() for _ in range(processes)]
        self._runners = tuple(self._idle)
        self._waiting: dict[Hashable, deque[_Job]] = {}
        """Queued jobs by owner, in round-robin order of the owners."""
        self._busy: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def is_available(self) -> bool:
        """Whether the pool can run jobs."""
        return bool(self._runners)

    async def run(
        self,
        job: str,
        payload: Any,
        *,
        owner: Hashable,
        seconds: float,
        progress: Progress | None = None,
    ) -> Any:
        """Run a job, one of `JOBS`, and return its result.

        `seconds` is the timeout until the next progress report, or until the result if `progress`
        is None. Jobs of different owners are served round-robin. The payload, reports and result
        are pickled. Raises `JobFailed` if there is no result, and `LookupError` if the job is not
        in `JOBS`.
        """
        if job not in JOBS:
            raise LookupError(f"{job} is no job")
        if not self._runners:
            raise JobFailed("none")
        if self._closed:
            raise JobFailed("closed")
        loop = asyncio.get_running_loop()
        report = None if progress is None else partial(_report_progress, loop, progress)
        asked = _Job(job, payload, owner, seconds, report, loop.create_future())
        self._waiting.setdefault(owner, deque()).append(asked)
        if self._idle:
            busy = asyncio.create_task(self._work(self._idle.pop()), name="worker")
            self._busy.add(busy)
            busy.add_done_callback(self._busy.discard)
        return await asked.result

    def jobs_before(self, owner: Hashable, payload: Any = None) -> int:
        """Return the number of jobs ahead of an owner's job, including those in progress.

        The job is the one with this payload, or the owner's last one if `payload` is None. Returns
        0 if that job is in progress or unknown.
        """
        own = self._waiting.get(owner, ())
        mine = len(own)
        if payload is not None:
            mine = next((n for n, job in enumerate(own, 1) if job.payload == payload), 0)
        earlier, turns = True, 0
        for other, jobs in self._waiting.items():
            if other == owner:
                earlier, turns = False, turns + mine - 1
            else:
                turns += min(len(jobs), mine if earlier else mine - 1)
        return len(self._busy) + turns if mine else 0

    def queue_length(self) -> int:
        """Return the number of jobs waiting or in progress."""
        return len(self._busy) + sum(map(len, self._waiting.values()))

    async def close(self) -> None:
        """Kill the processes; pending jobs raise `JobFailed`."""
        self._closed = True
        for jobs in self._waiting.values():
            for job in jobs:
                _fail(job, JobFailed("closed"))
        self._waiting.clear()
        for hand in self._runners:
            hand.kill()
        if self._busy:
            await asyncio.wait(self._busy)
        for hand in self._runners:
            hand.kill()

    async def _work(self, hand: JobRunner) -> None:
        """Run queued jobs until the queue is empty."""
        while self._waiting:
            job = self._next()
            if job.result.done():  # the caller was cancelled
                continue
            try:
                result = await self._run_with_retries(hand, job)
            except JobFailed as why:
                for asked in (job, *self._equal_jobs(job)):  # identical jobs would hang as well
                    _fail(asked, JobFailed(why.why))
            except Exception as unexpected:
                log.error("unexpected", happening="worker", exc_info=unexpected)
                _fail(job, JobFailed("failed"))
            else:
                for asked in (job, *self._equal_jobs(job)):
                    if not asked.result.done():
                        asked.result.set_result(result)
        self._idle.append(hand)

    async def _run_with_retries(self, hand: JobRunner, job: _Job) -> Any:
        for again in range(MAX_TRIES):
            if self._closed:
                raise JobFailed("closed")
            if again:
                log.warning("worker died; retrying its job", job=job.name)
            try:
                with metrics.WORKER_JOBS.labels(job.name).time():
                    return await asyncio.to_thread(
                        hand.run_job, job.name, job.payload, job.seconds, job.progress
                    )
            except WorkerDied:
                continue
        raise JobFailed("closed" if self._closed else "killed")

    def _equal_jobs(self, job: _Job) -> list[_Job]:
        """Return the queued jobs that are identical to this one.

        For example, both players of a match may request its analysis.
        """
        every = (other for jobs in self._waiting.values() for other in jobs)
        return [other for other in every if (other.name, other.payload) == (job.name, job.payload)]

    def _next(self) -> _Job:
        """Take the next owner's oldest job and move the owner to the end of the queue."""
        owner, jobs = next(iter(self._waiting.items()))
        del self._waiting[owner]
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs
        return job


def _report_progress(loop: asyncio.AbstractEventLoop, progress: Progress, report: Any) -> None:
    loop.call_soon_threadsafe(progress, report)


def _fail(job: _Job, why: JobFailed) -> None:
    if not job.result.done():
        job.result.set_exception(why)
