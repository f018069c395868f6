"""Installed extensions: folders of the bot, and packages with an entry point."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import extension_points

FOLDERS = tuple(extension_points.names())


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which packages are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    extension_points.packages.cache_clear()
    yield tmp_path
    extension_points.packages.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] == "halma_sample"]:
        del sys.modules[name]


def install(site: Path, names: str, group: str = extension_points.GROUP) -> None:
    """Install the package `halma_sample` as extensions of these names."""
    package, metadata = site / "halma_sample", site / "halma_sample-1.0.dist-info"
    for folder in (package, metadata):
        folder.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "extension.py").write_text("extension = 'sample'\n", "utf-8")
    lines = "".join(f"{name} = halma_sample\n" for name in names.split())
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")


def test_a_package_with_an_entry_point_is_an_extension(site: Path) -> None:
    install(site, "notes aliens")
    assert extension_points.names() == tuple(sorted((*FOLDERS, "notes", "aliens")))
    module = extension_points.module_of("notes", "extension")
    assert module is not None
    assert (module.__name__, module.extension) == ("halma_sample.extension", "sample")
    assert extension_points.module_of("notes", "tables") is None


def test_a_package_without_the_entry_point_is_none(site: Path) -> None:
    install(site, "notes", "console_scripts")
    assert extension_points.names() == FOLDERS


def test_a_folder_replaces_a_package_of_the_same_name(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "notes")
    (site / "folders/notes").mkdir(parents=True)
    (site / "folders/notes/__init__.py").touch()
    monkeypatch.setattr(extension_points.extensions, "__path__", [str(site / "folders")])
    assert extension_points.packages()["notes"] == "bot.extensions.notes"
