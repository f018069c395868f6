"""How fast the rules are: ratios of times taken in one run, so that they hold on any machine.

What is measured are positions that nobody has seen before, one after another from whole games: a list
that is remembered says nothing of a game that goes on.
"""

import random
from collections.abc import Callable
from functools import cache
from statistics import mean
from time import perf_counter

import pytest

from engine import VARIANTS, Move, Position, Variant, random_turn, variant
from tests.bench import other_ways
from tests.bench.timing import Job, first_look, seconds, unseen, whole_games
from tests.engine import naive

BIG = "halma"


def listing(game: Variant, position: Position) -> list[Move]:
    """A full list."""
    return game.moves(position)


def rings(game: Variant, position: Position) -> list[Move]:
    """The way that remembers."""
    return _rings(game).moves(position)


_rings = cache(other_ways.Rings)


def test_the_full_list_is_at_least_25_times_faster_than_the_naive_finder() -> None:
    ours, naively = first_look(BIG, listing, naive.find, step=20)
    assert ours * 25 < naively


@pytest.mark.parametrize(
    ("key", "times"), [("carrera", 6), ("renpaarden", 6), ("super-chinese-checkers", 9)]
)
def test_leaps_and_long_hops_are_listed_several_times_faster_than_naively(
    key: str, times: int
) -> None:
    ours, naively = first_look(key, listing, naive.find, step=20, rounds=9)
    assert ours * times < naively


@pytest.mark.parametrize("way", [other_ways.tables, other_ways.floods, rings])
def test_the_full_list_is_faster_than_the_other_ways_that_were_tried(way: Job) -> None:
    game, positions = unseen(BIG, 40)
    for position in positions:
        assert found(way(game, position)) == found(game.moves(position))
    ours, other = first_look(BIG, listing, way)
    assert ours < other


def found(moves: object) -> list[tuple[int, int]]:
    """Where moves start and end, whole moves or such pairs."""
    assert isinstance(moves, list)
    paths = [one.path if isinstance(one, Move) else one for one in moves]
    return sorted((path[0], path[-1]) for path in paths)


def test_ends_alone_are_found_faster_than_whole_moves() -> None:
    whole, ends = first_look(BIG, listing, lambda game, position: game.ends(position))
    assert ends < whole


def test_checking_one_typed_move_costs_less_than_half_of_listing_all() -> None:
    game, positions = unseen(BIG)
    typed = {
        position: game.format(game.moves(position)[-1]).replace("-", " to ")
        for position in positions
    }
    whole, one = first_look(
        BIG, listing, lambda game, position: game.parse(position, typed[position])
    )
    assert 2 * one < whole


def test_a_random_turn_is_drawn_at_least_7_times_faster_than_one_of_a_list_with_rings() -> None:
    game = variant(BIG)
    drawn = playing(lambda: lambda position, rng: random_turn(game, position, rng))
    listed = playing(lambda: other_ways.Rings(game).turn)
    assert 7 * drawn < listed


def playing(
    drawing: Callable[[], Callable[[Position, random.Random], Move]], rounds: int = 5
) -> float:
    """The time of a whole turn in a game at random, where its end is looked for as well: for each turn
    the least of some rounds, in each of which the same game is played with nothing remembered."""
    game, best = variant(BIG), {}
    for _ in range(rounds):
        draw, rng, position = drawing(), random.Random(3), game.start()
        while position.ply < 300:
            begun = perf_counter()
            assert not game.outcome(position)
            position = game.apply(position, draw(position, rng))
            took = perf_counter() - begun
            best[position.ply] = min(best.get(position.ply, took), took)
    return mean(best.values())


def test_a_stored_game_is_replayed_in_a_third_of_the_time_of_judging_it() -> None:
    game = variant(BIG)
    moves = whole_games(BIG)[1]
    texts = [game.format(move) for move in moves]

    def replayed(read: Callable[[Position, str], Move]) -> Position:
        position = game.start()
        for text in texts:
            position = game.apply(position, read(position, text))
        return position

    assert replayed(game.parse) == replayed(lambda _, text: game.printed(text))
    trusting = seconds(lambda: replayed(lambda _, text: game.printed(text)))
    assert 3 * trusting < seconds(lambda: replayed(game.parse))


def test_the_end_of_a_game_is_looked_for_as_fast_after_900_turns_as_after_9() -> None:
    game, rng = variant(BIG), random.Random(1)
    course = [game.start()]
    while course[-1].ply < 900:
        course.append(game.apply(course[-1], random_turn(game, course[-1], rng)))
    early, late = (
        seconds(lambda few=course[first : first + 9]: [game.outcome(one) for one in few])  # type: ignore[misc]
        for first in (1, 892)
    )
    assert late < 2 * early


def test_playing_a_listed_move_costs_less_than_a_quarter_of_listing_all() -> None:
    game, positions = unseen(BIG)
    moves = {position: game.moves(position)[0] for position in positions}
    whole, playing = first_look(BIG, listing, lambda game, one: game.apply(one, moves[one]))
    assert 4 * playing < whole


def test_writing_a_position_down_and_reading_it_cost_less_than_two_lists() -> None:
    whole, both = first_look(BIG, listing, lambda game, position: game.load(game.dump(position)))
    assert both < 2 * whole


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_game_lists_its_moves_in_more_than_25_times_the_time_of_8x8_halma(key: str) -> None:
    (here,) = first_look(key, listing)
    assert here < 25 * _small()


@cache
def _small() -> float:
    (time,) = first_look("halma-8", listing)
    return time


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_speed_of_listing(benchmark: object, key: str) -> None:
    """For the table that `make bench` prints."""
    _compare(benchmark, key, listing)


@pytest.mark.parametrize("way", [other_ways.tables, other_ways.floods, rings])
def test_speed_of_other_ways(benchmark: object, way: Job) -> None:
    """For the table that `make bench` prints."""
    _compare(benchmark, BIG, way)


def _compare(benchmark: object, key: str, way: Job) -> None:
    """Measure a first look at positions of whole games, each round with nothing remembered."""

    def look(game: Variant, positions: list[Position]) -> None:
        for position in positions:
            way(game, position)

    benchmark.pedantic(look, setup=lambda: (unseen(key, 8), {}), rounds=3)  # type: ignore[attr-defined]
