"""`make test` tries one game of each kind, `make check` all others."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import VARIANTS, variant
from tests.conftest import MEASURED_WITH_SERVER, measured
from tests.rings import MEASURED, REPRESENTATIVES, games_of, kind, representatives

ROOT = Path(__file__).resolve().parent.parent


def test_every_kind_of_game_has_exactly_one_representative() -> None:
    kinds = [kind(VARIANTS[key]) for key in sorted(REPRESENTATIVES)]
    assert len({*kinds}) == len(kinds)
    assert {*kinds} == {kind(game) for game in VARIANTS.values()}


def test_a_game_with_a_new_mover_represents_itself() -> None:
    game = variant("halma-8")
    mover = type("Glide", (type(game.kinds[0].movers[0]),), {})
    glide = replace(game, key="glide", kinds=(replace(game.kinds[0], movers=(mover(dirs=(0,)),)),))
    assert "glide" in representatives([*VARIANTS.values(), glide])
    assert representatives([game, replace(game, key="other")]) == {"halma-8"}


def test_games_are_recognised_among_parameters() -> None:
    parameters = {"game": variant("halma-8"), "key": "le-grec+full", "text": "halma", "number": 3}
    assert games_of(parameters) == {"halma-8", "le-grec+full", "halma"}
    assert games_of({"number": 3, "text": "halma 8"}) == frozenset()


def collected(name: str, *marks: str, fixture: str = "", **parameters: object) -> Any:
    """Return what `measured` asks of a collected test."""
    return SimpleNamespace(
        nodeid=f"tests/{name}",
        path=ROOT / "tests" / name.partition("::")[0],
        fixturenames=(fixture,),
        callspec=SimpleNamespace(params=parameters),
        get_closest_marker=lambda mark: mark in marks,
    )


def test_coverage_is_measured_in_first_cases_and_the_engine_in_one_game_of_each_mover() -> None:
    assert MEASURED <= REPRESENTATIVES
    assert "halma-8" in MEASURED
    slow = collected("bot/test_a.py::test_one[0]", "check")
    chosen = [
        collected("bot/test_a.py::test_one[1]"),
        collected("engine/test_a.py::test_law[carrera]", key="carrera"),
        collected("engine/test_a.py::test_law[halma-8]", key="halma-8"),
        collected("engine/test_a.py::test_text[1]", text="1"),
        collected("engine/test_a.py::test_text[2]", text="2"),
        *(
            collected(f"e2e/test_a.py::test_{number}", "check", fixture="table")
            for number in range(MEASURED_WITH_SERVER)
        ),
    ]
    others = [
        collected("bot/test_a.py::test_one[2]"),
        collected("bot/test_a.py::test_slow", "check"),
        collected("engine/test_a.py::test_law[halma-10]", key="halma-10"),
        collected("engine/test_a.py::test_slow", "check"),
        collected("e2e/test_a.py::test_0[again]", "check", fixture="table"),
        collected("e2e/test_a.py::test_late", "check", fixture="table"),
        collected("tools/test_a.py::test_one"),
    ]
    for order in ([slow, *chosen, *others], [*reversed(others), *reversed(chosen), slow]):
        assert {item.nodeid for item in measured(order)} == {item.nodeid for item in chosen}


@pytest.mark.check
@pytest.mark.parametrize(("options", "games"), [([], {"halma-8"}), (["--games=halma"], {"halma"})])
def test_the_fast_ring_leaves_out_marked_tests_and_represented_games(
    options: list[str], games: set[str], tmp_path: Path
) -> None:
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_all_slow.py").write_text(
        "import pytest\n\npytestmark = pytest.mark.check\nraise SystemError\n"
    )
    (tmp_path / "test_both.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.check\ndef test_slow(): ...\n"
        "@pytest.mark.each_kind\n@pytest.mark.parametrize('key', ['halma-8', 'halma-10', 'halma'])\n"
        "def test_law(key): ...\n"
    )
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "not check", *options]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = {f"test_both.py::test_law[{key}]" for key in games | {"halma-8"}}
    assert {line for line in done.stdout.splitlines() if "::" in line} == expected
