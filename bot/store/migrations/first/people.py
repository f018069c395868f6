"""The first schema: people, what they have chosen, and servers."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text

from bot.store.migrations.first.making import BIG, index, table


def create() -> None:
    """Make the tables and their indexes."""
    table(
        "players",
        Column("id", BIG, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("locale", Text),
        Column("created", BIG, nullable=False),
        Column("seen_at", BIG, nullable=False, server_default=text("0")),
        Column("worldwide", Integer, nullable=False, server_default=text("0")),
    )
    index("ix_players_seen_at", "players", "seen_at")
    table(
        "settings",
        Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
        Column("zone", Text, nullable=False),
        Column("quiet", Text, nullable=False),
        Column("remind", Text, nullable=False),
        Column("reminded", BIG),
        Column("refused", Integer, nullable=False),
        Column("vacation", Integer, nullable=False, server_default=text("1")),
        Column("digest", Integer),
        Column("digest_at", BIG),
        Column("digested", BIG),
        Column("side", Text, nullable=False, server_default="first"),
        Column("confirm", Integer, nullable=False, server_default=text("0")),
        Column("taps", Integer, nullable=False, server_default=text("1")),
        CheckConstraint("remind IN ('channel', 'dm', 'none')", name="remind"),
        CheckConstraint("side IN ('first', 'mine')", name="side"),
    )
    index("ix_settings_digest_at", "settings", "digest_at")
    table(
        "budgets",
        Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
        Column("left", BIG, nullable=False),
        Column("at", BIG, nullable=False),
    )
    table(
        "vacations",
        Column("id", BIG, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("started", BIG, nullable=False),
        Column("until", BIG, nullable=False),
        CheckConstraint("started <= until", name="span"),
    )
    index("ix_vacations_player_until", "vacations", "player", "until")
    table(
        "blocks",
        Column("player", BIG, ForeignKey("players.id"), primary_key=True),
        Column("blocked", BIG, ForeignKey("players.id"), primary_key=True),
        Column("at", BIG, nullable=False),
    )
    index("ix_blocks_blocked", "blocks", "blocked")
    table(
        "pings",
        Column("player", BIG, ForeignKey("players.id"), primary_key=True),
        Column("by", BIG, ForeignKey("players.id"), primary_key=True),
        Column("at", BIG, nullable=False),
        Column("row", BIG),
    )
    index("ix_pings_by", "pings", "by")
    index("ix_pings_at", "pings", "at")
    table(
        "erasures",
        Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
        Column("asked_at", BIG, nullable=False),
        Column("due_at", BIG, nullable=False),
        Column("by", BIG),
        Column("told", BIG, nullable=False, server_default=text("0")),
    )
    index("ix_erasures_due_at", "erasures", "due_at")
    table(
        "servers",
        Column("guild", BIG, primary_key=True, autoincrement=False),
        Column("setting", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )
    table(
        "removals",
        Column("guild", BIG, primary_key=True, autoincrement=False),
        Column("at", BIG, nullable=False),
    )
    table(
        "audit",
        Column("id", BIG, primary_key=True),
        Column("guild", BIG, nullable=False),
        Column("by", BIG, ForeignKey("players.id"), nullable=False),
        Column("at", BIG, nullable=False),
        Column("what", Text, nullable=False),
        Column("before", Text, nullable=False),
        Column("after", Text, nullable=False),
    )
    index("ix_audit_guild", "audit", "guild")
    index("ix_audit_by", "audit", "by")
