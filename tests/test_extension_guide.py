"""The extension guide docs/adding-an-extension.md works when followed in a copy."""

import shutil
import tomllib
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


@pytest.fixture(scope="module")
def packaged(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy in which the extension is an installed package, not a folder."""
    folder = tmp_path_factory.mktemp("packaged") / "copy"
    shutil.copytree(project, folder)
    shutil.move(folder / "bot/extensions/notes", folder / "halma_notes")
    for where in ("halma_notes", "tests/bot/extensions/notes"):
        for path in (folder / where).glob("*.py"):
            source = path.read_text("utf-8")
            path.write_text(source.replace("bot.extensions.notes", "halma_notes"), "utf-8")
    metadata = tomllib.loads((folder / "halma-notes/pyproject.toml").read_text("utf-8"))["project"]
    installed = folder / f"halma_notes-{metadata['version']}.dist-info"
    installed.mkdir()
    entries = "".join(
        f"[{group}]\n" + "".join(f"{name} = {package}\n" for name, package in points.items())
        for group, points in metadata["entry-points"].items()
    )
    (installed / "entry_points.txt").write_text(entries, "utf-8")
    return folder


def test_its_code_passes_ruff_and_mypy(project: Path) -> None:
    files = [path for _, path, _ in changes_in(PAGE) if path.endswith(".py")]
    ran(project, "-m", "ruff", "format", "--check", *files)
    ran(project, "-m", "ruff", "check", *files)
    sources = [path for path in files if path.startswith("bot/extensions")]
    check_types(project, *sources)


def test_its_migration_is_part_of_the_wheel(project: Path) -> None:
    metadata = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    data = {
        path for each in metadata["package-data"]["bot"] for path in (project / "bot").glob(each)
    }
    assert project / "bot/extensions/notes/migrations/v0001_notes.py" in data


# The rules of imports concern the folders of the project, and not an installed package.
@pytest.mark.parametrize(
    ("way", "words"),
    [("project", f"{WORDS} or import"), ("packaged", WORDS)],
    ids=["project", "packaged"],
)
def test_its_tests_and_those_of_the_core_pass(
    way: str, words: str, request: pytest.FixtureRequest
) -> None:
    own, others = passed(
        request.getfixturevalue(way),
        ("not nothing", "tests/bot/extensions/notes"),
        (words, *TESTS),
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
