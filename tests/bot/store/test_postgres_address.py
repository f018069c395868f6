"""Addresses of a PostgreSQL server: no message quotes a part of the password."""

from typing import Any

import psycopg
import pytest

from bot.store import Store
from bot.store.driver import postgres_connection
from bot.store.driver.errors import ConnectionLost, StoreError, Unavailable, unavailable
from bot.store.driver.postgres_address import is_address, without_password
from bot.store.driver.postgres_connection import PostgresConnection

PARTS = ("Secret", "part", "12")


@pytest.mark.parametrize(
    "password",
    ["x@Secretpart", "100%Secretpart", "Secret part", "Secret/part", "12/Secretpart", "%zzSecret"],
)
async def test_a_password_that_is_not_encoded_is_refused_without_quoting_it(password: str) -> None:
    for end in ("localhost/halma", "127.0.0.1:1/halma", "localhost"):
        with pytest.raises(StoreError) as refused:
            await Store.open(f"postgresql://halma:{password}@{end}")
        assert "%40" in str(refused.value)
        assert not any(part in str(refused.value).replace("%", "") for part in PARTS[:2])
        assert refused.value.__cause__ is None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://halma:Secret%40part@localhost/halma",
        "postgresql://halma:a:b?c#d!$&'()*+,;=~@localhost:5432/halma",
        "postgres://halma@db.example.org",
        "postgresql://localhost",
        "postgresql:///halma?host=/var/run/postgresql",
        "postgresql://halma:x@[::1]:5432/halma?sslmode=require&connect_timeout=3",
        "postgresql://",
    ],
)
def test_an_encoded_address_is_accepted(url: str) -> None:
    assert is_address(url)


@pytest.mark.parametrize("url", ["postgresql://u:pa?s/s@h", "postgresql://u:p@h:port/db"])
def test_other_addresses_are_refused(url: str) -> None:
    assert not is_address(url)


def test_a_message_of_the_driver_never_contains_the_password() -> None:
    url = "postgresql://halma:Secret%40part@localhost/halma"
    assert "Secret" not in without_password('no host "Secret@part"', url)
    assert without_password("the server is starting up", url) == "the server is starting up"


class Server:
    """A server that answers each statement with an error."""

    def __init__(self, error: psycopg.Error) -> None:
        self.error, self.closed = error, False

    def execute(self, *_: Any, **__: Any) -> None:
        raise self.error

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("error", "reconnects"),
    [
        (psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT"), True),
        (psycopg.errors.LockNotAvailable("lock timeout"), False),
        (psycopg.errors.SerializationFailure("serialize"), False),
        (psycopg.errors.DeadlockDetected("deadlock"), False),
        (psycopg.errors.DiskFull("no space left"), False),
        (psycopg.errors.TooManyConnections("too many"), False),
    ],
)
def test_an_error_of_the_server_that_passes_is_an_unavailable_database(
    error: psycopg.Error, reconnects: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [Server(error), Server(error)]
    waiting = iter(servers)
    monkeypatch.setattr(postgres_connection, "connect", lambda url: next(waiting))
    connection = PostgresConnection("postgresql://h", query_only=False, process=1)
    with pytest.raises(Unavailable) as raised:
        connection.begin()
    assert unavailable(raised.value)
    assert servers[0].closed is reconnects
    assert isinstance(raised.value, ConnectionLost) is reconnects
