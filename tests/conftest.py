"""An empty database that is made once and copied for each test that wants one.

All tests together may take four minutes on two cores: no test opens a database of its own where `store`
will do, starts a bot where a service or a view will do, plays a game that a case file has, or sleeps.
"""

import asyncio
import gc
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.service.actions import offers
from bot.service.matchmaking import challenge_limits
from bot.store import Store, address, sqlite_connection
from tests.postgres_server import Server, server

HERE = Path(__file__).resolve().parent


def pytest_collection(session: pytest.Session) -> None:
    """Every process begins to read the tests at another place: what one has compiled the others find.

    Garbage is looked for seldom, since most of what reading the tests makes is none.
    """
    gc.set_threshold(50_000, 10, 10)
    own: dict[str, Any] = getattr(session.config, "workerinput", {})
    whole = [Path(each).resolve() for each in session.config.args] == [HERE]
    if whole and own:
        files = [file for file in sorted(HERE.rglob("test_*.py")) if "bench" not in file.parts]
        first = len(files) * int(own["workerid"].removeprefix("gw")) // own["workercount"]
        for file in (*files[first:], *files[:first]):
            with suppress(Exception):  # it is told when the file's turn has come
                import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """What is there by now stays: the collector of garbage need not look through it again and again."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make postgresql` sets it."""
    parser.addoption(
        "--postgresql", action="store_true", help="keep the games on a real PostgreSQL"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, what is about the file of a database is left out."""
    if config.getoption("--postgresql"):
        left_out = [item for item in items if item.get_closest_marker("file")]
        items[:] = [item for item in items if item not in set(left_out)]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server."""
    with server() as made:
        yield made


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables."""
    made = tmp_path_factory.mktemp("template") / "halma.sqlite3"

    async def make() -> None:
        await (await Store.open(address(made))).close()

    asyncio.run(make())
    assert [file.name for file in made.parent.iterdir()] == [made.name]
    return made


@pytest.fixture(scope="session", autouse=True)
def as_often_as_they_like() -> Iterator[None]:
    """Time stands still in most tests: asking is limited only in those that are about it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(challenge_limits, "AN_HOUR", 10**6)
        patch.setattr(challenge_limits, "RUNNING_AT_ONCE", 10**6)
        patch.setattr(offers, "AGAIN_AFTER", 0)
        yield


@pytest.fixture
def database(tmp_path: Path, template: Path) -> Path:
    """A copy of it that belongs to the test."""
    path = tmp_path / "halma.sqlite3"
    shutil.copy(template, path)
    return path


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk: what a test has written need not outlive the machine."""
    pragmas = [pragma for pragma in sqlite_connection.PRAGMAS if pragma != "synchronous = FULL"]
    monkeypatch.setattr(sqlite_connection, "PRAGMAS", (*pragmas, "synchronous = OFF"))


@pytest.fixture
def games_at(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database with all tables; on PostgreSQL if the tests are to run there."""
    if not request.config.getoption("--postgresql"):
        yield address(request.getfixturevalue("database"))
        return
    there: Server = request.getfixturevalue("postgresql")
    url = there.database()
    yield url
    there.drop(url)


@pytest.fixture
async def store(games_at: str, tmp_path: Path, unsynced: None) -> AsyncIterator[Store]:
    """It is open."""
    opened = await Store.open(games_at, files=tmp_path / "halma.sqlite3")
    yield opened
    await opened.close()
