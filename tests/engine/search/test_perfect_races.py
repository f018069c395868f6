"""Perfect races, compared with plain breadth-first search.

HALMA_RACES is the number of random races of each game, and HALMA_RACE_SEED selects others.
"""

import lzma
import os
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine import Variant, variant
from engine.board import square
from engine.position import Move
from engine.rules import corner, no_rest_in_yards, stays_in_goal
from engine.search import perfect_races, race_bounds, turns_to_go
from engine.search.perfect_races import RaceSolver, is_separate, perfect_race
from engine.search.race_bounds import BOUNDS_FILES, MOST_OUTSIDE, bounds_file, pattern_count, sides
from engine.variant_definition import Seat
from tests.engine.boards import placed
from tests.engine.search.breadth_first import (
    Men,
    children,
    distances_to_goal,
    fewest_turns,
    placed_men,
)
from tools.races import GoalGaps, OutsideMen, fewest_moves, write_race_bounds

RACES = int(os.environ.get("HALMA_RACES", "6"))
SEED = int(os.environ.get("HALMA_RACE_SEED", "1"))
EIGHT, STAR = variant("halma-8"), variant("chinese-checkers")
KEYS = ("halma-8", "halma-10", "chinese-checkers")


def mask(men: Men) -> int:
    return sum(1 << cell for cell in men)


@cache
def tiny(size: int, widths: tuple[int, ...], locked: bool = False) -> Variant:
    """Return Halma on a tiny board, with its own tables of lower bounds."""
    board = square(size)
    near = corner(board, widths)
    far = board.turned(near, 4)
    return replace(
        EIGHT,
        key=f"tiny-{size}-{sum(widths)}-{locked}",
        board=board,
        seats=(Seat("South", near, far), Seat("North", far, near, facing=4)),
        **({"link_allowed": stays_in_goal} if locked else {}),
    )


def solver(game: Variant, folder: Path, monkeypatch: pytest.MonkeyPatch) -> RaceSolver:
    """Return a solver of a tiny game, whose tables are computed now."""
    file = f"races_{game.key}.xz"
    key = game.board.name, len(game.seats[0].goal)
    monkeypatch.setitem(BOUNDS_FILES, key, str(folder / file))
    assert file in write_race_bounds(game, folder)
    return RaceSolver(game)


