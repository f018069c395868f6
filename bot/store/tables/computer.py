"""What the computer owes: its moves, which are computed beside the bot."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, text

from bot.store.tables.base import BIG, metadata

owed_moves = Table(
    "owed_moves",
    metadata,
    # The computer is to move in this match, or was at `ply`: then the row is out of date.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("asked_at", BIG, nullable=False),
    Column("due_at", BIG, nullable=False),  # when to ask (again); of a claimed one, when it is late
    Column("claimed_at", BIG),
    Column("claimed_by", BIG),  # by the process that has this number
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("show_at", BIG),  # when the board says that the computer thinks; NULL: it has
    sqlite_strict=True,
)
Index(None, owed_moves.c.due_at)
Index(None, owed_moves.c.show_at)
