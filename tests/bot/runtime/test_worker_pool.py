"""Worker pool: fair queueing, and jobs that fail, time out or lose their process."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.runtime import worker_pool, worker_process
from bot.runtime.worker_pool import JobFailed, Progress, Worker, WorkerDied, WorkerProcess
from tests.patience import HANGS_AFTER

ECHO = "bot.runtime.worker_process:echo"


class Hand:
    """A fake job runner that records payloads, and dies in its first `deaths` jobs."""

    def __init__(self, deaths: int = 0) -> None:
        self.asked: list[Any] = []
        self.deaths = deaths
        self.go = threading.Event()
        self.go.set()

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        self.asked.append(payload)
        assert self.go.wait(60)
        if self.deaths:
            self.deaths -= 1
            raise WorkerDied
        return payload

    def kill(self) -> None:
        """No-op, because there is no process to kill."""


class Late(Hand):
    """A runner whose jobs all time out."""

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        super().run_job(job, payload, seconds, progress)
        raise JobFailed("late")


async def waiting(
    worker: Worker, *asked: tuple[str, int], cost: int = 1
) -> list[asyncio.Task[Any]]:
    """Submit these (owner, payload) jobs in this order, and return their tasks."""
    tasks = []
    for owner, payload in asked:
        run = worker.run(ECHO, payload, owner=owner, seconds=9, cost=cost)
        tasks.append(asyncio.create_task(run))
        await asyncio.sleep(0)
    return tasks


async def test_owners_take_turns() -> None:
    hand = Hand()
    hand.go.clear()
    worker = Worker(1, lambda: hand)
    tasks = await waiting(worker, ("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6))
    # The first job is running. The others are queued in the order 2 4 5 3 6.
    assert [worker.jobs_before(owner) for owner in "abcd"] == [4, 5, 3, 0]
    hand.go.set()
    assert await asyncio.gather(*tasks) == [1, 2, 3, 4, 5, 6]
    assert hand.asked == [1, 2, 4, 5, 3, 6]
    assert worker.jobs_before("a") == 0


async def test_cheap_jobs_overtake_expensive_ones_of_every_owner() -> None:
    hand = Hand()
    hand.go.clear()
    worker = Worker(1, lambda: hand)
    tasks = await waiting(worker, ("a", 1), ("a", 2), ("a", 3), ("b", 4), cost=9)
    assert worker.jobs_before("b", 4) == 2
    tasks += await waiting(worker, ("a", 5), ("b", 6), ("a", 7))
    # The first job is running. The others are queued in the order 5 6 7 2 4 3.
    assert [worker.jobs_before("a", payload) for payload in (1, 5, 7, 2, 3)] == [0, 1, 3, 4, 6]
    assert [worker.jobs_before("b", payload) for payload in (6, 4)] == [2, 5]
    hand.go.set()
    await asyncio.gather(*tasks)
    assert hand.asked == [1, 5, 6, 7, 2, 4, 3]


async def test_an_expensive_job_waits_only_for_cheap_jobs_of_the_same_cost_in_all() -> None:
    hand = Hand()
    hand.go.clear()
    worker = Worker(1, lambda: hand)
    tasks = await waiting(worker, ("a", 0))
    tasks += await waiting(worker, ("b", -1), cost=10)
    for owner, payloads in (("c", range(1, 31)), ("d", range(31, 61))):
        tasks += await waiting(worker, *((owner, payload) for payload in payloads))
    assert worker.jobs_before("b") == 1 + 10
    hand.go.set()
    await asyncio.gather(*tasks)
    assert hand.asked.index(-1) == 1 + 10


async def test_an_expensive_job_is_not_starved_by_cheap_jobs_that_keep_coming() -> None:
    hand = Hand()
    worker = Worker(1, lambda: hand)

    async def stream(owner: str) -> None:
        for number in range(50):
            await worker.run(ECHO, (owner, number), owner=owner, seconds=9, cost=1)

    streams = [asyncio.create_task(stream(owner)) for owner in ("a", "b", "c")]
    await asyncio.sleep(0)
    [expensive] = await waiting(worker, ("d", 1), cost=10)
    await asyncio.gather(*streams, expensive)
    assert 10 <= hand.asked.index(1) <= 1 + 10


async def test_a_job_that_an_idle_process_takes_has_none_before_it() -> None:
    worker = Worker(2, Hand)
    tasks = [asyncio.create_task(worker.run(ECHO, n, owner=n, seconds=9)) for n in range(2)]
    before: list[int] = []

    async def look() -> None:
        before.extend(worker.jobs_before(owner) for owner in range(2))

    # Both jobs are submitted, and `look` runs before either process has taken its job.
    await asyncio.gather(*tasks, look())
    assert before == [0, 0]
    again = asyncio.create_task(worker.run(ECHO, 2, owner=2, seconds=9))
    await asyncio.sleep(0)
    assert (worker.jobs_before(2), worker.queue_length()) == (0, 1)
    await again
    assert worker.queue_length() == 0


async def test_identical_jobs_are_computed_once() -> None:
    hand = Hand()
    hand.go.clear()
    worker = Worker(1, lambda: hand)
    tasks = await waiting(worker, ("a", 1), ("b", 2), ("c", 1), ("a", 1))
    hand.go.set()
    assert await asyncio.gather(*tasks) == [1, 2, 1, 1]
    assert hand.asked == [1, 2]


async def test_a_timeout_also_fails_the_queued_jobs_that_are_identical() -> None:
    hand = Late()
    hand.go.clear()
    worker = Worker(1, lambda: hand)
    tasks = await waiting(worker, ("a", 1), ("b", 1), ("c", 2))
    hand.go.set()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [getattr(each, "why", None) for each in outcomes] == ["late", "late", "late"]
    assert hand.asked == [1, 2]


async def test_a_job_whose_process_dies_is_asked_again_three_times_in_all() -> None:
    hand = Hand(deaths=2)
    assert await Worker(1, lambda: hand).run(ECHO, 7, owner=1, seconds=9) == 7
    assert hand.asked == [7, 7, 7]
    hand.deaths = 3
    with pytest.raises(JobFailed) as refused:
        await Worker(1, lambda: hand).run(ECHO, 8, owner=1, seconds=9)
    assert refused.value.why == "killed"


async def test_without_processes_every_job_fails_and_unknown_functions_are_never_run() -> None:
    with pytest.raises(JobFailed) as refused:
        await Worker(0).run(ECHO, 1, owner=1, seconds=9)
    assert refused.value.why == "none"
    with pytest.raises(LookupError):
        await Worker(1).run("os:remove", "x", owner=1, seconds=9)
    with pytest.raises(LookupError):
        worker_process.find_job("os:remove")


async def test_closing_the_pool_fails_queued_jobs() -> None:
    worker = Worker(1, Hand)
    [job] = await waiting(worker, ("a", 1))
    await worker.close()
    with pytest.raises(JobFailed) as refused:
        await asyncio.gather(job)
    assert refused.value.why == "closed"
    with pytest.raises(JobFailed):
        await worker.run(ECHO, 1, owner=1, seconds=9)


@pytest.fixture
async def real(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Worker, WorkerProcess]]:
    """A pool with one real worker process that also accepts the jobs of this module."""
    monkeypatch.setattr(
        worker_pool, "JOBS", {ECHO, *(f"{__name__}:{job.__name__}" for job in MINE)}
    )
    process = WorkerProcess([sys.executable, "-c", SCRIPT.format(__name__)])
    worker = Worker(1, lambda: process)
    yield worker, process
    await worker.close()


def fail(payload: Any) -> Any:
    raise ValueError(payload)


def sleep(payload: float) -> None:
    time.sleep(payload)


def report_often(payload: int, report: Progress) -> str:
    for number in range(payload):
        report(number)
        time.sleep(0.1)
    return "done"


def report_once_and_loop(payload: Any, report: Progress) -> None:
    report(payload)
    while True:
        pass


def what_it_is(payload: Any) -> Any:
    print("not an answer")  # noqa: T201
    import resource

    return os.nice(0), resource.getrlimit(resource.RLIMIT_AS)[0], "discord" in sys.modules


MINE = (fail, sleep, report_often, report_once_and_loop, what_it_is)
SCRIPT = """
from bot.runtime import worker_process
from {0} import MINE
worker_process.JOBS |= {{"{0}:" + job.__name__ for job in MINE}}
worker_process.main()
"""


@pytest.mark.check
async def test_a_worker_process_has_low_priority_reports_progress_and_failures_and_is_replaced(
    real: tuple[Worker, WorkerProcess],
) -> None:
    worker, process = real
    ask = partial(worker.run, owner=1)
    assert process.pid is None  # started on demand
    assert await ask(f"{__name__}:what_it_is", None, seconds=60) == (
        min(os.nice(0) + worker_process.NICENESS, 19), worker_process.MEMORY_LIMIT, False,
    )  # fmt: skip
    first = process.pid
    messages: list[Any] = []
    assert await ask(ECHO, {"a": 1}, seconds=60, progress=messages.append) == {"a": 1}
    assert messages == [{"a": 1}]
    with pytest.raises(JobFailed) as refused:
        await ask(f"{__name__}:fail", "x", seconds=60)
    assert refused.value.why == "failed"
    with pytest.raises(JobFailed) as refused:
        await ask(f"{__name__}:sleep", 60, seconds=0.05)
    assert refused.value.why == "late"
    assert await ask(ECHO, 2, seconds=60) == 2
    assert process.pid != first


@pytest.fixture
def now(real: tuple[Worker, WorkerProcess], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A fake clock for the real worker process: item 0 is the time in seconds."""
    shown = [0.0]
    monkeypatch.setattr(real[1], "_clock", lambda: shown[0])
    monkeypatch.setattr(worker_pool, "LOOKS", 0.01)
    return shown


