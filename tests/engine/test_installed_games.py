"""Games of other packages, found by their entry point."""

import importlib.metadata
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry, variant
from tests.copies import changes_in

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
(SPRINT,) = (text for _, path, text in changes_in(GUIDE) if path.endswith("halma_sprint.py"))
USED = """
from random import Random

from bot.i18n.translator import translator_for
from bot.texts.game_names import game_name
from bot.texts.rule_card import main_rules
from bot.views.new_game_form import _NAMES
from engine import VARIANTS, search, variant
from engine.record import export_record, read_record, replay_record
from render import png, scene

game = variant("sprint-8+equal-turns")
played = search.self_play(game, Random(1))
text = export_record(played)
assert export_record(read_record(text)) == text
assert game.outcome(replay_record(read_record(text)))
assert png(scene(game, game.start(), width=300))
assert "sprint-8" in _NAMES.values()
print(len(VARIANTS), text.splitlines()[0], game_name(translator_for(), game))
print(main_rules(game)[0])
"""
"""A program that plays, stores, draws and describes the game of the guide."""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which packages are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [each for each in sys.modules if each.startswith("halma_")]:
        del sys.modules[name]


def install(site: Path, source: str, *, name: str = "sprint") -> None:
    """Install the module `halma_NAME` as a package with games."""
    metadata = site / f"halma_{name}-1.0.dist-info"
    metadata.mkdir()
    (site / f"halma_{name}.py").write_text(source, "utf-8")
    entry = f"[{registry.GROUP}]\n{name} = halma_{name}\n"
    (metadata / "entry_points.txt").write_text(entry, "utf-8")
    (metadata / "METADATA").write_text(f"Name: halma-{name}\nVersion: 1.0\n", "utf-8")


def registered() -> registry.Games:
    """Return a registry with one game of its own, which has not looked for others."""
    return registry.Games({"halma-8": variant("halma-8")})


def test_an_installed_game_follows_the_own_ones(site: Path) -> None:
    install(site, SPRINT)
    games = registered()
    assert list(games) == ["halma-8", "sprint-8"]
    assert len(games) == 2
    assert games["sprint-8"].limit == 60
    assert games.installed.faults == ()


def test_packages_are_looked_up_once_and_only_for_games_that_are_not_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    groups = []

    def entry_points(*, group: str) -> tuple[()]:
        groups.append(group)
        return ()

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    games = registered()
    assert games["halma-8"] is variant("halma-8")
    assert groups == []
    assert "sprint-8" not in games
    assert list(games) == ["halma-8"]
    assert groups == ["halma_by_post.games"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (SPRINT.replace("sprint-8", "halma-8"), "ValueError: another game has the key halma-8"),
        (
            SPRINT.replace("sprint-8", "halma-ploog"),
            "ValueError: another game has the key halma-ploog",
        ),
        (SPRINT.replace("sprint-8", "sprint+8"), "ValueError: 'sprint+8' is not a key"),
        (
            SPRINT.replace('game="sprint-8"', 'game="sprint"'),
            "ValueError: sprint-8 is a variant of 'sprint', which does not exist",
        ),
        (SPRINT + "VARIANTS *= 2\n", "ValueError: two variants have the key sprint-8"),
        ("VARIANTS = (1,)\n", "AttributeError: 'int' object has no attribute 'key'"),
        ("GAMES = ()\n", "AttributeError: module 'halma_sprint' has no attribute 'VARIANTS'"),
        ("import missing_module\n", "ModuleNotFoundError: No module named 'missing_module'"),
    ],
)
def test_a_package_that_cannot_be_used_is_left_out_with_a_sentence(
    site: Path, source: str, why: str
) -> None:
    install(site, source)
    install(site, SPRINT.replace("sprint-8", "other-8"), name="other")
    games = registered()
    assert list(games) == ["halma-8", "other-8"]
    (sentence,) = games.installed.faults
    assert sentence.startswith(f"The games of halma-sprint cannot be used ({why}")
    assert sentence.endswith("): update or uninstall it.")


def test_the_second_package_with_a_key_is_left_out(site: Path) -> None:
    install(site, SPRINT)
    install(site, SPRINT, name="other")
    games = registered()
    assert list(games) == ["halma-8", "sprint-8"]
    (sentence,) = games.installed.faults
    assert "halma-sprint cannot be used (ValueError: another game has the key sprint-8)" in sentence


def program(site: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process that finds the installed packages."""
    return subprocess.run(
        (sys.executable, "-c", source),
        cwd=site, env={"PYTHONPATH": f"{site}:{ROOT}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.check
def test_an_installed_game_is_played_stored_drawn_and_described(site: Path) -> None:
    install(site, SPRINT)
    done = program(site, USED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f'{len(registry.VARIANTS) + 1} [Game "sprint-8+equal-turns"] Sprint Halma, equal turns',
        "Bring your ten men into the opposite yard within thirty turns.",
    ]


def test_a_module_of_games_can_be_imported_before_the_engine(site: Path) -> None:
    install(site, SPRINT)
    done = program(site, "import halma_sprint, engine\nprint(engine.variant('sprint-8').name)")
    assert done.stdout == "Sprint Halma\n", done.stderr


def test_an_unknown_key_is_refused_with_the_error_of_the_package(site: Path) -> None:
    install(site, "raise RuntimeError('too old')\n")
    done = program(site, "import engine\nengine.variant('sprint-8')")
    assert "KeyError: \"no game has the key 'sprint-8'; there are " in done.stderr
    assert "(RuntimeError: too old): update or uninstall it." in done.stderr
