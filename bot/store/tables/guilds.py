"""Guild settings, their audit log, and removed guilds."""

from sqlalchemy import Column, ForeignKey, Index, Text

from bot.store.tables.base import BIG, OF_GUILDS, PAST, PSEUDONYMIZED, due, table

servers = table(
    "servers",
    # Settings without a row have their default.
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("setting", Text, primary_key=True),
    Column("value", Text, nullable=False),
    info=OF_GUILDS,
)

removed_guilds = table(
    "removed_guilds",
    # Guilds that the bot was removed from; their matches are on hold.
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False, info=due("removed guilds") | PAST),
)

audit = table(
    "audit",
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),
    Column("by", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("at", BIG, nullable=False, info=PAST),
    Column("what", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    info=OF_GUILDS,
)
Index(None, audit.c.guild)
Index(None, audit.c.by)
