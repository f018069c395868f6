"""A simulation of three weeks in a small world.

`make year` simulates the whole year.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.year.features import missing
from tests.year.inline import inline, memory
from tests.year.report import report
from tests.year.simulation import Plan, simulate

pytestmark = pytest.mark.check


async def test_three_weeks_of_play_break_no_invariant(games_at: str) -> None:
    url = games_at if games_at.startswith("postgresql") else None
    with inline(), TemporaryDirectory(dir=memory()) as folder:
        result = await simulate(Plan(20, 8, 22, 7, Path(folder), url=url))
    assert result.faults == []
    assert missing(result.tally, year=False) == []
    over = sum(n for what, n in result.tally.items() if what.startswith("ending/"))
    assert over > 2
    text = report(result.tally, result.faults, seconds=result.seconds, about="three weeks")
    assert f"{result.tally['begun']} matches started, {over} over" in text
    assert "No faults" in text
