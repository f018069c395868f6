"""Databases with any number of running matches, copied from a single match."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.operations import dump
from bot.store import Store, address
from engine import Position, variant
from tests.bot.service.club import Club

GAME = "halma-8"
GUILDS, CHANNELS, PEOPLE, GAMES = 10**6, 2 * 10**6, 5 * 10**6, 1000
"""The first ids of guilds, channels, players and matches."""


@dataclass(slots=True)
class Game:
    """A running match from the point of view of its players."""

    id: int
    guild: int
    channel: int
    players: tuple[int, int]
    position: Position

    @property
    def to_move(self) -> int:
        """The id of the player to move."""
        return self.players[self.position.turn]


async def fill(
    path: Path, games: int, *, servers: int, now: int, far: int = 40 * 86400, key: str = GAME
) -> list[Game]:
    """Create a database with running two-player matches, one match per channel.

    They are of the variant `key`, spread over `servers` guilds. Nobody has moved yet. Deadlines
    start at `far` seconds from `now`, and the outbox is empty.
    """
    await _first(path, now, key)
    await asyncio.to_thread(_copies, path, games, servers, now + far)
    start = variant(key).start()
    return [
        Game(
            GAMES + n, GUILDS + n % servers, CHANNELS + n,
            (PEOPLE + 2 * n, PEOPLE + 2 * n + 1), start,
        )
        for n in range(games)
    ]  # fmt: skip


async def carried(path: Path, url: str) -> str:
    """Copy the database into an empty PostgreSQL database and return its address."""
    source, target = await Store.open(address(path)), await Store.open(url, files=path)
    await target.write(dump.import_lines, await source.read(lambda tx: list(dump.export_lines(tx))))
    await source.close()
    await target.close()
    return url


def _copies(path: Path, games: int, servers: int, deadline: int) -> None:
    """Replace the only match in the database with `games` copies of it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMP TABLE n (n INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO n VALUES (?)", ((n,) for n in range(2 * games)))
        (match,) = connection.execute("SELECT id FROM matches").fetchone()
        for table in ("outbox", "posts", "interactions", "pings", "challenge_seats", "challenges"):
            connection.execute(f"DELETE FROM {table}")
        half = f"n < {games}"
        _copy(connection, "players", "true", {"id": f"{PEOPLE} + n", "name": "'Player ' || n"},
              "s.id = (SELECT min(id) FROM players)")  # fmt: skip
        _copy(connection, "matches", half, {
            "id": f"{GAMES} + n", "guild": f"{GUILDS} + n % {servers}",
            "channel": f"{CHANNELS} + n"}, f"s.id = {match}")  # fmt: skip
        _copy(connection, "match_seats", half, {
            "match": f"{GAMES} + n", "player": f"{PEOPLE} + 2 * n + s.seat"},
            f"s.match = {match}")  # fmt: skip
        _copy(connection, "clocks", half, {
            "match": f"{GAMES} + n", "deadline": f"{deadline} + n", "alarm": "NULL",
            "alarm_at": "NULL"}, f"s.match = {match}")  # fmt: skip
        for table in ("clocks", "match_seats"):
            connection.execute(f"DELETE FROM {table} WHERE match = {match}")
        connection.execute(f"DELETE FROM matches WHERE id = {match}")
        connection.execute("DROP TABLE n")


def post_every_board(path: Path) -> None:
    """Make every move's board a message of its own, however quickly the players reply."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET quick_replies = -{10**6}")


async def _first(path: Path, now: int, key: str) -> None:
    store = await Store.open(address(path))
    club = Club(store)
    club.now = now
    await club.match(variant=key)
    await store.close()


def _copy(
    connection: sqlite3.Connection, table: str, which: str, made: dict[str, str], source: str
) -> None:
    """Insert copies of rows into their table, with the columns in `made` replaced.

    Each row that satisfies `source` is copied once for each number n that satisfies `which`. `made`
    maps columns to SQL expressions.
    """
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(made.get(name, f's."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    connection.execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM n, {table} s WHERE {which} AND {source}"
    )
