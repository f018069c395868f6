"""Progress messages of long jobs: a failed update must not make the job fail."""

import asyncio
from typing import Any

import pytest

from bot.dialogs import worker_jobs
from bot.dialogs.worker_jobs import Report, with_progress
from tests.bot.spoken import Spoken, refused


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the interval of progress updates."""
    monkeypatch.setattr(worker_jobs, "UPDATE_SECONDS", 0.01)


async def work(report: Report) -> str:
    """Report half of the work, then nothing for a while, and then the rest."""
    await asyncio.sleep(0.05)
    report(0.5)
    await asyncio.sleep(0.1)
    report(1.5)
    await asyncio.sleep(0.05)
    return "made"


def progress_text(hundredths: int) -> str:
    """Return the text of a progress message."""
    return f"{hundredths} %"


def shown(spoken: Spoken) -> list[str]:
    """Return the texts of all progress messages, in order."""
    return [options["view"].children[0].content for what, options in spoken.responses]


async def test_each_progress_value_is_shown_once_and_capped_at_100_percent() -> None:
    spoken: Any = Spoken(done=True)
    assert await with_progress(spoken, work, progress_text) == "made"
    assert {what for what, _ in spoken.responses} == {"original"}
    assert shown(spoken) == ["0 %", "50 %", "100 %"]


async def test_without_a_deferral_no_progress_is_shown() -> None:
    spoken: Any = Spoken()
    assert await with_progress(spoken, work, progress_text) == "made"
    assert spoken.responses == []


async def test_the_work_continues_if_progress_cannot_be_shown() -> None:
    spoken: Any = Spoken(done=True, original=[ConnectionResetError(), refused(404, 10008)])
    assert await with_progress(spoken, work, progress_text) == "made"
    assert shown(spoken) == ["0 %", "50 %", "100 %"]
