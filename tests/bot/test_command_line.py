"""The command line, as a user types it."""

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog
from click.testing import CliRunner

from bot import __main__
from bot.__main__ import main
from bot.client import HalmaClient
from bot.store import Store, address
from bot.store.driver.sqlite import ProcessLock
from engine import variant
from engine.record import Record, export_record
from engine.speedups import load

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a temporary folder without other settings; restore logging afterwards."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "HALMA_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HALMA_DATABASE", str(tmp_path / "data/halma.sqlite3"))
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield tmp_path
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def typed(*words: str) -> tuple[int, str]:
    """Run the bot with these arguments, and return the exit code and output."""
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_without_a_token_one_sentence_mentions_the_sandbox() -> None:
    code, output = typed("run")
    assert code == 2
    assert "DISCORD_TOKEN is not set" in output
    assert "make play" in output
    assert len(output.splitlines()) == 1


def test_an_invalid_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALMA_LOG_LEVEL", "loud")
    code, output = typed("run")
    assert code == 2
    assert "HALMA_LOG_LEVEL" in output


@pytest.mark.check
def test_a_token_that_discord_rejects_is_reported_without_repeating_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refused(self: HalmaClient, token: str, **_: Any) -> None:
        raise discord.LoginFailure(f"bad {token}")

    monkeypatch.setattr(HalmaClient, "login", refused)
    monkeypatch.setenv("DISCORD_TOKEN", "sesame")
    code, output = typed("run")
    assert code == 2
    assert "does not accept" in output
    assert "sesame" not in output


def made(place: Path, *rows: str) -> Path:
    """Create a database, run these SQL statements in it, and return its path."""
    assert typed("db", "upgrade")[0] == 0
    path = place / "data/halma.sqlite3"
    with closing(sqlite3.connect(path)) as connection, connection:
        for row in rows:
            connection.execute(row)
    return path


GAME = (
    "INSERT INTO matches (variant, revision, status, ply, position, outcome, channel, created, "
    "moved_at, ended_at) VALUES ('halma-8', 1, 'aborted', 0, '', NULL, 5, 1, 1, 2)"
)


@pytest.mark.check
def test_a_database_is_created_checked_and_backed_up(place: Path) -> None:
    made(place)
    assert typed("db", "check") == (0, "No faults found; 0 games checked.\n")
    code, output = typed("db", "backup", "copy.sqlite3")
    assert code == 0
    assert "copy.sqlite3" in output
    assert (place / "copy.sqlite3").is_file()
    code, output = typed("db", "backup", "copy.sqlite3")
    assert code == 2
    assert "File exists" in output


