"""What players agree on: the offer that is open, what was taken back, and playing again."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.store.tables.base import BIG, metadata, one_of

takebacks = Table(
    "takebacks",
    metadata,
    # By everybody's consent, or undone at once, what was played since `since` counts no more: this
    # happened at `ply`, a number that no move has. The moves stay in their table.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("alone", Integer, nullable=False, server_default=text("0")),  # undone, nobody was asked
    CheckConstraint("since < ply", name="since"),
    sqlite_strict=True,
)

offers = Table(
    "offers",
    metadata,
    # The one thing in a match that a seat wishes and all must agree to.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("expires_at", BIG, nullable=False),
    one_of("kind", "draw", "takeback", "pause", "abort", "gift"),
    sqlite_strict=True,
)
Index(None, offers.c.expires_at)

consents = Table(
    "consents",
    metadata,
    # The seats that agree to it, the asker's among them.
    Column("match", BIG, ForeignKey("offers.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    sqlite_strict=True,
)

rematches = Table(
    "rematches",
    metadata,
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("challenge", BIG, ForeignKey("challenges.id"), nullable=False),
    sqlite_strict=True,
)
Index(None, rematches.c.challenge)
