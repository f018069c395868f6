"""Fixtures: a real database file, players, a fake Discord and a scheduler."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.service import position_cache
from bot.service.actions import agreements
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import lifecycle
from bot.store import Store, Tx
from bot.store.match import match_saver
from bot.store.models import Match
from tests.bot.service.club import Club
from tests.bot.service.fake_discord import Discord


@pytest.fixture(autouse=True)
def strange_games() -> None:
    """Clear the position cache, which may hold matches of another test's database."""
    position_cache.clear_cache()


@pytest.fixture(autouse=True)
def exact_saves(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check on each save that the match stored is `before`, and afterwards `after`."""
    if request.module.__name__.endswith("test_statements"):  # the checks would add statements
        return
    save = match_saver.save

    def stored(tx: Tx, match: Match) -> Match:
        return replace(lifecycle.load(tx, match.id), post=match.post, downtimes=match.downtimes)

    def checked(tx: Tx, before: Match, after: Match) -> None:
        assert stored(tx, before) == before
        save(tx, before, after)
        assert stored(tx, after) == after

    monkeypatch.setattr(match_saver, "save", checked)


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def sleeper(club: Club, discord: Discord) -> AsyncIterator[Scheduler]:
    """A scheduler that is not started and delivers to the fake Discord."""
    made = Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: club.now,
        jitter=lambda: 0.0,
    )
    yield made
    discord.gate.set()
    await made.stop()


@pytest.fixture
def early_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow draw offers from the first round, so that tests need fewer moves."""
    monkeypatch.setattr(agreements, "FIRST_ROUNDS", 0)
