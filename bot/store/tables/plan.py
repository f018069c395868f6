"""What players will answer, before they do."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text

from bot.store.tables.base import BIG, metadata, one_of

plans = Table(
    "plans",
    metadata,
    # Left (or come this far) when `ply` turns had been made. One that has ended waits to be told of.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("text", Text, nullable=False),  # as bot.service.planning writes it
    Column("left_at", BIG, nullable=False),
    Column("ended", Text),  # why; NULL while it stands
    Column("tell_at", BIG),  # when to tell of its end by direct message; NULL: not, or done
    one_of("ended", "unforeseen", "touched", "impossible", "takeback"),
    CheckConstraint("ended IS NOT NULL OR tell_at IS NULL", name="told"),
    sqlite_strict=True,
)
Index(None, plans.c.player)
Index(None, plans.c.tell_at)
