"""Worker pool: separate processes for heavy jobs such as searches and animations.

    result = await app.worker.run("package.module:function", payload, owner=guild, seconds=30)

Jobs wait in a fair queue (`bot.runtime.job_queue`). A process is started for the first job and
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
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, Protocol, cast

import structlog

from bot.runtime import metrics
from bot.runtime.job_queue import Job, JobQueue
from bot.runtime.tasks import start_task
from bot.runtime.worker_process import JOBS

COMMAND = (sys.executable, "-m", "bot.runtime.worker_process")
MAX_TRIES = 3
"""Maximum number of attempts at a job if its process dies."""
USUAL_COST = 2000
"""Default cost of a job; the unit is one position searched by the computer."""
PATIENCE = 2.0
"""Aim for the time from a request to its result in seconds, for jobs that can be shortened."""
LOOKS = 1.0
"""Maximum interval in seconds between checks for a timeout."""

log = structlog.get_logger(__name__)

Progress = Callable[[Any], object]
Shorten = Callable[[Any, float], Any]
"""Called with a payload and a number of seconds. Returns the payload for a shorter job."""
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


class Worker:
    """Job queue in front of the worker processes, which start on demand."""

    def __init__(self, processes: int = 1, start: Callable[[], JobRunner] = WorkerProcess) -> None:
        """Create the pool with at most this many processes; 0 disables it."""
        self._idle = [start() for _ in range(processes)]
        self._runners = tuple(self._idle)
        self._waiting = JobQueue()
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
        cost: int = USUAL_COST,
        shorten: Shorten | None = None,
    ) -> Any:
        """Run a job, one of `JOBS`, and return its result.

        `seconds` is the timeout until the next progress report, or until the result if `progress`
        is None. Jobs of different owners are served round-robin, and cheap jobs first: `cost` is
        the expected number of positions to search. If `shorten` is given, the job starts with
        `shorten(payload, share)`, where `share` is the number of seconds that the job may take
        without making others wait for more than about `PATIENCE`.

        The payload, reports and result are pickled.
        Raises `JobFailed` if there is no result, and `LookupError` if the job is not in `JOBS`.
        """
        if job not in JOBS:
            raise LookupError(f"{job} is no job")
        if not self._runners:
            raise JobFailed("none")
        if self._closed:
            raise JobFailed("closed")
        loop = asyncio.get_running_loop()
        report = None if progress is None else partial(_report_progress, loop, progress)
        asked = Job(
            job,
            payload,
            owner,
            cost,
            seconds,
            report,
            loop.create_future(),
            time.monotonic(),
            shorten,
        )
        if self._idle:
            busy = start_task(self._work(self._idle.pop(), asked), "worker")
            self._busy.add(busy)
            busy.add_done_callback(self._busy.discard)
        else:
            self._waiting.add(asked)
        return await asked.result

    def jobs_before(self, owner: Hashable, payload: Any = None) -> int:
        """Return the number of jobs ahead of an owner's job, including those in progress.

        The job is the one with this payload or, if `payload` is None, the owner's last job. Returns
        0 if that job is in progress or unknown. A cheaper job may still overtake it.
        """
        places = [
            place
            for place, job in enumerate(self._waiting)
            if job.owner == owner and (payload is None or job.payload == payload)
        ]
        if not places:
            return 0
        return self._in_progress() + places[-1 if payload is None else 0]

    def queue_length(self) -> int:
        """Return the number of jobs waiting or in progress."""
        return self._in_progress() + len(list(self._waiting))

    def _in_progress(self) -> int:
        return len(self._runners) - len(self._idle)

    async def close(self) -> None:
        """Kill the processes; pending jobs raise `JobFailed`."""
        self._closed = True
        for job in self._waiting:
            _fail(job, JobFailed("closed"))
        self._waiting.clear()
        for hand in self._runners:
            hand.kill()
        if self._busy:
            await asyncio.wait(self._busy)
        for hand in self._runners:
            hand.kill()

    async def _work(self, hand: JobRunner, first: Job) -> None:
        """Run this job, and then queued jobs until the queue is empty."""
        await self._finish(hand, first)
        while self._waiting:
            await self._finish(hand, self._waiting.take())
        self._idle.append(hand)

    async def _finish(self, hand: JobRunner, job: Job) -> None:
        """Run a job and resolve all identical jobs. No-op if the job was cancelled."""
        if job.result.done():
            return
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

    async def _run_with_retries(self, hand: JobRunner, job: Job) -> Any:
        for again in range(MAX_TRIES):
            if self._closed:
                raise JobFailed("closed")
            if again:
                log.warning("worker died; retrying its job", job=job.name)
            payload = job.payload
            if job.shorten is not None:
                share = self._waiting.fair_share(
                    job, time.monotonic(), PATIENCE, len(self._runners)
                )
                payload = job.shorten(payload, share)
            try:
                with metrics.WORKER_JOBS.labels(job.name).time():
                    return await asyncio.to_thread(
                        hand.run_job, job.name, payload, job.seconds, job.progress
                    )
            except WorkerDied:
                continue
        raise JobFailed("closed" if self._closed else "killed")

    def _equal_jobs(self, job: Job) -> list[Job]:
        """Return the queued jobs that are identical to this one.

        For example, both players of a match may request its analysis.
        """
        same = (job.name, job.payload)
        return [other for other in self._waiting if (other.name, other.payload) == same]


def _report_progress(loop: asyncio.AbstractEventLoop, progress: Progress, report: Any) -> None:
    loop.call_soon_threadsafe(progress, report)


def _fail(job: Job, why: JobFailed) -> None:
    if not job.result.done():
        job.result.set_exception(why)
