"""The wheel and the source distribution contain exactly the right files."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from tests.copies import changes_in
from tests.package.conftest import ROOT, run

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = f"halma_by_post-{PROJECT['version']}"
LICENCES = ("LICENSE", "render/fonts/SourceSansPro-LICENSE.txt")
METADATA = (
    *("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt"),
    *(f"licenses/{name}" for name in LICENCES),
)
GENERATED = ("PKG-INFO", "setup.cfg")
"""Files that setuptools adds to a source distribution, next to a folder `*.egg-info`."""


def tracked(*folders: str) -> set[str]:
    """Return the files that git tracks in these folders."""
    command = ("git", "ls-files", "-z", *folders)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split("\0")) - {""}


def test_the_wheel_has_the_three_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packages = tracked("engine", "render", "bot") - {"engine/_speedups.c"}
    assert len([name for name in packages if not name.endswith(".py")]) > 15
    assert names == packages | {f"{NAME}.dist-info/{name}" for name in METADATA}


def test_the_wheel_installs_anywhere_and_states_what_it_is(wheel: Path) -> None:
    assert wheel.name == f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"{NAME}.dist-info/METADATA").decode()
        scripts = archive.read(f"{NAME}.dist-info/entry_points.txt").decode()
        licences = [archive.read(f"{NAME}.dist-info/licenses/{name}") for name in LICENCES]
    fields = HeaderParser().parsestr(text)
    assert fields["Name"] == "halma-by-post"
    assert fields["Version"] == PROJECT["version"]
    assert fields["License-Expression"] == "MIT AND OFL-1.1"
    assert fields["Requires-Python"] == ">=3.11"
    assert "make play" in fields.get_payload()
    assert licences == [(ROOT / name).read_bytes() for name in LICENCES]
    assert scripts.split("\n", 1)[1].split() == [
        *("halma-bot", "=", "bot.__main__:main"),
        *("halma-by-post", "=", "bot.__main__:main"),
    ]


def test_a_package_of_a_repository_links_to_its_pages(
    settings: dict[str, str], tmp_path: Path
) -> None:
    where = {"GITHUB_SERVER_URL": "https://code.example", "GITHUB_REPOSITORY": "ada/halma"}
    command = (sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT)
    run(command, {**settings, **where, "HALMA_SPEEDUPS": "0"}, tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        fields = HeaderParser().parsestr(archive.read(f"{NAME}.dist-info/METADATA").decode())
    home = "https://code.example/ada/halma"
    assert f"Source, {home}" in fields.get_all("Project-URL", [])
    page = fields.get_payload()
    links = re.findall(r'\]\(([^)]*)\)|src="([^"]*)"', page)
    targets = [link or picture for link, picture in links]
    assert f"{home}/raw/HEAD/docs/pictures/replay.gif" in targets
    assert f"{home}/blob/HEAD/SECURITY.md#report-a-vulnerability" in targets
    assert [each for each in targets if not each.startswith(("https://", "#"))] == []


def test_the_source_distribution_has_what_a_build_needs_and_nothing_else(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {member.name.removeprefix(f"{NAME}/") for member in archive if not member.isdir()}
    names -= {name for name in names if name.startswith("halma_by_post.egg-info/")}
    top = {"LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"}
    assert names == tracked("engine", "render", "bot") | top | set(GENERATED)


def test_a_second_build_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    time = subprocess.run(
        ("git", "log", "-1", "--format=%ct"), cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    subprocess.run(
        (sys.executable, "-m", "build", "--outdir", tmp_path), cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": time, "HALMA_SPEEDUPS": "0"},
        capture_output=True, check=True,
    )  # fmt: skip
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_package_of_the_extension_guide_contains_its_migration(tmp_path: Path) -> None:
    page, source = (
        (ROOT / "docs/adding-an-extension.md").read_text("utf-8"),
        tmp_path / "halma-notes",
    )
    for _, path, text in changes_in(page):
        inside = path.replace("bot/extensions/notes/", "halma-notes/halma_notes/")
        if inside.startswith("halma-notes/"):
            (tmp_path / inside).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / inside).write_text(text, "utf-8")
    command = (sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, source)
    subprocess.run(command, capture_output=True, check=True)
    with zipfile.ZipFile(tmp_path / "halma_notes-1.0.0-py3-none-any.whl") as archive:
        assert "halma_notes/migrations/v0001_notes.py" in archive.namelist()
