"""Cached hops and leaps: the same best moves as from a complete list."""

from math import inf
from random import Random
from types import ModuleType

import pytest

from engine import OFF, Position, Variant, variant
from engine.move_generation.cached_hops import CachedLongHops, CachedMoves, CachedShortHops
from engine.move_generation.cached_leaps import CachedLeaps
from engine.move_generation.compiled import CompiledMoves
from engine.move_generation.leaps import LeapTables
from engine.move_generation.long_hops import LongHopTables
from engine.move_generation.short_hops import ShortHopTables
from tests.engine.boards import placed
from tests.engine.sample_games import course
from tests.engine.without_speedups import WAYS, with_tables

KEYS = (
    "halma",
    "halma-8",
    "chinese-checkers",
    "chinese-checkers-3",
    "top-secret",
    "caesar",
    "super-chinese-checkers",
    "super-chinese-checkers-3",
    "super-halma",
    "super-halma-10",
    "renpaarden",
    "carrera",
)


def lister_of(
    game: Variant, seat: int, starts: list[int], ends: list[int]
) -> CachedMoves | CompiledMoves:
    """Return the lister of a seat's men."""
    assert game.tables
    tables = game.tables[seat]
    if tables.generator:
        return CompiledMoves(tables.generator, starts, ends)
    if isinstance(tables, LongHopTables):
        return CachedLongHops(tables, starts, ends)
    if isinstance(tables, LeapTables):
        return CachedLeaps(tables, starts, ends)
    assert isinstance(tables, ShortHopTables)
    return CachedShortHops(tables, starts, ends)


def pairs(game: Variant, seat: int, position: Position, men: list[int]) -> list[tuple[int, int]]:
    """Return the start and end of each move of these men."""
    assert game.tables
    return game.tables[seat].pairs(position.cells, men)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("speedups", WAYS)
def test_the_best_moves_are_those_of_the_complete_list(
    key: str, speedups: ModuleType | None
) -> None:
    """All positions of a game share one lister, so that most hops come from its cache."""
    game, rng = with_tables(variant(key), speedups), Random(7)
    cells = len(game.board.spots)
    ends = [rng.randrange(1000) << 9 | cell for cell in range(cells)] + [OFF]
    starts = [-rng.randrange(1000) << 9 for _ in range(cells)]
    for seat in range(len(game.seats)):
        lister = lister_of(game, seat, starts, ends)
        for position in course(key)[::3]:
            men = game.standing(position, seat)
            listed = sorted(
                (starts[start] + ends[end] for start, end in pairs(game, seat, position, men)),
                reverse=True,
            )
            best = lister.best(position.cells, men, 1 << 40, -1)
            assert best == (listed[0] if listed else None)
            for width in (1, 8, 1000):
                assert lister.highest(position.cells, men, width, -inf) == listed[:width]
            for least in listed[::7]:
                enough = [value for value in listed if value >= least]
                assert lister.highest(position.cells, men, 1000, least)[: len(enough)] == enough


@pytest.mark.parametrize("speedups", WAYS)
def test_a_move_that_is_good_enough_ends_the_listing(speedups: ModuleType | None) -> None:
    game = with_tables(variant("halma-8"), speedups)
    position = game.start()
    men = game.standing(position, 0)
    lister = lister_of(game, 0, [0] * 64, [*range(64), OFF])
    listed = pairs(game, 0, position, men)
    first = min(start for start, _ in listed)
    reached = [end for start, end in listed if start == first]
    best = max(end for _, end in listed)
    assert max(reached) < best
    assert lister.best(position.cells, men, 0, first) == max(reached)
    assert lister.best(position.cells, men, best, first) == best
    assert lister.best(position.cells, [], 0, first) is None


@pytest.mark.parametrize("speedups", WAYS)
def test_a_man_at_the_edge_whose_only_hop_leads_off_the_board_has_steps_alone(
    speedups: ModuleType | None,
) -> None:
    game = with_tables(variant("top-secret"), speedups)
    position = placed(game, {0: "VIII,8", 1: "I,1 II,1"})
    number = len(game.board.spots)
    lister = lister_of(game, 1, [0] * number, [*range(number), 1000])
    man = [game.board.cell(2, 1)]
    assert lister.best(position.cells, man, 1 << 40, -1) == 1000
    assert lister.highest(position.cells, man, 2, -inf) == [1000, game.board.cell(3, 2)]
