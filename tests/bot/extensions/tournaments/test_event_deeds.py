"""Random deeds in tournaments and ladders: nothing false is stored or sent."""

import pytest

from tests.bot.extensions.tournaments.event_deeds import EventDeeds
from tests.bot.random_deeds.try_out import try_out

pytestmark = [pytest.mark.check, pytest.mark.file, pytest.mark.usefixtures("unsynced")]


def test_random_deeds_in_tournaments_break_no_promise() -> None:
    try_out(EventDeeds)
