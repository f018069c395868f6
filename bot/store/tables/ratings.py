"""What the ratings are made of."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from bot.store.tables.base import BIG, metadata, one_of

rated_games = Table(
    "rated_games",
    metadata,
    # Written when a rated match ends, and never changed.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("finished_at", BIG, nullable=False),
    Column("kind", Text, nullable=False),
    Column("guild", BIG, nullable=False),
    Column("worldwide", Integer, nullable=False),
    Column("half", Integer, nullable=False),
    one_of("kind", "duel", "melee", "partners"),
    sqlite_strict=True,
)
Index(None, rated_games.c.guild)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("excused", Text, nullable=False),  # sides, as JSON
    sqlite_strict=True,
)
Index(None, rated_seats.c.player)

aborts = Table(
    "aborts",
    metadata,
    # Whose doing it was that a match ended before everybody had moved.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BIG, nullable=False),
    one_of("why", "asked", "no-show"),
    sqlite_strict=True,
)

annulments = Table(
    "annulments",
    metadata,
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True, autoincrement=False),
    Column("by", BIG, ForeignKey("players.id"), nullable=False),
    Column("at", BIG, nullable=False),
    sqlite_strict=True,
)
