"""No sloppily typed move is parsed as a different move.

HALMA_SLOPPY_TEXTS is the number of random texts over all games, by default a few thousand.
"""

import os
from contextlib import suppress
from typing import Any

import pytest

from engine import VARIANTS, EngineError, illegal_reasons, variant
from engine.errors import Reason
from tests.engine.sloppy import misread

TEXTS = int(os.environ.get("HALMA_SLOPPY_TEXTS", "6300"))


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_sloppy_text_is_never_read_as_another_move(key: str) -> None:
    number = -(-TEXTS // len(VARIANTS))
    wrong, counted = misread(key, number)
    assert wrong == []
    assert counted["read"] > number // 2, counted


def test_the_reason_of_a_reading_that_is_not_meant_is_not_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In "ii4 i4", "i4" may be a square as in chess. Only a refusal needs a reason."""
    asked: list[str] = []
    reason = illegal_reasons.travel_reason

    def counted(*about: Any) -> Reason:
        asked.append(about[-1])
        return reason(*about)

    monkeypatch.setattr(illegal_reasons, "travel_reason", counted)
    game = variant("super-halma")
    for text in ("ii4 iii4", "iii4 i4", "ii4 i4"):
        with suppress(EngineError):
            game.parse(game.start(), text)
            assert asked == []
        assert len(asked) <= 1
        asked.clear()
