"""Engine speed as ratios of times from the same run, which hold on any machine.

The positions come from whole games and are not cached, because a real game also reaches new
positions.
"""

import random
from collections.abc import Callable
from functools import cache
from statistics import mean
from time import perf_counter

import pytest

from engine import VARIANTS, Move, Position, Variant, random_turn, variant
from tests.bench import alternative_generators
from tests.bench.timing import Job, first_look, seconds, unseen, whole_games
from tests.engine import naive

BIG = "halma"


def listing(game: Variant, position: Position) -> list[Move]:
    """Generate all legal moves with the engine."""
    return game.moves(position)


def rings(game: Variant, position: Position) -> list[Move]:
    """Generate all legal moves with the caching generator."""
    return _rings(game).moves(position)


_rings = cache(alternative_generators.Rings)


def test_move_generation_is_at_least_25_times_faster_than_the_naive_finder() -> None:
    ours, naively = first_look(BIG, listing, naive.find, step=20)
    assert ours * 25 < naively


@pytest.mark.parametrize(
    ("key", "times"),
    [
        ("carrera", 6),
        ("le-grec", 8),
        ("le-zug", 8),
        ("le-zug-back", 8),
        ("platonic", 8),
        ("platonic-advanced", 8),
        ("pythagoreic", 8),
        ("pythagoreic-advanced", 8),
        ("renpaarden", 6),
        ("super-chinese-checkers", 9),
    ],
)
def test_unusual_moves_are_generated_much_faster_than_naively(key: str, times: int) -> None:
    ours, naively = first_look(key, listing, naive.find, step=20, rounds=9)
    assert ours * times < naively


@pytest.mark.parametrize(
    "way", [alternative_generators.tables, alternative_generators.floods, rings]
)
def test_move_generation_is_faster_than_the_alternatives(way: Job) -> None:
    game, positions = unseen(BIG, 40)
    for position in positions:
        assert found(way(game, position)) == found(game.moves(position))
    ours, other = first_look(BIG, listing, way)
    assert ours < other


def found(moves: object) -> list[tuple[int, int]]:
    """Return the sorted (origin, end) pairs of these moves or paths."""
    assert isinstance(moves, list)
    paths = [move.path if isinstance(move, Move) else move for move in moves]
    return sorted((path[0], path[-1]) for path in paths)


def test_ends_alone_are_found_faster_than_whole_moves() -> None:
    whole, ends = first_look(BIG, listing, lambda game, position: game.ends(position))
    assert ends < whole


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_ends_alone_are_never_found_more_slowly_than_whole_moves(key: str) -> None:
    whole, ends = first_look(key, listing, lambda game, position: game.ends(position))
    assert ends < 1.05 * whole


def test_parsing_a_typed_move_takes_less_than_half_of_listing_all_moves() -> None:
    game, positions = unseen(BIG)
    typed = {
        position: game.format(game.moves(position)[-1]).replace("-", " to ")
        for position in positions
    }
    whole, single = first_look(
        BIG, listing, lambda game, position: game.parse(position, typed[position])
    )
    assert 2 * single < whole


def test_a_random_move_is_at_least_7_times_faster_than_from_a_list_with_rings() -> None:
    game = variant(BIG)
    drawn = playing(lambda: lambda position, rng: random_turn(game, position, rng))
    listed = playing(lambda: alternative_generators.Rings(game).turn)
    assert 7 * drawn < listed


def playing(
    drawing: Callable[[], Callable[[Position, random.Random], Move]], rounds: int = 5
) -> float:
    """Return the mean time per move of a random game, in seconds.

    The time includes the outcome check.

    The same game is played `rounds` times with empty caches, and the mean is taken over the
    shortest time of each move.
    """
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


def test_replaying_a_stored_game_takes_a_third_of_the_time_of_parsing_it() -> None:
    game = variant(BIG)
    moves = whole_games(BIG)[1]
    texts = [game.format(move) for move in moves]

    def replayed(read: Callable[[Position, str], Move]) -> Position:
        position = game.start()
        for text in texts:
            position = game.apply(position, read(position, text))
        return position

    assert replayed(game.parse) == replayed(lambda _, text: game.parse_canonical(text))
    trusting = seconds(lambda: replayed(lambda _, text: game.parse_canonical(text)))
    assert 3 * trusting < seconds(lambda: replayed(game.parse))


def test_the_outcome_check_is_as_fast_after_900_plies_as_after_9() -> None:
    game, rng = variant(BIG), random.Random(1)
    course = [game.start()]
    while course[-1].ply < 900:
        course.append(game.apply(course[-1], random_turn(game, course[-1], rng)))
    early, late = (
        seconds(lambda few=course[first : first + 9]: [game.outcome(each) for each in few])  # type: ignore[misc]
        for first in (1, 892)
    )
    assert late < 2 * early


def test_applying_a_listed_move_takes_less_than_a_quarter_of_listing_all() -> None:
    game, positions = unseen(BIG)
    moves = {position: game.moves(position)[0] for position in positions}
    whole, playing = first_look(BIG, listing, lambda game, at: game.apply(at, moves[at]))
    assert 4 * playing < whole


def test_a_dump_and_load_of_a_position_takes_less_than_two_move_lists() -> None:
    whole, both = first_look(BIG, listing, lambda game, position: game.load(game.dump(position)))
    assert both < 2 * whole


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_variant_takes_more_than_25_times_as_long_as_halma_8x8_to_list_moves(key: str) -> None:
    (measured,) = first_look(key, listing)
    assert measured < 25 * _small()


@cache
def _small() -> float:
    (time,) = first_look("halma-8", listing)
    return time


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_speed_of_listing(benchmark: object, key: str) -> None:
    """Benchmark for the table that `make bench` prints."""
    _compare(benchmark, key, listing)


@pytest.mark.parametrize(
    "way", [alternative_generators.tables, alternative_generators.floods, rings]
)
def test_speed_of_alternatives(benchmark: object, way: Job) -> None:
    """Benchmark for the table that `make bench` prints."""
    _compare(benchmark, BIG, way)


def _compare(benchmark: object, key: str, way: Job) -> None:
    """Benchmark a move generator on unseen positions, with empty caches in each round."""

    def look(game: Variant, positions: list[Position]) -> None:
        for position in positions:
            way(game, position)

    benchmark.pedantic(look, setup=lambda: (unseen(key, 8), {}), rounds=3)  # type: ignore[attr-defined]
