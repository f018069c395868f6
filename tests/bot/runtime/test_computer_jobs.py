"""Jobs of the computer player: time limits, also with many requests waiting."""

import asyncio
from typing import Any

import pytest

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SHORTEST, SearchRequest, shortened
from bot.runtime.worker_pool import Progress, Worker
from engine import search, variant

HALMA = variant("halma-8")


def request(level: int = 4, seed: int = 1) -> SearchRequest:
    """Return a request for the first move."""
    return SearchRequest(1, 0, HALMA.key, HALMA.dump(HALMA.start()), (), level, seed)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the time limits of all searches."""
    limits: list[float] = []

    def choose(*args: Any, seconds: float, **named: Any) -> Any:
        limits.append(seconds)
        return HALMA.moves(HALMA.start())[0]

    monkeypatch.setattr(search, "choose", choose)
    return limits


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_search_is_limited_to_the_time_of_its_level(level: int, limits: list[float]) -> None:
    computer_jobs.choose_move(request(level))
    (limit,) = limits
    assert 0.5 * search.levels(HALMA)[level - 1].seconds < limit
    assert limit < search.levels(HALMA)[level - 1].seconds


def test_a_move_of_the_strongest_level_costs_what_it_may_search() -> None:
    costs = [computer_jobs.cost_of(request(level)) for level in (1, 2, 3, 4)]
    assert costs == [100, 200, 400, 60_000]


def test_a_request_is_shortened_only_if_its_level_would_take_longer(limits: list[float]) -> None:
    strong, weak = request(4), request(1)
    assert shortened(strong, 5.0) == strong
    assert shortened(weak, 0.15) == weak
    assert shortened(strong, 0.15).seconds == 0.15
    assert shortened(strong, -1.0).seconds == SHORTEST
    computer_jobs.choose_move(shortened(strong, 0.15))
    assert limits == [0.15]


class Recorder:
    """A fake job runner that records the requests."""

    def __init__(self) -> None:
        self.asked: list[SearchRequest] = []

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        self.asked.append(payload)
        return "I,1-I,2"

    def kill(self) -> None:
        """No-op, because there is no process to kill."""


async def test_searches_get_shorter_while_many_requests_are_waiting() -> None:
    recorder = Recorder()
    worker = Worker(1, lambda: recorder)
    asked = [request(4, seed) for seed in range(30)]
    await asyncio.gather(
        *(
            worker.run(
                computer_jobs.MOVE_JOB,
                each,
                owner=1,
                seconds=9,
                cost=6000,
                shorten=shortened,
            )
            for each in asked
        )
    )
    assert sorted(each.seed for each in recorder.asked) == [*range(30)]
    second, *_, last = recorder.asked[1:]
    assert second.seconds
    assert second.seconds < 0.1
    assert last.seconds is None, "the last request is alone in the queue"
    await worker.close()
