"""The simple player: their choices, and the stored numbers of turns."""

import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.extensions.puzzles.service import puzzle_ladder
from engine import puzzles
from engine.puzzles import catalogue
from tools.__main__ import main
from tools.simple_player import ATTEMPTS, MOST, SimplePlayer, count_packed


@pytest.mark.parametrize("number", [1, 1_383, 10_647, 26_120, 51_178])
def test_the_stored_number_of_turns_is_reproducible(number: int) -> None:
    assert SimplePlayer(number).easy_after() == puzzles.easy_after(number)


@pytest.mark.parametrize("number", range(1, puzzles.count(), 5_000))
def test_most_attempts_succeed_from_that_number_of_turns_on(number: int) -> None:
    player, turns = SimplePlayer(number), puzzles.easy_after(number)
    assert all(player.count_successes(played) >= MOST for played in range(turns, 19))
    assert turns == 0 or player.count_successes(turns - 1) < MOST


def test_the_last_man_always_succeeds_and_is_obvious() -> None:
    player = SimplePlayer(10_647)
    assert player.count_successes(18) == ATTEMPTS
    assert player.is_obvious(18)


@pytest.mark.check
def test_the_player_keeps_as_many_men_able_to_move_as_possible() -> None:
    """In figure 10,647 (A) the player fails from the full yard, whatever they draw."""
    assert SimplePlayer(10_647).count_successes(0) == 0


@pytest.mark.check
def test_the_easy_endings_are_those_that_a_greedy_player_always_solves() -> None:
    always = {
        f"ending-{turns}-{seed}"
        for turns in puzzles.ENDINGS
        for seed in puzzles.ENDING_SEEDS
        if count_packed(turns, seed) == ATTEMPTS
    }
    assert always == set(puzzle_ladder.EASY_ENDINGS)


def test_the_command_writes_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "count", lambda: 3)
    table = tmp_path / "easy_after.z"
    result = CliRunner().invoke(main, ["easy-after", str(table)])
    assert result.exit_code == 0, result.output
    written = zlib.decompress(table.read_bytes())
    assert list(written) == [SimplePlayer(number).easy_after() for number in (1, 2, 3)]
