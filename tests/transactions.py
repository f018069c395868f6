"""Transactions for tests, which run in the calling thread.

    with writing(store) as tx:
        moves.play(tx, ...)

They are included in `store.counts`, and a commit calls the callbacks of the store.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from bot.store import Store, Tx
from bot.store.driver.tx import Connection, transaction

_connections: WeakKeyDictionary[Store, dict[bool, Connection]] = WeakKeyDictionary()


class _Closing:
    """Adapter that closes a connection opened by tests together with its store."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def close(self) -> None:
        self.connection.close()


def _connection(store: Store, *, query_only: bool) -> Connection:
    opened = _connections.setdefault(store, {})
    if query_only not in opened:
        opened[query_only] = store.database.connection(query_only=query_only)
        store.threads.append(_Closing(opened[query_only]))
    return opened[query_only]


@contextmanager
def writing(store: Store) -> Iterator[Tx]:
    """Run a write transaction on the event loop's thread."""
    store.counts.writes += 1
    with transaction(_connection(store, query_only=False), store.counts) as tx:
        yield tx
    store.on_commit()
    for match in tx.saved_matches:
        store.on_match_saved(match)


@contextmanager
def reading(store: Store) -> Iterator[Tx]:
    """Run a read transaction on the event loop's thread."""
    store.counts.reads += 1
    with transaction(_connection(store, query_only=True), store.counts) as tx:
        yield tx
