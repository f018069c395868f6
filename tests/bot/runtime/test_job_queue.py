"""The order of the worker's job queue."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from bot.runtime.job_queue import Job, JobQueue
from bot.runtime.worker_pool import PATIENCE


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    with closing(asyncio.new_event_loop()) as loop:
        yield loop


def job(loop: asyncio.AbstractEventLoop, owner: str, cost: int, payload: int = 0) -> Job:
    return Job("job", payload, owner, cost, 9, None, loop.create_future())


@pytest.mark.parametrize("seed", range(20))
def test_jobs_are_taken_in_the_order_of_the_iteration(
    seed: int, loop: asyncio.AbstractEventLoop
) -> None:
    lots, queue, added = Random(seed), JobQueue(), 0
    for _ in range(30):
        for _ in range(lots.randrange(8)):
            added += 1
            queue.add(job(loop, lots.choice("abcd"), lots.choice((1, 2, 5, 30)), added))
        order = list(queue)
        for expected in order[: lots.randrange(7)]:
            assert queue.take() is expected
    rest = list(queue)
    assert [queue.take() for _ in rest] == rest
    assert not queue


def test_a_cheap_job_waits_for_one_expensive_job_at_most(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue()
    for owner in "abcdefgh":
        queue.add(job(loop, owner, 60))
    taken = []
    for _ in range(4):
        taken.append(queue.take().cost)
        queue.add(job(loop, "a", 1))
    assert taken == [60, 1, 1, 1]
    assert [each.cost for each in queue] == [1, *[60] * 7]


def test_costs_get_equal_shares_of_the_work(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue()
    for number in range(600):
        queue.add(job(loop, f"guild {number % 7}", 1))
        queue.add(job(loop, f"guild {number % 5}", 20))
    taken = [queue.take().cost for _ in range(210)]
    assert taken.count(1) == 200
    assert taken.count(20) == 10


def test_a_lone_job_may_use_all_of_its_time(loop: asyncio.AbstractEventLoop) -> None:
    queue, alone = JobQueue(), job(loop, "a", 60)
    alone.requested_at = 5.0
    assert queue.fair_share(alone, 5.5, 2.0, 1) == 1.5


def test_jobs_that_are_waiting_share_the_time(loop: asyncio.AbstractEventLoop) -> None:
    queue, first = JobQueue(), job(loop, "a", 60)
    for _ in range(9):
        queue.add(job(loop, "a", 60))
    assert queue.fair_share(first, 0.0, 2.0, 1) == pytest.approx(0.2)
    assert queue.fair_share(first, 1.0, 2.0, 1) == pytest.approx(0.1)
    assert queue.fair_share(first, 0.0, 2.0, 5) == pytest.approx(1.0)
    assert queue.fair_share(first, 3.0, 2.0, 1) < 0, "the last one is late already"


@pytest.mark.check
@pytest.mark.parametrize("kinds", [(1, 2, 3, 4), (4,)])
def test_a_hundred_players_get_their_answers_in_time(
    kinds: tuple[int, ...], loop: asyncio.AbstractEventLoop
) -> None:
    """Simulates one process. Each player asks again after the answer."""
    costs = {1: 100, 2: 200, 3: 400, 4: 6000}
    queue, now, waits, order = JobQueue(), 0.0, list[float](), list[int]()
    for number in range(100):
        queue.add(job(loop, f"guild {number % 5}", costs[kinds[number % len(kinds)]]))
    while len(waits) < 1000:
        taken = queue.take()
        share = queue.fair_share(taken, now, PATIENCE, 1)
        strong = taken.cost == costs[4]
        now += min(1.0, max(0.02, share)) if strong else 0.01
        order.append(taken.cost)
        waits.append(now - taken.requested_at)
        again = job(loop, str(taken.owner), taken.cost)
        again.requested_at = now
        queue.add(again)
    waits.sort()
    assert waits[len(waits) * 95 // 100] <= 3.0
    if len(kinds) > 1:
        assert set(order[:50]) == {100, 200, 400}, "cheap jobs do not wait for expensive ones"