@pytest.mark.check
@pytest.mark.measured
def test_a_database_is_exported_and_imported_into_another_one(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(place, "INSERT INTO players (id, name, locale, created) VALUES (1, 'Ada', NULL, 0)")
    assert typed("db", "export", "all.jsonl") == (0, "Exported to all.jsonl.\n")
    assert Path("all.jsonl").stat().st_mode & 0o777 == 0o600
    code, output = typed("db", "export", "all.jsonl")
    assert (code, output) == (
        2,
        "Error: Cannot create all.jsonl: File exists; choose another name.\n",
    )
    monkeypatch.setenv("HALMA_DATABASE", "other/halma.sqlite3")
    assert typed("db", "import", "all.jsonl")[1].startswith("Imported 1 row. ")
    code, output = typed("db", "import", "all.jsonl")
    assert (code, output) == (2, "Error: The database is not empty: there are rows in players.\n")


@pytest.mark.check
def test_a_check_reports_how_many_matches_it_has_checked(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(place, GAME)
    monkeypatch.setattr("bot.operations.integrity_check._match_faults", lambda match, past: [])
    assert typed("db", "check") == (0, "No faults found; 1 game checked.\n")


@pytest.mark.check
@pytest.mark.measured
def test_a_repair_mends_what_needs_no_guess_and_reports_the_rest(place: Path) -> None:
    """Ratings are computed from the games, but a board cannot be guessed."""
    path = made(
        place,
        "INSERT INTO players (id, name, created) VALUES (1, 'Ada', 0)",
        "INSERT INTO ladders (id, guild) VALUES (1, 0)",
        "INSERT INTO ratings (player, ladder, kind, points, games, last_at, returning_games)"
        " VALUES (1, 1, 'duel', 170000, 3, 0, 0)",
    )
    found = "The global ratings: the stored ratings differ from those computed from all games.\n"
    mended = "The global ratings: computed from all games.\n"
    assert typed("db", "check") == (1, found)
    assert typed("db", "check") == (1, found)  # a check alone changes nothing
    assert typed("db", "check", "--repair") == (0, f"{mended}No faults found; 0 games checked.\n")
    assert typed("db", "check", "--repair") == (0, "No faults found; 0 games checked.\n")
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute("SELECT * FROM ratings").fetchall() == []
        raw.execute(GAME)
    code, output = typed("db", "check", "--repair")
    assert (code, output.startswith("Match 1: ")) == (1, True)
    assert typed("db", "check") == (1, output)


LOOKS = (("db", "check"), ("db", "backup", "copy"), ("db", "forget", "17"))


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (None, "data/halma.sqlite3 does not exist"),
        (b"", "is empty"),
        (b"x", "file is not a database"),
        (b"this is no database, whatever its name says " * 50, "file is not a database"),
    ],
)
def test_commands_that_read_a_database_never_create_one(
    place: Path, words: tuple[str, ...], contents: bytes | None, message: str
) -> None:
    path = place / "data/halma.sqlite3"
    path.parent.mkdir()
    if contents is not None:
        path.write_bytes(contents)
    code, output = typed(*words)
    assert code == 2
    assert message in output
    assert len(output.splitlines()) == 1
    assert (path.read_bytes() if path.exists() else None) == contents
    assert not (place / "copy").exists()


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_the_database_of_another_program_is_refused(place: Path, words: tuple[str, ...]) -> None:
    path = place / "data/halma.sqlite3"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (title TEXT)")
    code, output = typed(*words)
    assert (code, "belongs to another program" in output) == (2, True)


@pytest.mark.check
def test_commands_that_read_a_database_work_beside_a_running_bot(place: Path) -> None:
    path = made(place, "INSERT INTO players (id, name, created) VALUES (17, 'Ada', 0)")
    lock = ProcessLock(path)
    assert [typed(*words)[0] for words in LOOKS] == [0, 0, 0]
    lock.release()


@pytest.mark.check
def test_an_erasure_beside_a_running_bot_is_left_to_that_bot(place: Path) -> None:
    """The bot caches names, and could store the erased name when the player returns."""
    path = made(place, "INSERT INTO players (id, name, created) VALUES (17, 'Ada', 0)")
    insert = "INSERT INTO erasures (player, asked_at, due_at) VALUES (17, 5, 9999999999)"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(insert)
    lock = ProcessLock(path)
    code, output = typed("db", "forget", "17")
    assert (code, "The running bot will delete the data" in output) == (0, True)
    assert typed("db", "forget", "18")[0] == 2
    lock.release()
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT name FROM players WHERE id > 0").fetchall() == [("Ada",)]
        assert raw.execute("SELECT due_at < 9999999999 FROM erasures").fetchall() == [(1,)]


