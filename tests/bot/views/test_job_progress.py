"""How far long work has come is shown to who waits, and nothing of that can break the work."""

import asyncio
from typing import Any

import pytest

from bot.views import job_progress
from bot.views.job_progress import Report, watched
from tests.bot.spoken import Spoken, refused


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often."""
    monkeypatch.setattr(job_progress, "EVERY", 0.01)


async def work(report: Report) -> str:
    """Half of it, nothing new, and then the rest."""
    await asyncio.sleep(0.05)
    report(0.5)
    await asyncio.sleep(0.1)
    report(1.5)
    await asyncio.sleep(0.05)
    return "made"


def told(hundredths: int) -> str:
    """The sentence for who waits."""
    return f"{hundredths} %"


def shown(spoken: Spoken) -> list[str]:
    """The texts that were put where the result will be."""
    return [options["view"].children[0].content for what, options in spoken.said]


async def test_each_share_is_shown_once_and_none_beyond_the_whole() -> None:
    spoken: Any = Spoken(done=True)
    assert await watched(spoken, work, told) == "made"
    assert {what for what, _ in spoken.said} == {"original"}
    assert shown(spoken) == ["0 %", "50 %", "100 %"]


async def test_nothing_is_shown_where_nobody_was_asked_to_wait() -> None:
    spoken: Any = Spoken()
    assert await watched(spoken, work, told) == "made"
    assert spoken.said == []


async def test_the_work_goes_on_where_nothing_can_be_shown() -> None:
    spoken: Any = Spoken(done=True, original=[ConnectionResetError(), refused(404, 10008)])
    assert await watched(spoken, work, told) == "made"
    assert shown(spoken) == ["0 %", "50 %", "100 %"]
