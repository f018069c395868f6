"""Imports at the start of a bot on SQLite; each costs CPU time and memory."""

import subprocess
import sys

import pytest

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


@pytest.mark.check
def test_the_bot_starts_without_the_modules_that_only_some_need() -> None:
    names = "import bot.__main__, bot.client, bot.process.runner, sys; print(*sys.modules)"
    imports = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True)
    assert imports.returncode == 0, imports.stderr
    modules = set(imports.stdout.split())
    assert len(modules) > 1000
    assert OPTIONAL.keys() & modules == set()