@pytest.mark.check
def test_two_bots_cannot_run_on_one_database(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(place)
    lock = ProcessLock(path)
    monkeypatch.setenv("DISCORD_TOKEN", "sesame")
    for words in (("run",), ("try", "--no-browser", "--db", str(path))):
        code, output = typed(*words)
        assert code == 2
        assert f"is in use: process {os.getpid()} is running a bot on it" in output
        assert len(output.splitlines()) == 1
    lock.release()


@pytest.mark.check
@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_a_damaged_database_is_reported_in_one_sentence_by_every_command(
    place: Path, words: tuple[str, ...]
) -> None:
    path = made(place, GAME)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'players'"
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    code, output = typed(*words)
    assert code in (1, 2)
    assert "malformed" in output or "damaged" in output
    assert len(output.splitlines()) == 1


@pytest.mark.check
def test_a_player_is_erased_by_id_and_an_unknown_id_is_reported(place: Path) -> None:
    typed("db", "upgrade")
    path = place / "data/halma.sqlite3"
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO players (id, name, created) VALUES (17, 'Ada', 0)")
    raw.close()
    assert typed("db", "forget", "18")[0] == 2
    assert typed("db", "forget", "17")[0] == 0
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT id FROM players WHERE id > 0").fetchall() == []
    raw.close()


@pytest.mark.check
def test_a_fault_in_the_database_is_printed_and_counts_as_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def found(store: Store) -> tuple[int, list[str]]:
        return 1, ["Game 1: move 3 is missing."]

    assert typed("db", "upgrade")[0] == 0
    monkeypatch.setattr(__main__, "_check_result", found)
    assert typed("db", "check") == (1, "Game 1: move 3 is missing.\n")


def test_a_record_is_checked_and_its_last_position_printed(place: Path) -> None:
    game = variant("halma-8")
    move = game.parse(game.start(), "II,3-III,3")
    (place / "good.txt").write_text(export_record(Record(game, (move,))))
    code, output = typed("record", "good.txt")
    assert code == 0
    assert "Halma 8×8, 1 turns, all valid." in output
    assert "Black to move" in output
    (place / "start.txt").write_text(export_record(Record(game)))
    assert typed("record", "start.txt")[0] == 0
    (place / "bad.txt").write_text("hello")
    code, output = typed("record", "bad.txt")
    assert code == 2
    assert "line 1" in output


@pytest.mark.check
def test_the_sandbox_ends_with_control_c(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.process import sandbox

    seen: list[Any] = []

    async def play(path: Path, **options: Any) -> None:
        seen.append((path, options["port"], options["browser"]))
        raise KeyboardInterrupt

    monkeypatch.setattr(sandbox, "serve", play)
    code, output = typed("try", "--no-browser", "--db", "games/mine.sqlite3")
    assert code == 0
    assert "Your games are saved" in output
    assert seen == [(Path("games/mine.sqlite3"), 0, False)]


def test_without_the_simulator_the_sandbox_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bot import process

    monkeypatch.delattr(process, "sandbox", raising=False)
    monkeypatch.setitem(__import__("sys").modules, "bot.process.sandbox", None)
    code, output = typed("try")
    assert code == 2
    assert "install `halma-by-post[sandbox]`" in output


def test_no_log_contains_values_of_statements_or_variables(
    capsys: pytest.CaptureFixture[str],
) -> None:
    __main__.logs("debug")
    assert not logging.getLogger("aiosqlite").isEnabledFor(logging.DEBUG)

    def fails(secret: str) -> None:
        raise ValueError(len(secret))

    secret = os.urandom(10).hex()
    try:
        fails(secret)
    except ValueError:
        structlog.get_logger("bot").exception("broken")
    output = capsys.readouterr().err
    assert "ValueError: 20" in output
    assert secret not in output


def test_log_lines_of_the_bot_and_of_libraries_look_alike(
    capsys: pytest.CaptureFixture[str],
) -> None:
    __main__.logs("info")
    structlog.get_logger("bot.client").info("ours", match=7)
    logging.getLogger("discord").warning("theirs")
    output = capsys.readouterr().err
    assert "ours" in output
    assert "match=7" in output
    assert "theirs" in output
    assert address(Path("x")).startswith("sqlite")


@pytest.mark.parametrize(("setting", "use"), [("0", "without"), ("", "with")])
def test_the_version_says_whether_the_c_module_is_in_use(setting: str, use: str) -> None:
    if load("1") is None:  # it is not built
        use = "without"
    command = [sys.executable, "-m", "bot", "--version"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HALMA_SPEEDUPS": setting}
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert printed.stdout.endswith(f", version {version('halma-by-post')}, {use} the C module\n")
