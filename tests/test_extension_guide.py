"""The extension guide docs/adding-an-extension.md works when followed in a copy."""

import shutil
from pathlib import Path

import pytest

from tests.copies import ROOT, carry_out, changes_in, check_types, copy_of_project, passed, ran

pytestmark = pytest.mark.check

PAGE = (ROOT / "docs/adding-an-extension.md").read_text(encoding="utf-8")
TESTS = (
    *(
        "tests/test_privacy_page.py",
        "tests/test_architecture.py",
        "tests/bot/commands/test_help.py",
    ),
    *("tests/bot/service/privacy", "tests/bot/store/test_schema.py"),
)
WORDS = "every_column or no_column or create_the_tables or every_table or every_command"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the extension."""
    folder = copy_of_project(tmp_path_factory.mktemp("project") / "copy")
    carry_out(folder, changes_in(PAGE))
    return folder


def test_its_code_passes_ruff_and_mypy(project: Path) -> None:
    files = [path for _, path, _ in changes_in(PAGE) if path.endswith(".py")]
    ran(project, "-m", "ruff", "format", "--check", *files)
    ran(project, "-m", "ruff", "check", *files)
    sources = [path for path in files if path.startswith("bot/extensions")]
    check_types(project, *sources)


def test_its_tests_and_those_of_the_core_pass(project: Path) -> None:
    own, others = passed(
        project, ("not nothing", "tests/bot/extensions/notes"), (f"{WORDS} or import", *TESTS)
    )
    assert own == 2
    assert others >= 8


def test_without_its_folder_the_core_works_again(project: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("notes"))
    (others,) = passed(
        copy, ("create_the_tables or every_table", *TESTS[-1:], "tests/test_privacy_page.py")
    )
    assert others == 2
