"""Games between different levels come to an end in every variant."""

import pytest

from engine import VARIANTS, search, variant
from tests.engine.sample_games import course

NODES = 10
"""Number of positions searched per move, small for speed.

The arena plays many whole games with higher limits.
"""


@pytest.mark.check
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_levels_playing_each_other_finish_a_game_before_its_ply_limit(key: str) -> None:
    game = variant(key)
    offered = search.levels(game)
    begun = course(key)
    position = begun[len(begun) * 9 // 10]
    while not (outcome := game.outcome(position)):
        level = offered[(position.turn + len(key)) % len(offered)]
        move = search.choose(game, position, level, seed=position.ply, nodes=NODES)
        position = game.apply(position, move)
    assert outcome.reason != "limit"
