"""Every game comes to its end whoever plays it: the levels against each other, with little time."""

import pytest

from engine import VARIANTS, search, variant
from tests.engine.game_courses import course

NODES = 10
"""Positions a move, so few that it costs nothing. The arena plays whole games, many, with more."""


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_levels_that_meet_finish_a_game_that_others_have_begun(key: str) -> None:
    game = variant(key)
    offered = search.levels(game)
    begun = course(key)
    position = begun[len(begun) * 9 // 10]
    while not (outcome := game.outcome(position)):
        level = offered[(position.turn + len(key)) % len(offered)]
        move = search.choose(game, position, level, seed=position.ply, nodes=NODES)
        position = game.apply(position, move)
    assert outcome.reason != "limit"
