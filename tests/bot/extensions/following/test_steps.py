"""The steps that each side still needs, in every game that is won by steps."""

import pytest

from bot.extensions.following.service.steps import steps_of
from engine.registry import VARIANTS


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_sides_need_equally_many_steps_at_the_start_or_none_are_counted(key: str) -> None:
    steps = steps_of(VARIANTS[key], VARIANTS[key].start())
    assert len(set(steps)) <= 1
    assert 0 not in steps


def test_steps_are_counted_in_races_only() -> None:
    assert steps_of(VARIANTS["halma-8"], VARIANTS["halma-8"].start()) == [47, 47]
    for key in ("hexma", "platonic", "top-secret", "le-zug"):
        assert steps_of(VARIANTS[key], VARIANTS[key].start()) == []
