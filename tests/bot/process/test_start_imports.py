"""Imports at the start of a process; each costs CPU time and memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.process.watchdog import heartbeat_file

OPTIONAL = {
    "aiohttp.web": "the health server",
    "alembic": "migrations",
    "babel.messages": "the catalogue check",
    "networkx": "pairings",
    "psycopg": "PostgreSQL",
    "simcord": "the sandbox",
    "sqlalchemy.dialects.postgresql": "PostgreSQL",
    "sqlalchemy.orm": "nothing",
}
"""Modules that the bot imports only if it needs them, and for what."""


def modules_after(source: str) -> set[str]:
    """Return the names of the modules that a process has imported after this source."""
    command = [sys.executable, "-c", f"{source}; import sys; print(*sys.modules)"]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return set(process.stdout.split())


@pytest.mark.check
def test_the_bot_starts_without_the_modules_that_only_some_need() -> None:
    modules = modules_after("import bot.__main__, bot.client, bot.process.runner")
    assert len(modules) > 1000
    assert OPTIONAL.keys() & modules == set()


@pytest.mark.check
def test_the_health_check_which_runs_twice_a_minute_imports_no_client(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HALMA_DATABASE", str(tmp_path / "halma"))
    heartbeat_file(tmp_path / "halma").touch()
    modules = modules_after("from bot.__main__ import main; main(['health'], None, None, False)")
    assert "bot.process.watchdog" in modules
    assert {"discord", "aiohttp", "PIL", "bot.client"} & modules == set()