@pytest.mark.check
async def test_a_job_that_reports_may_take_longer_than_its_limit_of_silence(
    real: tuple[Worker, WorkerProcess], now: list[float]
) -> None:
    heard = []

    def hear(report: Any) -> None:
        heard.append(report)
        now[0] += 15

    reporting = f"{__name__}:report_often"
    assert await asyncio.to_thread(real[1].run_job, reporting, 4, 20, hear) == "done"
    assert heard == [0, 1, 2, 3]
    assert now == [60]


@pytest.mark.check
@pytest.mark.parametrize("hang", ["stopped", "endless"])
async def test_a_job_that_hangs_holds_up_the_others_for_its_limit_of_silence_and_no_longer(
    real: tuple[Worker, WorkerProcess], now: list[float], hang: str
) -> None:
    worker, process = real

    def hear(report: Any) -> None:
        if hang == "stopped":
            assert process.pid is not None
            os.kill(process.pid, signal.SIGSTOP)
        now[0] = 21

    looping = f"{__name__}:report_once_and_loop"
    hanging = asyncio.create_task(worker.run(looping, 1, owner="a", seconds=20, progress=hear))
    await asyncio.sleep(0)
    other = asyncio.create_task(worker.run(ECHO, 2, owner="b", seconds=20))
    async with asyncio.timeout(HANGS_AFTER):
        with pytest.raises(JobFailed) as refused:
            await hanging
        assert refused.value.why == "late"
        assert await other == 2


