"""Hostile calls of the C module, in a process of their own.

`python -m tests.engine.move_generation.hostile_calls FILE EXAMPLES` makes them. Each call either
succeeds or raises an exception. `test_sanitizers.py` runs them in a module that is compiled with
sanitizers.
"""

import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Move, Variant, variant
from engine.search.evaluation import Evaluator
from engine.search.quiet_search import DEEPEST, QuietSearch
from tests.engine.boards import placed
from tests.engine.without_speedups import with_tables

REFUSED = (ValueError, TypeError, OverflowError)
KEYS = ("halma-8", "chinese-checkers", "super-halma", "super-chinese-checkers", "top-secret")
"""Games with short hops, long hops and an edge over which men leave."""
LEAPING = ("carrera", "renpaarden")
NUMBERS = st.one_of(st.integers(-3, 300), st.integers(-(1 << 70), 1 << 70))
ANYTHING = st.one_of(NUMBERS, st.none(), st.binary(max_size=20), st.floats(), st.text(max_size=3))


def module_at(path: str) -> ModuleType:
    """Load the C module from a file."""
    spec = spec_from_file_location("engine._speedups", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def attempt(call: Callable[..., object], *arguments: object) -> object:
    """Return the result of a call; None if the call is refused."""
    try:
        return call(*arguments)
    except REFUSED:
        return None


@st.composite
def encoded_links(draw: st.DrawFn) -> tuple[int, bytes]:
    """Draw a number of cells and their links, of which one number may be wrong."""
    cells = draw(st.integers(1, 9))
    ends = st.lists(st.integers(-1, cells - 1), max_size=cells + 1)
    numbers: list[int] = []
    for _ in range(cells):
        steps = draw(ends)
        numbers += (len(steps), *steps)
        lines = draw(st.lists(st.lists(st.integers(0, cells - 1), max_size=6), max_size=4))
        numbers.append(len(lines))
        for ray in lines:
            landings = draw(st.lists(st.integers(-1, cells - 1), max_size=len(ray)))
            numbers += (len(ray), len(landings), *ray, *landings)
    if draw(st.booleans()):
        place = draw(st.integers(0, len(numbers) - 1))
        numbers[place] = draw(st.integers(-(1 << 15), (1 << 15) - 1))
    cut = draw(st.sampled_from([0, 0, 0, 1, 2, 7]))
    content = array("h", numbers).tobytes()
    return draw(st.sampled_from([cells, cells, cells, 0, 256, 257])), content[: len(content) - cut]


@st.composite
def coded_values(draw: st.DrawFn, cells: int) -> bytes:
    """Draw values whose low bits name the cells, as a search needs them."""
    gains = draw(st.lists(NUMBERS, min_size=2 * cells + 1, max_size=2 * cells + 1))
    places = [*(cell << 9 for cell in range(cells)), *range(1, cells + 1), 0]
    codes = ((gain << 18) + place for gain, place in zip(gains, places, strict=True))
    return b"".join((code % (1 << 64)).to_bytes(8, sys.byteorder) for code in codes)


def call_all(generator: Any, data: st.DataObject, cells: int) -> None:
    """Call all methods with arguments that fit, and with some that do not."""
    place = st.integers(0, cells - 1)
    position = st.one_of(
        st.binary(min_size=cells, max_size=cells),
        *(
            st.lists(st.sampled_from(content), min_size=cells, max_size=cells).map(bytes)
            for content in ([0, 0, 0, 1, 2], [0, 1, 2], [1, 2])  # on a full board, no man can move
        ),
    )
    men = st.lists(place, max_size=20).flatmap(lambda men: st.sampled_from([men, (*men,)]))
    values = st.binary(min_size=8 * (2 * cells + 1), max_size=8 * (2 * cells + 1))
    needs = st.lists(st.integers(0, 3), min_size=cells, max_size=cells).map(bytes)
    fitting: dict[str, tuple[st.SearchStrategy[Any], ...]] = {
        "moves": (position, men),
        "pairs": (position, men),
        "ends": (position, men),
        "steps": (position, place),
        "jumps": (position, place, place),
        "best": (values, position, men, NUMBERS, NUMBERS),
        "highest": (values, position, men, NUMBERS, st.floats()),
        "search": (
            coded_values(cells),
            needs,
            st.just(generator),
            coded_values(cells),
            needs,
            position,
            st.integers(0, 6),
            st.integers(-1, 65),
            st.integers(-1, 9),
            *(st.integers(-1 << 41, 1 << 41) for _ in range(3)),
            *(NUMBERS for _ in range(3)),
        ),
    }
    for name, strategies in fitting.items():
        arguments = [data.draw(each) for each in strategies]
        attempt(getattr(generator, name), *arguments)
        wrong = data.draw(st.integers(0, len(arguments)))
        arguments[wrong : wrong + 1] = [data.draw(st.one_of(ANYTHING, st.lists(ANYTHING)))]
        attempt(getattr(generator, name), *arguments)


def search_blocked(game: Variant, seat: int) -> None:
    """Search a position in which a seat cannot move, for each seat and depth."""
    rest = "I,2 II,1 II,2 I,3 III,1 III,3 VIII,8"
    position = placed(game, {seat: "I,1", 1 - seat: rest})
    quiet = QuietSearch(game, Evaluator(game, 0).quiet_listers)
    for turn in (0, 1):
        for depth in range(1, DEEPEST + 1):
            quiet.search(replace(position, turn=turn), depth, -1000, 1000, 0, None)


def run(module: ModuleType, examples: int) -> None:
    """Make the calls, with this number of examples of each kind."""
    often = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )

    @often
    @given(encoded_links(), st.integers(0, 17), st.booleans(), st.booleans(), st.data())
    def links(
        made: tuple[int, bytes], seat: int, foes_only: bool, relay: bool, data: st.DataObject
    ) -> None:
        cells, content = made
        generator = attempt(module.Generator, Move, cells, seat, foes_only, relay, content)
        if generator:
            call_all(generator, data, cells)

    @often
    @given(st.lists(ANYTHING, max_size=7))
    def constructors(arguments: list[object]) -> None:
        attempt(module.Generator, *arguments)
        attempt(module.Generator, Move, *arguments)

    games: list[Variant] = [with_tables(variant(key), module) for key in (*KEYS, *LEAPING)]

    @often
    @given(st.sampled_from(games), st.data())
    def boards(game: Variant, data: st.DataObject) -> None:
        assert game.tables
        call_all(data.draw(st.sampled_from(game.tables)).generator, data, len(game.board.spots))

    links()
    constructors()
    boards()
    for blocked in (0, 1):
        search_blocked(with_tables(variant("halma-8"), module), blocked)


if __name__ == "__main__":
    run(module_at(sys.argv[1]), int(sys.argv[2]))
