"""`make near` finds the tests that can fail because of a change, nearest first."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import near
from tests.copies import copy_of_project, copy_types


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str, str], None]:
    """Return a function that writes a file of a small project."""

    def write(path: str, text: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    write("engine/__init__.py", "from engine.board import Board\n")
    write("engine/board.py", "class Board: ...\n")
    write("engine/variants/__init__.py", "")
    write("engine/variants/halma.py", "from engine.board import Board\n")
    write(
        "engine/registry.py",
        "import pkgutil\nfrom engine import variants\n\npkgutil.iter_modules\n",
    )
    write("bot/views/share_page.py", "from engine.board import (\n    Board,\n    Spot,\n)\n")
    write("bot/conftest.py", "")
    write("tests/__init__.py", "")
    write("tests/engine/test_board.py", "from engine import Board\n")
    write("tests/engine/test_registry.py", "def test():\n    import engine.registry\n")
    write("tests/bot/conftest.py", "import bot.views.share_page\n")
    write("tests/bot/test_share.py", "")
    write("tests/bot/views/test_share_page.py", "")
    write("tests/test_pages.py", 'PAGE = "docs/privacy.md"\n')
    return write


def names(root: Path, *changed: str) -> list[str]:
    """Return the names of the nearest test files."""
    return [Path(each).stem for each in near.nearest_files(root, changed)]


def test_files_with_the_same_name_and_few_imports_between_come_first(
    project: Callable[[str, str], None], tmp_path: Path
) -> None:
    nearest = ["test_board", "test_registry", "test_share", "test_share_page"]
    assert names(tmp_path, "engine/board.py") == nearest
    assert names(tmp_path, "bot/views/share_page.py") == ["test_share_page", "test_share"]


def test_a_discovered_module_is_found_by_what_discovers_it(
    project: Callable[[str, str], None], tmp_path: Path
) -> None:
    graph = near.import_graph(tmp_path)
    assert graph["engine.registry"]["engine.variants.halma"] == near.LOOSE
    assert names(tmp_path, "engine/variants/halma.py") == ["test_registry"]


def test_another_file_is_found_by_its_name_and_a_changed_test_by_itself(
    project: Callable[[str, str], None], tmp_path: Path
) -> None:
    assert names(tmp_path, "docs/privacy.md") == ["test_pages"]
    assert names(tmp_path, "tests/bot/test_share.py") == ["test_share"]
    assert names(tmp_path, "docs/unknown.md", "bot/gone.py") == []


def test_a_deleted_module_leads_to_the_tests_that_still_import_it(
    project: Callable[[str, str], None], tmp_path: Path
) -> None:
    (tmp_path / "engine/board.py").unlink()
    assert names(tmp_path, "engine/board.py")[:1] == ["test_board"]


def test_no_test_is_started_when_the_budget_is_used() -> None:
    budget = near.Budget(1.0)
    item, after = object(), None
    assert budget.pytest_runtest_protocol(item, after) is None  # type: ignore[arg-type]
    budget.used = 1.0
    assert budget.pytest_runtest_protocol(item, after) is True  # type: ignore[arg-type]
    assert budget.left_out == 1


def test_the_games_of_a_changed_file_are_tried_in_every_law() -> None:
    assert near.games_in(["engine/variants/le_grec.py", "README.md"]) == {"le-grec"}
    assert near.games_in(["tests/engine/cases/halma-10.txt"]) == {"halma-10"}


@pytest.mark.check
def test_a_changed_constant_is_found_within_the_budget(tmp_path: Path) -> None:
    copy = copy_of_project(tmp_path / "copy")
    copy_types(copy)
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(("git", *command), cwd=copy, check=True)
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(("git", *identity, "commit", "-qm", "begin"), cwd=copy, check=True)
    rules = copy / "bot/service/clock/vacation_budget.py"
    text = rules.read_text(encoding="utf-8")
    command = (sys.executable, "-m", "tests.near", "HEAD")
    for changed, code in ((text, 0), (text.replace("INITIAL = 7 *", "INITIAL = 8 *"), 1)):
        rules.write_text(changed, encoding="utf-8")
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
    assert "1 files differ from HEAD" in done.stdout
