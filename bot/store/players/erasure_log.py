"""Erasure log next to the database, to re-apply erasures after a restore.

The log is a separate file ("halma.forgotten"), because a restored database predates the erasures.
It is append-only. Its first line is a salt; each further line is a salted hash of a player's id
and the time of the erasure. The log reveals no names, but a reader can test whether it contains a
given id, so only the owner of the file may read it.
"""

import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables.players import players

REAL_PLAYERS = Statement(select(players.c.id, players.c.created).where(players.c.id > 0))


def record(database: Path, people: Iterable[int], now: int) -> None:
    """Append these players to the log and flush it to disk.

    Call this before the rows are erased. If the erasure is interrupted, the player is both in the
    log and in the database. This is harmless, because the player requested the erasure.
    """
    file = os.open(path_for(database), os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
    try:
        content = os.read(file, os.fstat(file).st_size).decode("ascii")
        salt = content.split("\n")[0] or secrets.token_hex(16)
        # A crash may have left an incomplete line, which must not swallow the next one.
        text = "" if content.endswith("\n") else "\n" if content else f"{salt}\n"
        text += "".join(f"{_hash(salt, person)} {now}\n" for person in people)
        os.write(file, text.encode("ascii"))
        os.fsync(file)
    finally:
        os.close(file)


def to_erase_again(tx: Tx, database: Path) -> list[int]:
    """Return the players to erase again, because a backup was restored.

    These are players whose rows are older than their erasure. Players who came back after it are
    not included.
    """
    path = path_for(database)
    if not path.exists():
        return []
    salt, *lines = path.read_text(encoding="ascii").split("\n")
    since = {words[0]: int(words[1]) for line in lines if len(words := line.split()) == 2}
    return [
        row.id for row in tx.rows(REAL_PLAYERS) if row.created < since.get(_hash(salt, row.id), 0)
    ]


def path_for(database: Path) -> Path:
    """Return the path of the erasure log of a database."""
    return database.with_suffix(".forgotten")


def _hash(salt: str, player: int) -> str:
    return hashlib.blake2b(str(player).encode(), key=salt.encode(), digest_size=16).hexdigest()
