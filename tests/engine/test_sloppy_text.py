"""No text that means one move is ever read as another.

HALMA_SLOPPY_TEXTS=1000000 tries as many, drawn by lot from all games; by default a few thousand.
"""

import os

import pytest

from engine import VARIANTS
from tests.engine.sloppy import misread

TEXTS = int(os.environ.get("HALMA_SLOPPY_TEXTS", "12600"))


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_sloppy_text_is_the_move_that_it_means_or_asked_about_or_refused(key: str) -> None:
    number = -(-TEXTS // len(VARIANTS))
    wrong, counted = misread(key, number)
    assert wrong == []
    assert counted["read"] > number // 2, counted
