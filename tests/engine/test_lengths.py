"""How long a game lasts: the printed numbers are near to what the computer needs."""

from __future__ import annotations

import pytest

from engine import VARIANTS, lengths, variant


def test_most_games_are_no_longer_than_the_most_and_the_winner_made_a_part_of_the_turns() -> None:
    for key, length in lengths.MEASURED.items():
        assert length.turns <= length.most <= VARIANTS[key].limit
        assert 0 < length.own < length.turns


def test_numbers_stand_only_for_games_that_there_are() -> None:
    assert set(lengths.MEASURED) <= set(VARIANTS)


def test_a_game_that_nobody_has_measured_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(lengths.MEASURED, "halma-8")
    assert 20 < lengths.usual(variant("halma-8")) < 100
