"""A match whose board is posted, and who posts it."""

from collections.abc import AsyncIterator

import pytest

from bot.service.telling.scheduler import Scheduler
from bot.store.values import Match
from tests.bot.service.club import Club
from tests.bot.service.fake_discord import Discord


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def sleeper(club: Club, discord: Discord) -> AsyncIterator[Scheduler]:
    scheduler = Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: club.now,
        jitter=lambda: 0.0,
    )
    yield scheduler
    await scheduler.stop()


@pytest.fixture
async def match(club: Club, sleeper: Scheduler) -> Match:
    """A match whose first board is posted."""
    begun = await club.match()
    await sleeper.settle()
    return begun
