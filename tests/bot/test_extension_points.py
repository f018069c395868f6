"""Installed extensions: folders of the bot, and packages with an entry point."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import extension_points
from bot.store import Store, StoreError, address
from bot.store.driver.upgrades import CORE, MigrationFolder, installed_migrations

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = tuple(extension_points.names())


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which packages are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    extension_points.sources.cache_clear()
    yield tmp_path
    extension_points.sources.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] == "halma_sample"]:
        del sys.modules[name]


def install(
    site: Path, names: str, group: str = extension_points.GROUP, *, distribution: str = "sample"
) -> None:
    """Install the package `halma_sample` as extensions of these names."""
    package, metadata = site / "halma_sample", site / f"{distribution}-1.0.dist-info"
    for folder in (package, metadata):
        folder.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "extension.py").write_text("extension = 'sample'\n", "utf-8")
    lines = "".join(f"{name} = halma_sample\n" for name in names.split())
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")
    (metadata / "METADATA").write_text(f"Name: halma-{distribution}\nVersion: 1.0\n", "utf-8")


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
    install(site, "notes", distribution="other")
    assert extension_points.faults() == []


async def test_two_packages_with_the_same_extension_are_refused_with_both_names(
    site: Path,
) -> None:
    install(site, "notes aliens")
    install(site, "notes", distribution="other")
    (sentence,) = extension_points.faults()
    assert sentence == (
        "The packages halma-other and halma-sample both contain the extension notes: uninstall one "
        "of them."
    )
    assert extension_points.names() == tuple(sorted((*FOLDERS, "aliens")))
    with pytest.raises(StoreError, match="halma-other and halma-sample"):
        await Store.open(address(site / "halma.sqlite3"))
    assert not (site / "halma.sqlite3").exists()


@pytest.mark.check
def test_every_start_with_two_packages_of_one_name_ends_with_a_sentence(site: Path) -> None:
    install(site, "notes")
    install(site, "notes", distribution="other")
    upgrade = subprocess.run(
        (sys.executable, "-m", "bot", "db", "upgrade"),
        cwd=site, env={"PYTHONPATH": f"{site}:{ROOT}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert upgrade.returncode == 2
    (line,) = upgrade.stderr.splitlines()
    assert "halma-other and halma-sample both contain the extension notes" in line


@pytest.mark.parametrize("name", ["Notes", "notes-2", "2notes", "_notes", "n" * 41, "nötes"])
def test_a_name_that_cannot_be_part_of_a_table_name_is_refused(site: Path, name: str) -> None:
    install(site, f"{name} {'n' * 40}")
    (sentence,) = extension_points.faults()
    assert f'halma-sample has an extension with the name "{name}"' in sentence
    assert extension_points.names() == tuple(sorted((*FOLDERS, "n" * 40)))


def test_migrations_are_found_in_packages_and_folders(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "notes")
    of_package, of_folder = site / "halma_sample/migrations", site / "folders/pets/migrations"
    empty = site / "folders/empty/migrations"
    for folder in (of_package, of_folder, empty):
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
    for folder in (of_package, of_folder):
        (folder / "v0001_sample.py").touch()
    monkeypatch.setattr(extension_points.extensions, "__path__", [str(site / "folders")])
    assert extension_points.folders("migrations") == {
        "empty": empty,
        "notes": of_package,
        "pets": of_folder,
    }
    assert installed_migrations() == [
        CORE,
        MigrationFolder(of_package, "notes"),
        MigrationFolder(of_folder, "pets"),
    ]
