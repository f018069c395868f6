"""Shared fixtures, such as a database copied per test, and the rings of tests.

`make test` may take two minutes on two cores. A test therefore uses `store` instead of its own
database, and starts no bot if a service or view is enough. It takes whole games from the case
files, and never sleeps. `tests/README.md` says which tests `make test` leaves to `make check`.
"""

import asyncio
import gc
import re
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.service.actions import offers
from bot.service.matchmaking import challenge_limits
from bot.store import Store, address
from bot.store.driver import sqlite_connection
from tests.postgres_server import Server, server
from tests.rings import MEASURED, REPRESENTATIVES, THEME, games_of

HERE = Path(__file__).resolve().parent
MEASURED_FOLDERS = tuple(HERE / name for name in ("engine", "render", "bot", "e2e"))
"""The folders of tests in which coverage is measured."""
MEASURED_WITH_SERVER = 3
"""The number of tests with a simulated Discord or a PostgreSQL server measured in each file."""
FAST = "not check"
"""The selection of `make test`, which `pytest -m` understands."""
ALL_SLOW = re.compile(r"^pytestmark = .*pytest\.mark\.check\b", re.MULTILINE)
"""What a file contains of which `make test` runs no test."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files of which `make test` runs no test."""
    if config.option.markexpr != FAST or collection_path.suffix != ".py":
        return None
    return ALL_SLOW.search(collection_path.read_text("utf-8")) is not None or None


def pytest_collection(session: pytest.Session) -> None:
    """Import the test modules, beginning at a different file in each worker.

    Each worker can then reuse bytecode that other workers have compiled. The garbage collector
    runs rarely, because importing tests creates little garbage.
    """
    gc.set_threshold(50_000, 10, 10)
    own: dict[str, Any] = getattr(session.config, "workerinput", {})
    whole = [Path(each).resolve() for each in session.config.args] == [HERE]
    if whole and own:
        files = [
            file
            for file in sorted(HERE.rglob("test_*.py"))
            if not {"bench", "package"} & {*file.parts}
            and not pytest_ignore_collect(file, session.config)
        ]
        first = len(files) * int(own["workerid"].removeprefix("gw")) // own["workercount"]
        for file in (*files[first:], *files[:first]):
            with suppress(Exception):  # pytest reports the error when it collects the file
                import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Freeze all imported objects, so that the garbage collector skips them."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `make postgresql` and `make near` use."""
    parser.addoption(
        "--postgresql", action="store_true", help="keep the games on a real PostgreSQL"
    )
    parser.addoption(
        "--games", default="", help="keys of games that no other game represents in the laws"
    )


@pytest.hookimpl(tryfirst=True)  # before pytest selects by markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave laws about games and themes that others represent to `make check`.

    When running on PostgreSQL, the tests of database files are deselected.
    """
    fast = REPRESENTATIVES.union(config.getoption("--games").split(","))
    for item in items:
        if item.get_closest_marker("each_kind") and isinstance(item, pytest.Function):
            games = games_of(item.callspec.params)
            theme = item.callspec.params.get("theme", THEME)
            if (games and not games & fast) or theme != THEME:
                item.add_marker("check")
        if "postgresql" in getattr(item, "fixturenames", ()):
            item.add_marker("check")  # it starts a server
    for item in measured(items):
        item.add_marker("measured")
    if config.getoption("--postgresql"):
        left_out = [item for item in items if item.get_closest_marker("file")]
        items[:] = [item for item in items if item not in set(left_out)]
        config.hook.pytest_deselected(items=left_out)


def measured(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests in which `make check` measures coverage.

    Tracing makes a test several times slower. Measured are one case of each fast test, and three
    tests of each file with a simulated Discord or a PostgreSQL server, the first by name. The
    engine has full coverage, so all cases of its fast tests are measured, but only in the games of
    `MEASURED`. A slow test that reaches other lines has the mark `measured` itself.
    """
    cases, of_file, servers = Counter[str](), Counter[str](), {"table", "postgresql"}
    # pytest-randomly may have shuffled them, but a floor must not depend on the seed.
    for item in sorted(items, key=lambda item: item.nodeid):
        file, function = item.path, item.nodeid.partition("[")[0]
        if not any(map(file.is_relative_to, MEASURED_FOLDERS)):
            continue
        with_server = not servers.isdisjoint(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("check") and not with_server:
            continue
        cases[function] += 1
        needed = cases[function] == 1
        if with_server:
            of_file[str(file)] += needed
            needed &= of_file[str(file)] <= MEASURED_WITH_SERVER
        elif file.is_relative_to(HERE / "engine"):
            games = games_of(item.callspec.params) if hasattr(item, "callspec") else frozenset()
            needed |= not games or not games.isdisjoint(MEASURED)
        if needed:
            yield item


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Start a PostgreSQL server for the session."""
    with server() as made:
        yield made


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an empty database with all tables, once per session."""
    made = tmp_path_factory.mktemp("template") / "halma.sqlite3"

    async def make() -> None:
        await (await Store.open(address(made))).close()

    asyncio.run(make())
    assert [file.name for file in made.parent.iterdir()] == [made.name]
    return made


@pytest.fixture(scope="session", autouse=True)
def as_often_as_they_like() -> Iterator[None]:
    """Lift the limits on challenges and offers.

    The clock does not advance in most tests, so only tests of these limits restore them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(challenge_limits, "AN_HOUR", 10**6)
        patch.setattr(challenge_limits, "MAX_RUNNING", 10**6)
        patch.setattr(offers, "COOLDOWN", 0)
        yield


@pytest.fixture
def database(tmp_path: Path, template: Path) -> Path:
    """Copy the template database for one test."""
    path = tmp_path / "halma.sqlite3"
    shutil.copy(template, path)
    return path


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off disk syncs, since test data need not survive a crash of the machine."""
    pragmas = [pragma for pragma in sqlite_connection.PRAGMAS if pragma != "synchronous = FULL"]
    monkeypatch.setattr(sqlite_connection, "PRAGMAS", (*pragmas, "synchronous = OFF"))


@pytest.fixture
def games_at(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of a database with all tables.

    The database is on PostgreSQL if the tests run there.
    """
    if not request.config.getoption("--postgresql"):
        yield address(request.getfixturevalue("database"))
        return
    server: Server = request.getfixturevalue("postgresql")
    url = server.database()
    yield url
    server.drop(url)


@pytest.fixture(scope="session")
def message_kinds() -> None:
    """Register the kinds of messages by importing the whole client, as the bot does."""
    import_module("bot.client")


@pytest.fixture
async def store(
    games_at: str, tmp_path: Path, unsynced: None, message_kinds: None
) -> AsyncIterator[Store]:
    """Open a store on the test's database."""
    opened = await Store.open(games_at, files=tmp_path / "halma.sqlite3")
    yield opened
    await opened.close()
