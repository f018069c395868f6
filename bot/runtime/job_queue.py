"""Fair queue of jobs: cheap jobs overtake expensive ones, and owners take turns."""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import count, zip_longest
from typing import Any


@dataclass(eq=False, slots=True)
class Job:
    """A queued job with the future of its result."""

    name: str
    payload: Any
    owner: Hashable
    cost: int
    """Expected work, in any unit."""
    seconds: float
    progress: Callable[[Any], object] | None
    result: asyncio.Future[Any] = field(repr=False)


@dataclass(slots=True)
class _EqualCost:
    """The queued jobs that have the same cost."""

    next_rank: int
    owners: dict[Hashable, deque[Job]] = field(default_factory=dict)
    """Jobs by owner, in round-robin order of the owners."""


class JobQueue:
    """A self-clocked fair queue.

    Jobs of equal cost are served round-robin by owner. Different costs get equal shares of the
    work: each cost has a rank, and the lowest rank is served next. A cost that joins the queue gets
    the rank of the last job taken plus one job's cost, and every job taken adds its cost again. So
    an expensive job waits for cheap jobs only until their total cost is about its own.
    """

    def __init__(self) -> None:
        self._by_cost: dict[int, _EqualCost] = {}
        self._rank = 0
        """Rank of the job taken last."""

    def __bool__(self) -> bool:
        return bool(self._by_cost)

    def __iter__(self) -> Iterator[Job]:
        """Yield the jobs in the order in which they will be taken if no others are added."""
        ranked = (
            zip(count(equal.next_rank, cost), _by_turns(equal), strict=False)
            for cost, equal in sorted(self._by_cost.items())
        )
        return (job for _, job in heapq.merge(*ranked, key=lambda each: each[0]))

    def add(self, job: Job) -> None:
        """Add a job."""
        equal = self._by_cost.setdefault(job.cost, _EqualCost(self._rank + job.cost))
        equal.owners.setdefault(job.owner, deque()).append(job)

    def take(self) -> Job:
        """Remove and return the first job. The queue must not be empty."""
        cost, equal = min(self._by_cost.items(), key=lambda each: (each[1].next_rank, each[0]))
        owner, jobs = next(iter(equal.owners.items()))
        job = jobs.popleft()
        del equal.owners[owner]
        if jobs:
            equal.owners[owner] = jobs
        self._rank = equal.next_rank
        equal.next_rank += cost
        if not equal.owners:
            del self._by_cost[cost]
        return job

    def clear(self) -> None:
        """Remove all jobs."""
        self._by_cost.clear()


def _by_turns(equal: _EqualCost) -> Iterator[Job]:
    rounds = zip_longest(*equal.owners.values())
    return (job for each in rounds for job in each if job is not None)
