"""Who was forgotten, kept beside the database, so that a restored copy forgets them again.

A file of its own ("….forgotten"), since a restored database is an older one. It only grows: its first
line is a salt, each other line a salted hash of a person's id and the moment. Nobody learns from it who
was here; but who has the file can find out whether a certain id is in it, so only its owner may read it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import select

from bot.store.statement import Statement
from bot.store.tables import players
from bot.store.tx import Tx

PEOPLE = Statement(select(players.c.id, players.c.created).where(players.c.id > 0))


def remember(database: Path, people: Iterable[int], now: int) -> None:
    """Write down that these are forgotten; it is on the disk when this returns.

    To be called before they are: who is in the file and not yet forgotten has asked for it.
    """
    file = os.open(beside(database), os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
    try:
        if os.fstat(file).st_size == 0:
            os.write(file, f"{secrets.token_hex(16)}\n".encode())
        salt = os.pread(file, 32, 0).decode()
        os.write(file, "".join(f"{_hash(salt, one)} {now}\n" for one in people).encode())
        os.fsync(file)
    finally:
        os.close(file)


async def again(tx: Tx, database: Path) -> list[int]:
    """The people in the database who were forgotten after they had come into it.

    Who came back after being forgotten is not among them.
    """
    path = beside(database)
    if not path.exists():
        return []
    salt, *lines = path.read_text(encoding="ascii").split("\n")
    # The last line is whole, or it was being written when the machine stopped.
    since = {words[0]: int(words[1]) for line in lines[:-1] if len(words := line.split()) == 2}
    return [
        row.id for row in await tx.rows(PEOPLE) if row.created < since.get(_hash(salt, row.id), 0)
    ]


def beside(database: Path) -> Path:
    """The file of a database."""
    return database.with_name(f"{database.name}.forgotten")


def _hash(salt: str, player: int) -> str:
    return hashlib.blake2b(str(player).encode(), key=salt.encode(), digest_size=16).hexdigest()
