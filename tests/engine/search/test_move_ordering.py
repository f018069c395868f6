"""Move ordering: moves that advance a man farthest come first."""

import pytest

from engine import VARIANTS, search, variant
from tests.engine.boards import placed
from tests.engine.sample_games import sample

HALMA = variant("halma-8")


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_legal_move_is_ranked_in_every_variant(key: str) -> None:
    game = variant(key)
    for position in (game.start(), sample(key)[-3]):
        assert sorted(search.order_moves(game, position)) == sorted(game.moves(position))


def test_the_longest_advance_ranks_first_and_the_longest_retreat_last() -> None:
    position = placed(HALMA, {0: "IV,4", 1: "V,5 VII,7 III,3"})
    ranked = [HALMA.format(move) for move in search.order_moves(HALMA, position)]
    assert (ranked[0], ranked[-1]) == ("IV,4-VIII,8", "IV,4-II,2")
