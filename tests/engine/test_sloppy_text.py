"""No sloppily typed move is parsed as a different move.

HALMA_SLOPPY_TEXTS is the number of random texts over all games, by default a few thousand.
"""

import os

import pytest

from engine import VARIANTS
from tests.engine.sloppy import misread

TEXTS = int(os.environ.get("HALMA_SLOPPY_TEXTS", "6300"))


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_sloppy_text_is_never_read_as_another_move(key: str) -> None:
    number = -(-TEXTS // len(VARIANTS))
    wrong, counted = misread(key, number)
    assert wrong == []
    assert counted["read"] > number // 2, counted
