"""Fixture of a match whose first board is posted."""

import pytest

from bot.service.jobs.scheduler import Scheduler
from bot.store.models import Match
from tests.bot.service.club import Club


@pytest.fixture
async def match(club: Club, sleeper: Scheduler) -> Match:
    """A match whose first board is posted."""
    begun = await club.match()
    await sleeper.run_until_idle()
    return begun
