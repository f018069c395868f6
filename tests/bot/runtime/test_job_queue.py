"""The order of the worker's job queue."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from bot.runtime.job_queue import Job, JobQueue


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
