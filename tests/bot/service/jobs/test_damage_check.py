"""Daily check of the database file for damage."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.service.jobs.scheduler import Scheduler
from tests.bot.service.club import Club
from tests.bot.service.fake_discord import Discord
from tests.bot.service.jobs.test_scheduler import until

pytestmark = pytest.mark.check


async def test_the_database_file_is_checked_once_a_day_without_blocking_other_work(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord = Discord()
    sleeper = Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: club.now,
        jitter=lambda: 0.0,
    )
    looked: list[int] = []
    slow = asyncio.Event()

    async def damage() -> str:
        looked.append(club.now)
        await slow.wait()
        return "page 7 is torn"

    monkeypatch.setattr(club.store.database, "damage", damage)
    began = club.now
    match = await club.match()
    await sleeper.start()
    await until(lambda: discord.shown() == [("board", 0)])
    assert looked == []
    with capture_logs() as logs:
        for turns, (hours, checks) in enumerate(((1, 1), (2, 1), (26, 2), (27, 2)), 1):
            club.now = began + hours * 3600
            await club.turn(match)  # the board is delivered while the check is running
            await until(lambda turns=turns: discord.shown()[-1] == ("board", turns))  # type: ignore[misc]
            await until(lambda checks=checks: len(looked) == checks)  # type: ignore[misc]
            if hours == 2:
                slow.set()
    assert looked[0] >= began + 3600
    assert looked[1] - looked[0] >= 86400
    assert {"damage": "page 7 is torn", "log_level": "error"}.items() <= logs[0].items()
    await sleeper.stop()
