"""Cached hops: the same best moves as from a complete list."""

from math import inf
from random import Random

import pytest

from engine import OFF, variant
from engine.move_generation.cached_hops import CachedHops
from engine.move_generation.short_hops import ShortHopTables
from tests.engine.boards import placed
from tests.engine.sample_games import course

KEYS = ("halma", "halma-8", "chinese-checkers", "chinese-checkers-3", "top-secret", "caesar")


@pytest.mark.parametrize("key", KEYS)
def test_the_best_moves_are_those_of_the_complete_list(key: str) -> None:
    """All positions of a game share one lister, so that most hops come from its cache."""
    game, rng = variant(key), Random(7)
    cells = len(game.board.spots)
    ends = [rng.randrange(1000) << 9 | cell for cell in range(cells)] + [OFF]
    starts = [-rng.randrange(1000) << 9 for _ in range(cells)]
    for seat in range(len(game.seats)):
        assert game.tables
        tables = game.tables[seat]
        assert isinstance(tables, ShortHopTables)
        lister = CachedHops(tables, starts, ends)
        for position in course(key):
            men = game.standing(position, seat)
            listed = sorted(
                (starts[start] + ends[end] for start, end in tables.pairs(position.cells, men)),
                reverse=True,
            )
            best = lister.best(position.cells, men, 1 << 40, -1)
            assert best == (listed[0] if listed else None)
            for width in (1, 8, 1000):
                assert lister.highest(position.cells, men, width, -inf) == listed[:width]
            for least in listed[::7]:
                enough = [value for value in listed if value >= least]
                assert lister.highest(position.cells, men, 1000, least)[: len(enough)] == enough


def test_a_move_that_is_good_enough_ends_the_listing() -> None:
    game = variant("halma-8")
    position = game.start()
    assert game.tables
    tables = game.tables[0]
    assert isinstance(tables, ShortHopTables)
    men = game.standing(position, 0)
    lister = CachedHops(tables, [0] * 64, [*range(64), OFF])
    pairs = tables.pairs(position.cells, men)
    first = min(start for start, _ in pairs)
    reached = [end for start, end in pairs if start == first]
    best = max(end for _, end in pairs)
    assert max(reached) < best
    assert lister.best(position.cells, men, 0, first) == max(reached)
    assert lister.best(position.cells, men, best, first) == best
    assert lister.best(position.cells, [], 0, first) is None


def test_a_man_at_the_edge_whose_only_hop_leads_off_the_board_has_steps_alone() -> None:
    game = variant("top-secret")
    position = placed(game, {0: "VIII,8", 1: "I,1 II,1"})
    assert game.tables
    tables = game.tables[1]
    assert isinstance(tables, ShortHopTables)
    starts, ends = [0] * 256, [*range(256), 1000]
    lister = CachedHops(tables, starts, ends)
    man = [game.board.cell(2, 1)]
    assert lister.best(position.cells, man, 1 << 40, -1) == 1000
    assert lister.highest(position.cells, man, 2, -inf) == [1000, game.board.cell(3, 2)]
