"""How long a game lasts: the printed numbers are near to what the computer needs."""

from __future__ import annotations

import pytest

from engine import VARIANTS, lengths, variant


@pytest.mark.parametrize(
    "key", ["halma-8", "halma-10", "le-grec", "carrera", "pythagoreic-advanced"]
)
def test_a_printed_length_is_that_of_games_of_the_computer(key: str) -> None:
    measured = lengths.measure(variant(key), range(3))
    assert measured / 1.5 < variant(key).turns < measured * 1.5


def test_numbers_stand_only_for_games_that_there_are() -> None:
    assert set(lengths.TURNS) <= set(VARIANTS)


def test_a_game_that_nobody_has_measured_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(lengths.TURNS, "halma-8")
    assert 20 < lengths.usual(variant("halma-8")) < 100
