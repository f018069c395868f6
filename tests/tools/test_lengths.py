"""The page on game lengths matches the output of its command."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import VARIANTS, variant
from tools.__main__ import main
from tools.lengths import MEASURED, length_page, measure

PAGE = Path(__file__).resolve().parents[2] / "docs/lengths.md"


def test_the_page_is_printed_from_the_stored_lengths() -> None:
    assert PAGE.read_text(encoding="utf-8") == length_page()
    printed = CliRunner().invoke(main, ["lengths", "--markdown"])
    assert (printed.exit_code, printed.output) == (0, length_page())


def test_the_page_lists_every_measured_variant_from_the_shortest() -> None:
    rows = [line.split(" | ") for line in length_page().splitlines() if line.startswith("| ")][1:]
    assert {row[1].strip("`") for row in rows} == set(MEASURED)
    assert [int(row[3]) for row in rows] == sorted(int(row[3]) for row in rows)


def test_measuring_a_variant_prints_its_line() -> None:
    measured = CliRunner().invoke(main, ["lengths", "le-grec", "--games", "1"])
    assert measured.output == '    "le-grec": Length(21, 21, 11),\n'


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma-8", "halma-10", "carrera", "pythagoreic-advanced"])
def test_a_stored_length_is_close_to_that_of_computer_games(key: str) -> None:
    measured, printed = measure(variant(key), range(2)), MEASURED[key]
    assert measured.turns / 1.5 < printed.turns < measured.turns * 1.5
    assert measured.own / 1.5 < printed.own < measured.own * 1.5


@pytest.mark.check
def test_the_shortest_variant_measured_again_gives_the_stored_numbers() -> None:
    assert measure(variant("le-grec"), range(20)) == MEASURED["le-grec"]


def test_every_variant_declares_its_measured_number_of_turns() -> None:
    for key, length in MEASURED.items():
        assert VARIANTS[key].turns == length.turns, key


def test_stored_lengths_are_consistent_with_each_other() -> None:
    for key, length in MEASURED.items():
        assert length.turns <= length.most <= VARIANTS[key].limit
        assert 0 < length.own < length.turns
