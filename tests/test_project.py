"""What the project says of itself: its pins, its commands, and what travels in the package."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[0-9][0-9A-Za-z.]*)(?P<when> ; .+)?")


def plain(requirement: str) -> str:
    """The name that a requirement begins with, as an index would write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;! ]", requirement)[0]).lower()


def pins() -> list[str]:
    """The lines of constraints.txt that name a version."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


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
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md")]
    named = {
        name
        for document in documents
        for name in re.findall(r"(?:`|^|\s)make ([a-z]+)(?:`| +#)", document.read_text("utf-8"))
    }
    assert {"play", "test"} <= named
    assert named - known == set()


def test_every_make_command_first_makes_the_environment_that_it_runs_in(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE):
        dry = ["make", "--dry-run", "--always-make", f"VENV={tmp_path}", name]
        said = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        if f"{tmp_path}/bin/" in said:
            assert f"-m venv {tmp_path} " in said, name


def test_continuous_integration_runs_the_readers_command_and_the_floors_of_coverage() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert lines[-3:] == ["make test", "make audit", "exec make coverage"]


def test_every_file_that_is_not_python_travels_in_the_package() -> None:
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
        files = {ROOT / name for name in tracked if not name.endswith(".py")}
        assert sorted(files - packed) == []


def test_every_picture_and_page_that_a_document_shows_is_there() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md")]:
        text = document.read_text(encoding="utf-8")
        shown = re.findall(r'<img src="([^"]+)"', text) + re.findall(r"\]\(([^)#:]+)\)", text)
        assert [name for name in shown if not (document.parent / name).exists()] == []
