"""Project metadata: pins, make targets, package data and links."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[0-9][0-9A-Za-z.]*)(?P<when> ; .+)?")


def plain(requirement: str) -> str:
    """Return the normalized name of a requirement."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;! ]", requirement)[0]).lower()


def pins() -> list[str]:
    """Return the lines of constraints.txt that name a version."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def documents() -> list[Path]:
    """Return all Markdown documents of the project."""
    folders = (".", "docs", "deploy", "tests", ".github")
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.md"))]


def targets(document: Path) -> list[str]:
    """Return the relative links and pictures of a document, outside code blocks."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r'<img src="([^"]+)"', text) + re.findall(r"\]\(([^)]+)\)", text)
    return [link for link in links if "://" not in link]


def anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a document, formed as GitHub does."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def leads_somewhere(document: Path, target: str) -> bool:
    """Return whether a link leads to an existing file and, if given, heading."""
    path, _, heading = target.partition("#")
    file = document.parent / path if path else document
    return file.exists() and (not heading or heading in anchors(file))


def test_every_constraint_is_a_name_and_an_exact_version() -> None:
    assert [line for line in pins() if not PIN.fullmatch(line)] == []


def test_every_declared_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    declared = [*PROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)]
    wanted = {plain(name) for name in declared} - {PROJECT["project"]["name"]}
    assert wanted - {plain(line) for line in pins()} == set()


def test_every_make_command_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = {
        name
        for document in documents()
        for name in re.findall(r"(?:`|^|\s)make ([a-z]+)(?:`| +#)", document.read_text("utf-8"))
    }
    assert {"play", "test"} <= named
    assert named - known == set()


@pytest.mark.check
def test_every_make_command_first_makes_the_environment_that_it_runs_in(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE):
        dry = ["make", "--dry-run", "--always-make", f"VENV={tmp_path}", name]
        commands = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        if f"{tmp_path}/bin/" in commands:
            assert f"-m venv {tmp_path} " in commands, name


def test_continuous_integration_runs_the_readers_command_first_and_then_all_others() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    made = [line for line in lines if line.startswith("make ")]
    assert made == [
        "make test",
        "make plain",
        "make check",
        "make oldest",
        "make docs",
        "make audit",
    ]
    assert lines[-1] == "exec .venv/bin/python -m tests.rerun --report"


def test_every_data_file_is_included_in_the_package() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    for package in ("engine", "render", "bot"):
        top = ROOT / package
        packed = {
            path
            for pattern in [*patterns["*"], *patterns.get(package, [])]
            for path in top.glob(pattern)
        }
        tracked = subprocess.run(
            ["git", "ls-files", package], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        # setup.py adds the source of the C module to the source distribution.
        files = {ROOT / name for name in tracked if not name.endswith((".py", "_speedups.c"))}
        assert sorted(files - packed) == []


def test_every_folder_with_modules_is_a_package() -> None:
    """A folder without __init__.py is left out of the wheel.

    The migrations of extensions are in the wheel as data: the bot must not import them.
    """
    names = ("git", "ls-files", "*.py")
    tracked = subprocess.run(names, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    modules = [Path(name) for name in tracked.split()]
    ours = [
        path
        for path in modules
        if path.parts[0] in {"engine", "render", "bot"}
        and not path.match("bot/extensions/*/migrations/*.py")
    ]
    assert len(ours) > 300
    folders = {path.parent for path in ours}
    assert [folder for folder in sorted(folders) if folder / "__init__.py" not in ours] == []
    config = PROJECT["tool"]["setuptools"]["packages"]["find"]
    top = {path.parts[0] for path in ours}
    assert set(config["include"]) == top | {f"{name}.*" for name in top}


def test_every_link_and_picture_of_a_document_leads_somewhere() -> None:
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in documents()
        for target in targets(document)
        if not leads_somewhere(document, target)
    ]
    assert broken == []


def test_a_broken_link_and_a_missing_heading_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A `b` c, d\n[x](#a-b-c-d) [y](#e) [z](page.md#e) [w](gone.md)\n")
    wrong = [target for target in targets(page) if not leads_somewhere(page, target)]
    assert wrong == ["#e", "page.md#e", "gone.md"]


def parts(version: str) -> list[int]:
    """Return the three numbers of a version."""
    return [int(number) for number in version.split(".")[:3]]


def test_the_changelog_has_a_heading_for_the_version_of_the_package() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[([^\]]+)\](?: - \d{4}-\d{2}-\d{2})?$", changelog, re.MULTILINE)
    assert versions[0] == "Unreleased"
    version, released = PROJECT["project"]["version"], versions[1]
    changes = changelog.partition("## [Unreleased]")[2].partition("\n## ")[0].strip()
    if changes:  # `--version` and the doctor say that the state is unreleased
        assert version.endswith(".dev0")
        assert parts(version) > parts(released)
    else:
        assert version == released


def test_the_upgrade_page_has_a_section_for_each_minor_version() -> None:
    page = (ROOT / "docs/upgrading.md").read_text("utf-8")
    major, minor, *_ = PROJECT["project"]["version"].split(".")
    notes = re.findall(r"^## To (\S+)$", page, re.MULTILINE)
    assert notes[0] == f"{major}.{minor}.0"


def test_the_security_policy_names_the_supported_major_version() -> None:
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    major = PROJECT["project"]["version"].partition(".")[0]
    assert re.findall(r"^\| (\S+) \| yes \|$", policy, re.MULTILINE) == [f"{major}.x"]


def test_continuous_integration_tests_the_tools_on_the_oldest_patch_release() -> None:
    assert "make oldest" in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    dry = ["make", "--dry-run", "oldest"]
    commands = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "tests/tools tests/test_installing.py" in commands
    assert "(3, 11) <= sys.version_info[:3] <= (3, 11, 3)" in commands
