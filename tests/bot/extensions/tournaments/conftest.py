"""Fixtures of the tests of tournaments."""

import pytest

from bot.store import Store
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import Club


@pytest.fixture
def organiser(store: Store) -> Organiser:
    """Return an organiser in a new club."""
    return Organiser(Club(store))
