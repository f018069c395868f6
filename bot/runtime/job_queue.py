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
    requested_at: float = 0.0
    """Time of the request on a monotonic clock, in seconds."""
    shorten: Callable[[Any, float], Any] | None = None
    """Returns the payload for the given number of seconds; None if it never changes."""


@dataclass(slots=True)
class _EqualCost:
    """The queued jobs that have the same cost."""

    next_rank: int
    owners: dict[Hashable, deque[Job]] = field(default_factory=dict)
    """The jobs by owner, with the owners in round-robin order."""


class JobQueue:
    """A self-clocked fair queue.

    Jobs of equal cost are served round-robin by owner. Different costs get equal shares of the
    work: each cost has a rank, and the lowest rank is served next. A cost that joins the queue gets
    the rank of the last job taken plus one job's cost, and every job taken adds its cost again. An
    expensive job therefore waits for cheap jobs only until their total cost is about the same as
    its own.
    """

    def __init__(self) -> None:
        self._by_cost: dict[int, _EqualCost] = {}
        self._rank = 0
        """The rank of the job taken last."""

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

    def fair_share(self, job: Job, now: float, patience: float, processes: int) -> float:
        """Return how many seconds a job may take so that no queued job waits too long.

        If all jobs before it take as long, every job ends at most `patience` seconds after its
        request. A negative number means that some job is already late.
        """
        requested = (job.requested_at, *(other.requested_at for other in self))
        return min(
            (at + patience - now) * processes / max(processes, number)
            for number, at in enumerate(requested, 1)
        )

    def clear(self) -> None:
        """Remove all jobs."""
        self._by_cost.clear()


def _by_turns(equal: _EqualCost) -> Iterator[Job]:
    rounds = zip_longest(*equal.owners.values())
    return (job for each in rounds for job in each if job is not None)