@pytest.mark.check
async def test_a_process_that_is_killed_at_its_job_is_asked_again(
    real: tuple[Worker, WorkerProcess],
) -> None:
    worker, process = real
    await worker.run(ECHO, 1, owner=1, seconds=60)
    first = process.pid
    assert first is not None
    job = asyncio.create_task(worker.run(f"{__name__}:sleep", 0.3, owner=1, seconds=60))
    await asyncio.sleep(0.1)
    os.kill(first, signal.SIGKILL)
    assert await job is None
    assert process.pid != first


@pytest.mark.check
async def test_the_event_loop_keeps_running_during_a_job_and_closing_ends_the_job(
    real: tuple[Worker, WorkerProcess],
) -> None:
    worker, process = real
    await worker.run(ECHO, 1, owner=1, seconds=60)
    job = asyncio.create_task(worker.run(f"{__name__}:sleep", 60, owner=1, seconds=60))
    await asyncio.sleep(0.05)
    assert not job.done()
    await worker.close()
    with pytest.raises(JobFailed) as refused:
        await job
    assert refused.value.why == "closed"
    assert process.pid is None


def test_a_worker_exits_in_the_middle_of_a_job_when_the_bot_is_killed(tmp_path: Path) -> None:
    bot = f"""
import subprocess, sys, pickle, time
worker = subprocess.Popen([sys.executable, "-c", {SCRIPT.format(__name__)!r}],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
worker.stdin.write(pickle.dumps(({f"{__name__}:report_once_and_loop"!r}, "begun", True)))
worker.stdin.flush()
assert pickle.load(worker.stdout) == ("progress", "begun")
print(worker.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", bot], stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        pid = int(killed.stdout.readline())
        assert alive(pid)
        killed.kill()
    until = time.monotonic() + HANGS_AFTER
    while alive(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
