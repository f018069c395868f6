"""Typical mistakes of operators: one sentence says what to do about each."""

import importlib
import importlib.metadata
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackagePath
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot import extension_points
from bot.__main__ import main
from bot.process import doctor
from bot.store.driver.upgrades import MigrationFolder

pytestmark = pytest.mark.check

NOBODY = 65534


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use an empty folder that everybody may enter, with an intact database in it."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("HALMA_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HALMA_DATABASE", str(folder / "halma.sqlite3"))
    assert typed("db", "upgrade") == (0, f"{folder}/halma.sqlite3 is up to date.\n")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def unprivileged(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lose the permission to write into the folder."""
    # First everything is imported and looked up, because the sources may be private too.
    for module, name in (
        (doctor, "version"),
        (doctor, "installed_files"),
        (extension_points, "folders"),
        (MigrationFolder, "revisions"),
    ):
        monkeypatch.setattr(module, name, cache(getattr(module, name)))
    importlib.import_module("bot.process.sandbox")
    typed("doctor")
    typed("db", "backup", "copy.sqlite3")
    before = place.stat().st_mode
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
        yield
        os.seteuid(0)
    else:
        place.chmod(0o500)
        yield
        place.chmod(before)


def typed(*words: str) -> tuple[int, str]:
    """Run the bot with these arguments, and return the exit code and output."""
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def line_of(subject: str) -> str:
    """Return what the doctor finds about a subject, in one line."""
    code, output = typed("doctor")
    assert code == 1  # at least, there is no token
    lines = output.replace("\n      -> ", " -> ").splitlines()
    (matching,) = [line for line in lines if f" {subject}: " in line]
    return matching


DENIED = "; give the user that runs the bot write access to the file and its folder."


@pytest.mark.usefixtures("unprivileged")
@pytest.mark.parametrize(
    "words",
    [("db", "upgrade"), ("try", "--no-browser", "--db", "new/sandbox.sqlite3")],
    ids=lambda words: words[0],
)
def test_a_folder_that_is_read_only_is_reported_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, place: Path, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("HALMA_DATABASE", str(place / "new/halma.sqlite3"))
    code, output = typed(*words)
    assert (code, output.count("\n")) == (2, 1)
    assert output.endswith(f"cannot be used: Permission denied{DENIED}\n")


@pytest.mark.usefixtures("unprivileged")
def test_the_doctor_does_not_promise_a_database_in_a_folder_that_is_read_only(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # it asks about the real user: root
    monkeypatch.setenv("HALMA_DATABASE", str(place / "new/halma.sqlite3"))
    line = line_of("database")
    assert line.startswith("ERROR")
    assert f"the bot may not write to {place}" in line
    assert "owned by the user the bot runs as" in line


@pytest.mark.parametrize("words", [("db", "check"), ("db", "backup", "c"), ("health",)], ids=str)
def test_a_folder_that_cannot_be_entered_is_reported(
    monkeypatch: pytest.MonkeyPatch, place: Path, words: tuple[str, ...]
) -> None:
    def denied(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.parent == place:
            raise PermissionError(13, "Permission denied", str(path))
        return os.stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", denied)
    code, output = typed(*words)
    assert (code, output.count("\n")) == (1 if words == ("health",) else 2, 1)
    assert "Permission denied" in output
    if words != ("health",):
        assert output.endswith(f"{DENIED}\n")
    assert "Permission denied" in line_of("database")


@pytest.mark.parametrize("below", ["", "folder/"])
def test_a_path_below_a_file_is_reported(
    monkeypatch: pytest.MonkeyPatch, place: Path, below: str
) -> None:
    monkeypatch.setenv("HALMA_DATABASE", str(place / "halma.sqlite3" / f"{below}other.sqlite3"))
    assert typed("db", "upgrade")[0] == 2
    assert f"may not write to {place}/halma.sqlite3." in line_of("database")
    code, output = typed("db", "check")
    assert code == 2
    assert "does not exist; correct HALMA_DATABASE, or create it with `halma-bot db" in output


def test_a_backup_names_what_is_in_its_way() -> None:
    assert typed("db", "backup", "no/copy.sqlite3")[1].endswith(
        "cannot be created: No such file or directory; create its folder first.\n"
    )
    assert typed("db", "backup", "halma.sqlite3")[1].endswith(
        "cannot be created: File exists; choose another name.\n"
    )


@pytest.mark.parametrize("damage", ["text", "cut"])
def test_a_damaged_file_leads_to_the_backups(place: Path, damage: str) -> None:
    path = place / "halma.sqlite3"
    path.write_bytes(
        b"no database at all " * 100 if damage == "text" else path.read_bytes()[:20_000]
    )
    for words in (("db", "check"), ("db", "upgrade"), ("db", "backup", "copy.sqlite3")):
        code, output = typed(*words)
        assert (code, output.count("\n")) == (2, 1)
        assert output.endswith("restore a backup.\n")
    assert "restore" in line_of("database")


def test_something_else_than_an_export_is_not_imported(place: Path) -> None:
    (place / "halma.sqlite3").rename("games.sqlite3")
    for content in (b"Dear diary", (place / "games.sqlite3").read_bytes()):
        (place / "wrong.jsonl").write_bytes(content)
        code, output = typed("db", "import", "wrong.jsonl")
        assert (code, output.count("\n")) == (2, 1)
        assert "this is not a Halma by Post export" in output


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, output = typed("try", "--no-browser", "--port", str(port))
    assert code == 2
    assert output == f"Error: Port {port} is in use: choose another one, or leave --port out.\n"


def test_misspelt_settings_are_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALMA_IMAGE", "of compose.yaml")
    assert "settings: " not in typed("doctor")[1]
    monkeypatch.setenv("HALMA_DATABSE", "s3cret")
    monkeypatch.setenv("DISCORD_BOT_TOKEN", "s3cret")
    monkeypatch.setenv("HALMA_PORT", "s3cret")
    line = line_of("settings")
    assert line.startswith("note ")
    assert "HALMA_DATABSE is not a setting; did you mean HALMA_DATABASE?" in line
    assert "HALMA_PORT is not a setting. " in line
    assert "s3cret" not in line
    code, output = typed("run")
    assert code == 2
    assert "DISCORD_BOT_TOKEN is not a setting; did you mean DISCORD_TOKEN?" in output


def test_a_missing_file_of_the_installation_is_named(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    """Such as the font, without which no board can be drawn."""
    assert line_of("files").startswith("ok ")
    font = PackagePath("render/fonts/SourceSansPro-Semibold.otf")
    font.size, font.dist = 5, importlib.metadata.PathDistribution(place / "halma.dist-info")
    monkeypatch.setattr(doctor, "installed_files", lambda _: [font])
    line = line_of("files")
    assert line.startswith("ERROR files: Missing or changed: render/fonts/SourceSansPro")
    assert "Install the bot again" in line
    (place / "render/fonts").mkdir(parents=True)
    (place / str(font)).write_bytes(b"12345")
    assert line_of("files").startswith("ok ")
