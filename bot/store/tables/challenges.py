"""Challenges and their slots."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Text,
    func,
    literal_column,
    text,
)

from bot.store.tables.base import BIG, PAST, PSEUDONYMIZED, after, one_of, partial_index, table

challenges = table(
    "challenges",
    Column("id", BIG, primary_key=True),
    Column("challenger", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("variant", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("guild", BIG),
    Column("channel", BIG, nullable=False),
    Column("match", BIG, ForeignKey("matches.id")),
    Column("created", BIG, nullable=False, info=PAST),
    Column("expires_at", BIG, nullable=False, info=after("created")),
    Column("answered_at", BIG, info=PAST),
    Column("answered_by", BIG, ForeignKey("players.id"), info=PSEUDONYMIZED),
    Column("least", Integer),  # NULL: starts when every slot is taken
    Column("rated", Integer),  # NULL: rated unless it is a player's first match
    Column("control", Text, nullable=False, server_default="untimed"),
    Column("opening", Text, nullable=False, server_default="[]"),  # moves before the match starts
    Column("hints", Integer, nullable=False, server_default=text("0")),
    one_of("status", "open", "accepted", "declined", "cancelled", "expired"),
    CheckConstraint("(status = 'accepted') = (match IS NOT NULL)", name="match"),
    sqlite_autoincrement=True,
)
OPEN = challenges.c.status == literal_column("'open'")
CLOSED = challenges.c.status != literal_column("'open'")
CLOSED_AT = func.coalesce(challenges.c.answered_at, challenges.c.expires_at)
partial_index("ix_challenges_open", OPEN, challenges.c.expires_at)
partial_index("ix_challenges_closed", CLOSED, CLOSED_AT)

challenge_seats = table(
    "challenge_seats",
    Column("challenge", BIG, ForeignKey("challenges.id"), primary_key=True),
    Column("slot", Integer, primary_key=True),
    # NULL: open to anyone.
    Column("player", BIG, ForeignKey("players.id"), info=PSEUDONYMIZED),
    Column("seat", Integer),  # NULL: drawn at random
    Column("joined", Integer, nullable=False),
    Column("team", Integer),  # NULL: drawn at random
    CheckConstraint("joined IN (0, 1)", name="joined"),
    CheckConstraint("joined = 0 OR player IS NOT NULL", name="who"),
)
Index(None, challenge_seats.c.player)
Index(None, challenges.c.challenger)
Index(None, challenges.c.answered_by)
