"""Who was forgotten, kept beside the database, so that a restored copy forgets them again.

A file of its own ("halma.forgotten"), since a restored database is an older one. It only grows: its
first line is a salt, each other line a salted hash of a person's id and the moment. Nobody learns from
it who was here; but who has it can ask whether a certain id is in it, so only its owner may read it.
"""

import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import select

from bot.store.statement import Statement
from bot.store.tables.players import players
from bot.store.tx import Tx

PEOPLE = Statement(select(players.c.id, players.c.created).where(players.c.id > 0))


def remember(database: Path, people: Iterable[int], now: int) -> None:
    """Write down that these are forgotten; it is on the disk when this returns.

    To be called before they are: who is in the file and not yet forgotten has asked for it.
    """
    file = os.open(beside(database), os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
    try:
        there = os.read(file, os.fstat(file).st_size).decode("ascii")
        salt = there.split("\n")[0] or secrets.token_hex(16)
        # A line that was being written when the machine stopped must not swallow the next one.
        text = "" if there.endswith("\n") else "\n" if there else f"{salt}\n"
        text += "".join(f"{_hash(salt, one)} {now}\n" for one in people)
        os.write(file, text.encode("ascii"))
        os.fsync(file)
    finally:
        os.close(file)


async def again(tx: Tx, database: Path) -> list[int]:
    """The people in the database who were forgotten after they had come into it: it is restored.

    Those who came back after being forgotten are not among them.
    """
    path = beside(database)
    if not path.exists():
        return []
    salt, *lines = path.read_text(encoding="ascii").split("\n")
    since = {words[0]: int(words[1]) for line in lines if len(words := line.split()) == 2}
    return [
        row.id for row in await tx.rows(PEOPLE) if row.created < since.get(_hash(salt, row.id), 0)
    ]


def beside(database: Path) -> Path:
    """The file of a database."""
    return database.with_suffix(".forgotten")


def _hash(salt: str, player: int) -> str:
    return hashlib.blake2b(str(player).encode(), key=salt.encode(), digest_size=16).hexdigest()
