"""A few weeks of a small world, as `make test` lives through them; `make year` is the whole year."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.year.inline import inline, memory
from tests.year.report import report
from tests.year.simulation import Plan, simulate


@pytest.mark.parametrize("seed", [1])
async def test_some_weeks_of_play_leave_every_invariant_standing(seed: int) -> None:
    heard: list[str] = []
    with inline(), TemporaryDirectory(dir=memory()) as folder:
        result = await simulate(Plan(24, 16, 32, seed, Path(folder)), heard.append)
    assert result.faults == []
    over = sum(n for what, n in result.tally.items() if what.startswith("ending/"))
    assert over > 5
    assert len(heard) == 1
    told = report(result.tally, result.faults, seconds=result.seconds, about="a test")
    assert "No faults" in told
