"""Random deeds: whatever people and time do, what the bot says is true.

The short form always tries the same histories. `make faults` tries others and longer ones:
HALMA_DEEDS is the number of histories, HALMA_DEED_STEPS their length, and HALMA_DEED_SEED a seed.
"""

import pytest

from tests.bot.random_deeds.deeds import Deeds
from tests.bot.random_deeds.try_out import try_out

pytestmark = [pytest.mark.check, pytest.mark.file, pytest.mark.usefixtures("unsynced")]


def test_random_deeds_break_no_promise() -> None:
    try_out(Deeds)
