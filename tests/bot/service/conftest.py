"""A real database in a file, and people who play in it."""

import pytest

from bot.service import replay
from bot.service.play import draws
from bot.store import Store
from tests.bot.service.club import Club


@pytest.fixture(autouse=True)
def strange_games() -> None:
    """No game of another test's database is remembered."""
    replay.forget()


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


@pytest.fixture
def early_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws may be offered from the beginning, so that a test need not play so long."""
    monkeypatch.setattr(draws, "FIRST_ROUNDS", 0)
