"""The C module under sanitizers, and its memory after many calls."""

import gc
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from math import inf
from pathlib import Path

import pytest

from engine import variant
from engine.move_generation.compiled import CompiledMoves
from engine.search.evaluation import Evaluator
from engine.search.quiet_search import QuietSearch
from engine.speedups import SPEEDUPS, load
from tests.engine.move_generation.test_speedups import compilable
from tests.engine.sample_games import sample
from tests.engine.without_speedups import with_tables

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parents[3]
FLAGS = ("-std=c11", "-g", "-O1", "-shared", "-fPIC", "-DPy_LIMITED_API=0x030B0000")
WARNINGS = ("-Wall", "-Wextra", "-Wno-cast-function-type", "-Wno-unused-parameter", "-Werror")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
CALLS = 250_000


def compiled(folder: Path, *flags: str) -> Path:
    """Compile the C module with these flags, without a warning, and return the file."""
    made = folder / "_speedups.abi3.so"
    headers = f"-I{sysconfig.get_path('include')}"
    source = ROOT / "engine/_speedups.c"
    command = ["cc", *FLAGS, *WARNINGS, *flags, headers, source, "-o", made]
    subprocess.run(command, capture_output=True, check=True)
    return made


def hostile_calls(module: Path, examples: int, **environment: str) -> tuple[int, str]:
    """Make the calls in a process of its own; return its exit code and its output."""
    command = [sys.executable, "-m", "tests.engine.move_generation.hostile_calls"]
    done = subprocess.run(
        [*command, str(module), str(examples)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr[-5000:]


def test_hostile_calls_break_no_rule_of_the_language(tmp_path: Path) -> None:
    if not compilable():
        assert load("1") is None, "without a compiler the Python code is in use"
        return
    library = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if Path(library).is_absolute():
        module = compiled(tmp_path, *SANITIZERS)
        options = {"ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
        assert hostile_calls(module, 150, LD_PRELOAD=library, **options) == (0, "")
    else:  # a compiler without sanitizers
        assert hostile_calls(compiled(tmp_path), 150) == (0, "")


def memory() -> int:
    """Return the resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def repeat(times: int) -> None:
    """Call the functions of the installed module this many times; some calls fail."""
    game = with_tables(variant("le-grec"), SPEEDUPS)
    assert game.tables
    positions: Sequence[tuple[bytes, list[int]]] = [
        (position.cells, game.standing(position, 0)) for position in sample("le-grec")
    ]
    known = variant("le-grec")  # its tables of the search are made once and kept
    start, quiet = known.start(), QuietSearch(known, Evaluator(known, 0).quiet_listers)
    for number in range(times):
        cells, men = positions[number % len(positions)]
        table = game.tables[0]
        table.moves(cells, men)
        table.ends(cells, men)
        table.pairs(cells, men)
        if not number % 50:
            game = with_tables(variant("le-grec"), SPEEDUPS)
            assert game.tables
            if table.generator:
                lister = CompiledMoves(table.generator, [0] * 16, [0] * 17)
                lister.best(cells, men, 1, 0)
                lister.highest(cells, men, 9, -inf)
                quiet.search(start, 5, -100, 100, 0, None)
                with pytest.raises(ValueError, match="not on the board"):
                    table.moves(cells, [*men, 16])


def growth() -> tuple[int, int]:
    """Return the blocks and the bytes that `CALLS` calls leave behind."""
    repeat(CALLS // 100)
    gc.collect()  # the games refer to themselves, so up to 3,000 blocks wait for the collector
    before, blocks = memory(), sys.getallocatedblocks()
    repeat(CALLS // 3)
    gc.collect()
    return sys.getallocatedblocks() - blocks, memory() - before


def test_a_quarter_of_a_million_calls_use_no_more_memory_than_a_few() -> None:
    """In a process of their own, since other tests leave threads and tasks."""
    program = f"from {__name__} import growth; print(*growth())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    blocks, size = map(int, done.stdout.split())
    assert blocks < 250
    assert size < 1_000_000
