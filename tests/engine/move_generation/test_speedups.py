"""The C module and the Python code list the same moves and choose the same ones."""

import shutil
import sysconfig
from array import array
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from engine import OFF, VARIANTS, Move, Position, Variant, search, variant
from engine.move_generation.compiled import CompiledMoves
from engine.search.candidate_moves import best_move_listers
from engine.speedups import SPEEDUPS, load
from tests.engine.move_generation.test_cached_hops import lister_of
from tests.engine.sample_games import course, sample
from tests.engine.without_speedups import with_tables

TABLED = sorted(key for key, game in VARIANTS.items() if game.tables)
ENOUGH = 1 << 40
"""More than the value of any move."""


def both(key: str) -> tuple[Variant, Variant]:
    """Return the game with Python code, and the same game as it is installed."""
    return with_tables(variant(key), None), with_tables(variant(key), SPEEDUPS)


def standing(game: Variant, positions: tuple[Position, ...]) -> Iterator[tuple[int, bytes, Any]]:
    """Yield each seat with the cells and its men in each of the positions."""
    for seat in range(len(game.seats)):
        for position in positions:
            yield seat, position.cells, game.standing(position, seat)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", TABLED)
def test_both_list_the_same_routes_in_the_same_order(key: str) -> None:
    python, installed = both(key)
    assert python.tables
    assert installed.tables
    for seat, cells, men in standing(python, course(key)[::2]):
        ours, theirs = python.tables[seat], installed.tables[seat]
        moves = ours.moves(cells, men)
        assert theirs.moves(cells, men) == moves
        assert all(type(move) is Move for move in theirs.moves(cells, men))
        assert theirs.pairs(cells, men) == ours.pairs(cells, men)
        assert theirs.ends(cells, men) == ours.ends(cells, men)
        assert theirs.moves(cells, tuple(men[:1])) == ours.moves(cells, men[:1])


@pytest.mark.each_kind
@pytest.mark.parametrize("key", TABLED)
def test_both_find_the_same_single_steps_and_jumps(key: str) -> None:
    python, installed = both(key)
    for seat, cells, men in standing(python, sample(key)):
        ours: Any = python.tables and python.tables[seat]
        theirs: Any = installed.tables and installed.tables[seat]
        if not hasattr(ours, "jumps"):  # the men leap
            continue
        for origin in men:
            assert theirs.steps(cells, origin) == ours.steps(cells, origin)
            reached = [origin]
            for cell in reached:
                jumps = ours.jumps(cells, cell, origin)
                assert theirs.jumps(cells, cell, origin) == jumps
                reached += {to for to in jumps if to != OFF and to not in reached}


@pytest.mark.each_kind
@pytest.mark.parametrize("key", TABLED)
def test_both_find_the_same_best_moves(key: str) -> None:
    (python, installed), rng = both(key), Random(5)
    number = len(python.board.spots)
    ends = [rng.randrange(1000) << 9 | cell for cell in range(number)] + [OFF]
    starts = [-rng.randrange(1000) << 9 for _ in range(number)]
    listers = [
        (lister_of(python, seat, starts, ends), lister_of(installed, seat, starts, ends))
        for seat in range(len(python.seats))
    ]
    for seat, cells, men in standing(python, course(key)[::3]):
        ours, theirs = listers[seat]
        for first in (-1, *men[-1:]):
            for enough in (ENOUGH, 0, -1 << 80, 1 << 80):
                best = ours.best(cells, men, enough, first)
                assert theirs.best(cells, men, enough, first) == best
        for width, least in ((0, -inf), (1, 0), (8, -inf), (8, 500 << 9), (1000, -inf)):
            highest = ours.highest(cells, men, width, least)
            assert theirs.highest(cells, men, width, least) == highest


@pytest.mark.each_kind
@pytest.mark.parametrize("key", TABLED)
def test_both_choose_the_same_moves(key: str) -> None:
    """The budget is a number of positions, so both search equally deep."""
    python, installed = both(key)
    level, nodes = search.levels(python)[-1], 50 if python.remaining_work else 150
    for position in sample(key, 2):
        chosen = search.choose(python, position, level, nodes=nodes)
        assert search.choose(installed, position, level, nodes=nodes) == chosen


def compilable() -> bool:
    """Return whether this machine has a compiler and the headers of Python."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return bool(shutil.which("cc")) and headers.exists()


def test_the_c_module_is_built_where_it_can_be_compiled() -> None:
    assert load("1") or not compilable(), "run `make near`, which builds the C module"


def test_the_setting_zero_switches_the_module_off() -> None:
    assert load("0") is None


def test_a_missing_module_leaves_the_python_code_in_use() -> None:
    assert load("", "engine._no_such_module") is None


class Recorder(ModuleType):
    """A stand-in for the C module: records the links that it is given."""

    def __init__(self) -> None:
        super().__init__("recorder")
        self.links: list[int] = []

    def Generator(  # noqa: N802
        self, move: type, cells: int, seat: int, foes_only: bool, relay: bool, links: bytes
    ) -> Any:
        self.links = [*array("h", links)]
        assert (move, cells, foes_only, relay) == (Move, 16, True, False)
        methods = ("moves", "ends", "pairs", "steps", "jumps", "best", "highest")
        recorded = ModuleType("generator")
        vars(recorded).update({name: lambda *given, name=name: name for name in methods})
        return recorded


def test_tables_hand_their_links_to_the_module_and_lend_it_their_methods() -> None:
    recorder = Recorder()
    game = with_tables(variant("le-grec"), recorder)
    position = game.start()
    assert game.tables
    table: Any = game.tables[1]
    steps = recorder.links[1 : 1 + recorder.links[0]]
    assert steps == [to for to in table.step_ends[0] if to != OFF]
    assert table.moves(position.cells, [0]) == "moves"
    assert table.jumps(position.cells, 0, 0) == "jumps"


def test_the_search_takes_its_best_moves_from_the_module() -> None:
    game = with_tables(variant("le-grec"), None)
    assert game.tables
    for table in game.tables:
        table.generator = Recorder().Generator(Move, 16, 1, True, False, b"")
    lister = best_move_listers(game, ())[1]
    assert isinstance(lister, CompiledMoves)
    assert (lister.best(b"", [], 0, 0), lister.highest(b"", [], 1, 0)) == ("best", "highest")
