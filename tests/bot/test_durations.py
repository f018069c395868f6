"""The page on how long games last is the one that the command prints."""

from pathlib import Path

from click.testing import CliRunner

from bot.__main__ import main
from bot.durations import page
from engine.lengths import MEASURED

PAGE = Path(__file__).resolve().parents[2] / "docs/lengths.md"


def test_the_page_is_printed_from_the_figures_that_the_bot_uses() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
    printed = CliRunner().invoke(main, ["lengths", "--markdown"])
    assert (printed.exit_code, printed.output) == (0, page())


def test_the_page_tells_of_every_measured_game_the_shortest_first() -> None:
    rows = [line.split(" | ") for line in page().splitlines() if line.startswith("| ")][1:]
    assert {row[1].strip("`") for row in rows} == set(MEASURED)
    assert [int(row[3]) for row in rows] == sorted(int(row[3]) for row in rows)


def test_measuring_again_prints_a_line_for_the_engine() -> None:
    measured = CliRunner().invoke(main, ["lengths", "le-grec", "--games", "1"])
    assert measured.output == '    "le-grec": Length(19, 19, 10),\n'
