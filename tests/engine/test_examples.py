"""Doctests of the engine."""

import doctest

import pytest

import engine
from engine import random_play, variant_definition


@pytest.mark.parametrize(
    ("module", "least"), [(engine, 12), (variant_definition, 6), (random_play, 2)]
)
def test_the_doctests_pass(module: object, least: int) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.failed == 0
    assert result.attempted >= least
