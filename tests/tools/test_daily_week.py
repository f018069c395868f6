"""Head starts of the daily puzzles: the stored ones, and the table of the week."""

import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import puzzles
from engine.puzzles import catalogue
from tools.__main__ import main
from tools.daily_week import MEASURED_DAYS, choose_head_start, week_table


@pytest.mark.parametrize("day", [*range(0, MEASURED_DAYS, 150), MEASURED_DAYS, 51_177])
def test_the_stored_head_starts_are_reproducible(day: int) -> None:
    figure = puzzles.problem_of_day(day)
    assert choose_head_start(figure) == puzzles.head_start(figure)


def test_the_command_writes_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "count", lambda: 3)
    monkeypatch.setattr(catalogue, "day_of", lambda number: number)
    table = tmp_path / "head_starts.z"
    result = CliRunner().invoke(main, ["head-starts", str(table)])
    assert result.exit_code == 0, result.output
    written = zlib.decompress(table.read_bytes())
    assert list(written) == [choose_head_start(number) for number in (1, 2, 3)]


@pytest.mark.check
def test_the_table_of_the_week_has_a_column_for_each_day() -> None:
    rows = list(week_table(1))
    assert {row.count("|") for row in rows} == {9}
    assert rows[2].endswith(" very hard |")
    result = CliRunner().invoke(main, ["week", "--weeks", "1"])
    assert result.output.splitlines() == rows
