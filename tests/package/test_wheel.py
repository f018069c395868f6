"""The installed wheel: version, doctor, sandbox, backup, restore and upgrade."""

import re
import shutil
from pathlib import Path

import pytest

from tests.bot.store.old_databases import stored_databases, unpack
from tests.package.conftest import PYTHON, ROOT, run
from tests.package.sandbox_page import play_a_move, running_sandbox
from tests.package.test_contents import PROJECT

Settings = dict[str, str]


def files_of(environment: Path) -> dict[Path, tuple[int, int]]:
    """Return the size and the modification time of each file."""
    files = {path: path.stat() for path in environment.rglob("*") if path.is_file()}
    return {path: (status.st_size, status.st_mtime_ns) for path, status in files.items()}


def test_both_commands_print_the_version(
    environment: Path, settings: Settings, tmp_path: Path
) -> None:
    for name in ("halma-bot", "halma-by-post"):
        printed = run([environment / "bin" / name, "--version"], settings, tmp_path)
        assert printed == f"{name}, version {PROJECT['version']}, without the C module\n"


def test_a_game_is_played_backed_up_and_restored_and_the_installation_stays_as_it_is(
    environment: Path, settings: Settings, tmp_path: Path
) -> None:
    bot, before = environment / "bin/halma-bot", files_of(environment)
    settings = {**settings, "HALMA_DATABASE": "halma.sqlite3"}

    def typed(*words: str, exits: int = 0) -> str:
        return run([bot, *words], settings, tmp_path, exits=exits)

    assert typed("db", "upgrade") == "halma.sqlite3 is up to date.\n"
    with running_sandbox([bot], Path("halma.sqlite3"), cwd=tmp_path, env=settings) as address:
        play_a_move(address)
        assert typed("db", "backup", "copy.sqlite3") == "Copied to copy.sqlite3.\n"
    findings = typed("doctor", exits=1)
    assert re.search(
        rf"^ok +versions: .*halma-by-post {PROJECT['version']}", findings, re.MULTILINE
    )
    assert re.findall(r"^ERROR (\w+):", findings, re.MULTILINE) == ["token"]

    for file in tmp_path.glob("halma.sqlite3*"):
        file.unlink()
    shutil.copy(tmp_path / "copy.sqlite3", tmp_path / "halma.sqlite3")
    assert typed("db", "check") == "No faults found; 1 game checked.\n"
    assert files_of(environment) == before


def test_the_oldest_database_is_upgraded(
    environment: Path, settings: Settings, tmp_path: Path
) -> None:
    database = tmp_path / "halma.sqlite3"
    unpack(stored_databases()[0], database)
    settings = {**settings, "HALMA_DATABASE": str(database)}
    bot = environment / "bin/halma-bot"
    assert "is up to date" in run([bot, "db", "upgrade"], settings, tmp_path)
    done = run([bot, "db", "check"], settings, tmp_path)
    assert re.fullmatch(r"No faults found; (\d+) games checked\.\n", done)


def test_the_engine_is_usable_as_a_library(
    environment: Path, settings: Settings, tmp_path: Path
) -> None:
    program = (
        "import engine; game = engine.variant('halma-8'); print(len(game.moves(game.start())))"
    )
    printed = run([environment / "bin/python", "-c", program], settings, tmp_path)
    assert int(printed) > 10


def offering(wheel: Path, settings: Settings) -> Settings:
    """Return settings with which pip and uv find the package by its name."""
    folder = str(wheel.parent)
    return {**settings, "PIP_FIND_LINKS": folder, "UV_FIND_LINKS": folder}


SOURCES = ("name", "wheel", "clone")
"""What pipx and uvx install the bot from."""


def named(source: str, wheel: Path, folder: Path) -> str:
    """Return what to install: a name, the wheel, or a clone made in `folder`."""
    if source == "clone":
        run(["git", "clone", "--quiet", ROOT, folder / "halma"], {}, folder)
        return str(folder / "halma")
    return "halma-by-post" if source == "name" else str(wheel)


@pytest.mark.parametrize("source", SOURCES)
def test_pipx_installs_the_wheel(
    source: str, wheel: Path, settings: Settings, tmp_path: Path
) -> None:
    places = {f"PIPX_{name}": str(tmp_path / name) for name in ("HOME", "BIN_DIR", "MAN_DIR")}
    settings = {**offering(wheel, settings), **places}
    run([PYTHON, "-m", "pipx", "install", named(source, wheel, tmp_path)], settings, tmp_path)
    installed = tmp_path / "BIN_DIR"
    assert {path.name for path in installed.iterdir()} == {"halma-bot", "halma-by-post"}
    printed = run([installed / "halma-by-post", "--version"], settings, tmp_path)
    assert PROJECT["version"] in printed


@pytest.mark.parametrize("source", SOURCES)
def test_uvx_plays_in_the_sandbox(
    source: str, wheel: Path, settings: Settings, tmp_path: Path
) -> None:
    package = f"{named(source, wheel, tmp_path)}[sandbox]"
    command = [PYTHON.with_name("uvx"), "--from", package, "halma-bot"]
    settings = offering(wheel, settings)
    assert PROJECT["version"] in run([*command, "--version"], settings, tmp_path)
    with running_sandbox(command, Path("x.sqlite3"), cwd=tmp_path, env=settings) as address:
        play_a_move(address)