@pytest.mark.check
@pytest.mark.parametrize(
    ("size", "widths", "locked"),
    [(4, (2, 1), False), (4, (3, 2, 1), False), (4, (3, 2, 1), True), (5, (2, 1), False)],
)
def test_on_a_tiny_board_every_race_is_exact(
    size: int,
    widths: tuple[int, ...],
    locked: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search backward visits arrangements with five and six men outside, too."""
    game = tiny(size, widths, locked)
    race = solver(game, tmp_path, monkeypatch)
    goal = frozenset(game.seats[0].goal)
    if locked:
        far = {}
        rng, outside = random.Random(1), sides(game, 0)[0]
        for _ in range(12):
            left = rng.randint(1, MOST_OUTSIDE)
            kept = rng.sample(sorted(goal), len(goal) - left)
            men = frozenset([*kept, *rng.sample(outside, left)])
            if (turns := fewest_turns(game, men, 4)) is not None:
                far[men] = turns
    else:
        far = distances_to_goal(game, 99)
    checked = 0
    for men, turns in far.items():
        if len(men - goal) <= MOST_OUTSIDE:
            solution = race.solve(mask(men), 10_000)
            assert solution is not None
            assert solution.turns == turns
            assert race.bound(mask(men)) <= turns
            checked += 1
    assert checked > 3


@cache
def near_goal(key: str) -> dict[Men, int]:
    return distances_to_goal(variant(key), 2)


def random_race(game: Variant, rng: random.Random, far: float) -> Men:
    """Return random men, up to four of them outside the goal and not too far from it."""
    outside, goal = sides(game, 0)
    rows = perfect_races.distances_to_tip(game, 0)[-1]
    count = rng.randint(1, MOST_OUTSIDE)
    near = [
        cell for cell in outside if rows[cell] <= far * max(rows) and cell not in game.seats[0].home
    ]
    return frozenset([*rng.sample(goal, len(goal) - count), *rng.sample(near, count)])


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma-8", "halma-10"])
def test_breadth_first_search_from_both_ends_finds_nothing_shorter(key: str) -> None:
    """The search backward goes two turns, and the search forward one or two."""
    game, rng = variant(key), random.Random(f"{SEED}/{key}")
    known, solved = near_goal(key), 0
    for _ in range(RACES):
        men = random_race(game, rng, 0.4)
        race = RaceSolver(game).solve(mask(men), 20_000)
        assert race is not None
        front, reach = {men}, 4
        for turns in range(reach - 2 + 1):
            ends = [known[each] for each in front if each in known]
            if ends:
                assert race.turns == turns + min(ends)
                solved += 1
                break
            if turns < reach - 2:
                front = {after for each in front for after in children(game, each)}
        else:
            assert race.turns > reach
    assert RACES < 5 or solved


@pytest.mark.check
@pytest.mark.parametrize("key", KEYS)
def test_forward_breadth_first_search_finds_the_same_number(key: str) -> None:
    """Men a few moves from the goal, where the search forward can visit everything."""
    game, rng = variant(key), random.Random(f"{SEED}/{key}")
    goal = frozenset(game.seats[0].goal)
    rows = perfect_races.distances_to_tip(game, 0)[-1]
    near = [cell for cell in sides(game, 0)[0] if rows[cell] <= 7]
    for _ in range(RACES):
        men = goal - {rng.choice(sorted(goal))} | {rng.choice(near)}
        race = RaceSolver(game).solve(mask(men), 20_000)
        assert race is not None
        if race.turns <= 3:
            assert fewest_turns(game, men, 3) == race.turns
        else:
            assert fewest_turns(game, men, 2) is None


@pytest.mark.check
@pytest.mark.parametrize("key", [pytest.param("halma-8", marks=pytest.mark.measured), *KEYS[1:]])
def test_playing_the_first_moves_ends_the_race_in_exactly_that_many_turns(key: str) -> None:
    game, rng = variant(key), random.Random(f"{SEED}/{key}")
    for seat in (0, 1):
        men = random_race(game, rng, 0.6)
        if seat:
            men = frozenset(len(game.board.spots) - 1 - cell for cell in men)
        position = placed_men(game, men, seat=seat)
        race = perfect_race(game, position, seat)
        assert race is not None
        assert turns_to_go(game, position, seat) == race.turns
        for left in range(race.turns, 0, -1):
            now = perfect_race(game, position, seat)
            assert now is not None
            assert now.turns == left
            pair = now.move.path
            move = next(m for m in game.from_cell(position, pair[0]) if m.path[-1] == pair[1])
            position = replace(game.apply(position, move), turn=seat)
        assert seat in position.done
        assert perfect_race(game, replace(position, done=()), seat) == (0, Move(()))


@pytest.mark.check
def test_rival_men_that_have_been_passed_change_nothing() -> None:
    """The number is the same if the rival men stand still on the board."""
    rng, checked = random.Random(SEED), 0
    home = sorted(EIGHT.seats[0].home)
    while checked < RACES:
        men = random_race(EIGHT, rng, 0.45)
        others = frozenset(rng.sample([*home, 4, 11, 18, 25, 32], 10))
        position = placed_men(EIGHT, men, others)
        if is_separate(EIGHT, position, 0):
            race = perfect_race(EIGHT, position, 0)
            assert race is not None
            if race.turns <= 3:
                assert fewest_turns(EIGHT, men, 3, others) == race.turns
                checked += 1


def test_men_that_may_still_meet_are_no_race() -> None:
    goal = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8 VII,7 VII,6 VI,8 VI,7"
    apart = placed(EIGHT, {0: f"{goal} IV,6", 1: "I,1 I,2 III,3"})
    assert is_separate(EIGHT, apart, 0)
    assert is_separate(EIGHT, apart, 1)
    assert perfect_race(EIGHT, apart, 0) is not None
    beside = placed(EIGHT, {0: f"{goal} IV,6", 1: "I,1 I,2 IV,4"})
    assert not is_separate(EIGHT, beside, 0)
    assert perfect_race(EIGHT, beside, 0) is None
    at_home = placed(EIGHT, {0: f"{goal} II,3"})
    assert not is_separate(EIGHT, at_home, 0)


def test_other_positions_and_games_have_no_exact_number() -> None:
    goal = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8"
    five = placed(EIGHT, {0: f"{goal} V,5 V,6 V,7 VI,5 VI,6"})
    assert perfect_race(EIGHT, five, 0) is None, "five men outside"
    assert perfect_race(EIGHT, placed(EIGHT, {0: goal}), 0) is None, "too few men"
    far = placed(EIGHT, {0: f"{goal} VII,7 VI,8 V,1 IV,4 I,8"})
    assert perfect_race(EIGHT, far, 0, nodes=3) is None, "too long a search"
    for game in (
        variant("halma"),
        variant("super-chinese-checkers"),
        variant("super-halma-10"),
        variant("chinese-checkers-3"),
        variant("carrera"),
        variant("platonic"),
        replace(STAR, restriction=no_rest_in_yards),
    ):
        assert not bounds_file(game)
    assert perfect_race(variant("halma"), variant("halma").start(), 0) is None


def test_men_that_never_reach_the_goal_have_no_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No man can move into the goal or out of it."""
    game = replace(
        tiny(4, (2, 1)),
        link_allowed=lambda rules, seat, start, end: (
            (start in rules.seats[seat].goal) == (end in rules.seats[seat].goal)
        ),
    )
    race = solver(game, tmp_path, monkeypatch)
    goal = sorted(game.seats[0].goal)
    assert race.solve(mask(frozenset([*goal[1:], 5])), 1000) is None


def bound(values: bytes, count: int, ranks: tuple[int, ...]) -> int:
    """Return the entry for a set of cells in a table over `count` cells."""
    choose, first = race_bounds.binomials(count)
    return values[first[len(ranks)] + sum(choose[n][rank] for n, rank in enumerate(ranks))]


@pytest.mark.check
@pytest.mark.parametrize("key", KEYS)
def test_no_move_lowers_the_bounds_of_the_package_by_more_than_it_costs(key: str) -> None:
    game, rng = variant(key), random.Random(f"{SEED}/{key}")
    outside, goal = sides(game, 0)
    for table, graph in enumerate((OutsideMen(game), GoalGaps(game))):
        values, count = race_bounds.race_bounds(game)[table], len(graph.cells)
        assert len(values) == pattern_count(count)
        assert bound(values, count, ()) == 0
        for _ in range(60):
            ranks = tuple(sorted(rng.sample(range(count), rng.randint(0, MOST_OUTSIDE))))
            for cost, before in graph.before(ranks):
                assert bound(values, count, before) <= bound(values, count, ranks) + cost
    assert {*outside, *goal} == {*range(len(game.board.spots))}


@pytest.mark.check
def test_the_package_has_what_the_tool_computes() -> None:
    gaps = GoalGaps(STAR)
    assert fewest_moves(len(gaps.cells), gaps.before) == race_bounds.race_bounds(STAR)[1]


@pytest.mark.check
def test_the_tables_take_at_most_four_megabytes() -> None:
    folder = Path(race_bounds.__file__).parent
    packed = [(folder / file).read_bytes() for file in BOUNDS_FILES.values()]
    assert sum(map(len, packed)) < 4_000_000
    assert all(lzma.decompress(file) for file in packed)
