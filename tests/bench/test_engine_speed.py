"""How fast the rules are: ratios of times taken in one run, so that they hold on any machine."""

from __future__ import annotations

import pytest

from engine import VARIANTS, variant
from tests.bench import other_ways
from tests.bench.timing import middle, seconds
from tests.engine import naive

BIG = variant("halma")


def listing(key: str) -> float:
    """Seconds for a full move list of a mid-game position."""
    game, positions = variant(key), middle(key)
    return seconds(lambda: [game.moves(position) for position in positions]) / len(positions)


def test_the_full_list_is_at_least_ten_times_faster_than_the_naive_finder() -> None:
    few = middle("halma")[::8]
    naively = seconds(lambda: [naive.find(BIG, position) for position in few], 2) / len(few)
    assert listing("halma") * 10 < naively


@pytest.mark.parametrize("way", [other_ways.tables, other_ways.floods])
def test_the_full_list_is_faster_than_the_other_ways_that_were_tried(way: object) -> None:
    assert callable(way)
    positions = middle("halma")
    for position in positions:
        assert sorted(way(BIG, position)) == sorted(
            (move.path[0], move.path[-1]) for move in BIG.moves(position)
        )
    other = seconds(lambda: [way(BIG, position) for position in positions]) / len(positions)
    assert listing("halma") < other


def test_checking_one_typed_move_costs_less_than_listing_all() -> None:
    positions = middle("halma")[::4]
    typed = [(position, BIG.format(BIG.moves(position)[-1])) for position in positions]
    reading = seconds(lambda: [BIG.parse(position, text) for position, text in typed])
    assert reading / len(typed) < listing("halma")


def test_playing_a_listed_move_costs_less_than_listing_all() -> None:
    pairs = [(position, BIG.moves(position)[0]) for position in middle("halma")]
    applied = seconds(lambda: [BIG.apply(position, move) for position, move in pairs])
    assert applied / len(pairs) < listing("halma")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_game_lists_its_moves_in_more_than_25_times_the_time_of_8x8_halma(key: str) -> None:
    assert listing(key) < 25 * listing("halma-8")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_speed_of_listing(benchmark: object, key: str) -> None:
    """For the table that `make bench` prints."""
    game, positions = variant(key), middle(key)
    benchmark(lambda: [game.moves(position) for position in positions])  # type: ignore[operator]


@pytest.mark.parametrize("way", [other_ways.tables, other_ways.floods])
def test_speed_of_other_ways(benchmark: object, way: object) -> None:
    """For the table that `make bench` prints."""
    assert callable(way)
    benchmark(lambda: [way(BIG, position) for position in middle("halma")])  # type: ignore[operator]
