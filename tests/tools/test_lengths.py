"""The page on how long games last is the one that the command prints."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import VARIANTS, variant
from tools.__main__ import main
from tools.lengths import MEASURED, length_page, measure

PAGE = Path(__file__).resolve().parents[2] / "docs/lengths.md"


def test_the_page_is_printed_from_the_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == length_page()
    printed = CliRunner().invoke(main, ["lengths", "--markdown"])
    assert (printed.exit_code, printed.output) == (0, length_page())


def test_the_page_tells_of_every_measured_game_the_shortest_first() -> None:
    rows = [line.split(" | ") for line in length_page().splitlines() if line.startswith("| ")][1:]
    assert {row[1].strip("`") for row in rows} == set(MEASURED)
    assert [int(row[3]) for row in rows] == sorted(int(row[3]) for row in rows)


def test_measuring_again_prints_the_line_of_a_game() -> None:
    measured = CliRunner().invoke(main, ["lengths", "le-grec", "--games", "1"])
    assert measured.output == '    "le-grec": Length(22, 22, 11),\n'


@pytest.mark.parametrize("key", ["halma-8", "halma-10", "carrera", "pythagoreic-advanced"])
def test_a_printed_length_is_that_of_games_of_the_computer(key: str) -> None:
    measured, printed = measure(variant(key), range(2)), MEASURED[key]
    assert measured.turns / 1.5 < printed.turns < measured.turns * 1.5
    assert measured.own / 1.5 < printed.own < measured.own * 1.5


def test_the_shortest_games_measured_again_give_the_printed_numbers() -> None:
    assert measure(variant("le-grec"), range(20)) == MEASURED["le-grec"]


def test_the_turns_that_a_game_says_of_itself_are_the_measured_ones() -> None:
    for key, length in MEASURED.items():
        assert VARIANTS[key].turns == length.turns, key


def test_most_games_are_no_longer_than_the_most_and_the_winner_made_a_part_of_the_turns() -> None:
    for key, length in MEASURED.items():
        assert length.turns <= length.most <= VARIANTS[key].limit
        assert 0 < length.own < length.turns
