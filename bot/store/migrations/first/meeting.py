"""The first schema: challenges, agreements, and what must be told."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text

from bot.store.migrations.first.making import BIG, index, table


def create() -> None:
    """Make the tables and their indexes."""
    table(
        "challenges",
        Column("id", BIG, primary_key=True),
        Column("challenger", BIG, ForeignKey("players.id"), nullable=False),
        Column("variant", Text, nullable=False),
        Column("side", Text, nullable=False),
        Column("note", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("guild", BIG),
        Column("channel", BIG, nullable=False),
        Column("match", BIG, ForeignKey("matches.id")),
        Column("created", BIG, nullable=False),
        Column("expires_at", BIG, nullable=False),
        Column("answered_at", BIG),
        Column("answered_by", BIG, ForeignKey("players.id")),
        Column("least", Integer),
        Column("rated", Integer, nullable=False, server_default=text("0")),
        Column("control", Text, nullable=False, server_default="untimed"),
        CheckConstraint("(status = 'accepted') = (match IS NOT NULL)", name="match"),
        CheckConstraint("side IN ('first', 'second', 'random')", name="side"),
        CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')", name="status"
        ),
        sqlite_autoincrement=True,
    )
    index("ix_challenges_open", "challenges", "expires_at", where="status = 'open'")
    index(
        "ix_challenges_closed",
        "challenges",
        text("coalesce(answered_at, expires_at)"),
        where="status != 'open'",
    )
    table(
        "challenge_seats",
        Column("challenge", BIG, ForeignKey("challenges.id"), primary_key=True),
        Column("place", Integer, primary_key=True),
        Column("player", BIG, ForeignKey("players.id")),
        Column("seat", Integer),
        Column("joined", Integer, nullable=False),
        Column("team", Integer),
        CheckConstraint("joined = 0 OR player IS NOT NULL", name="who"),
        CheckConstraint("joined IN (0, 1)", name="joined"),
    )
    index("ix_challenge_seats_player", "challenge_seats", "player")
    index("ix_challenges_challenger", "challenges", "challenger")
    index("ix_challenges_answered_by", "challenges", "answered_by")
    table(
        "takebacks",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("ply", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("since", Integer, nullable=False),
        Column("at", BIG, nullable=False),
        CheckConstraint("since < ply", name="since"),
    )
    table(
        "offers",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("at", BIG, nullable=False),
        Column("expires_at", BIG, nullable=False),
        CheckConstraint("kind IN ('draw', 'takeback', 'pause', 'abort', 'gift')", name="kind"),
    )
    index("ix_offers_expires_at", "offers", "expires_at")
    table(
        "consents",
        Column("match", BIG, ForeignKey("offers.match"), primary_key=True),
        Column("seat", Integer, primary_key=True),
    )
    table(
        "rematches",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        Column("challenge", BIG, ForeignKey("challenges.id"), nullable=False),
    )
    index("ix_rematches_challenge", "rematches", "challenge")
    table(
        "interactions",
        Column("id", BIG, primary_key=True, autoincrement=False),
        Column("action", Text, nullable=False),
        Column("match", BIG, ForeignKey("matches.id")),
        Column("challenge", BIG, ForeignKey("challenges.id")),
        Column("ply", Integer),
        Column("at", BIG, nullable=False),
    )
    index("ix_interactions_at", "interactions", "at")
    index("ix_interactions_challenge", "interactions", "challenge", where="challenge IS NOT NULL")
    table(
        "outbox",
        Column("id", BIG, primary_key=True),
        Column("kind", Text, nullable=False),
        Column("channel", BIG),
        Column("user", BIG),
        Column("match", BIG, ForeignKey("matches.id")),
        Column("ply", Integer),
        Column("challenge", BIG, ForeignKey("challenges.id")),
        Column("payload", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("created", BIG, nullable=False),
        Column("due_at", BIG, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("claimed_at", BIG),
        Column("tried_at", BIG),
        Column("error", Text),
        Column("settled_at", BIG),
        CheckConstraint('(channel IS NULL) <> ("user" IS NULL)', name="to"),
        CheckConstraint("(state = 'owed') = (settled_at IS NULL)", name="settled"),
        CheckConstraint("state IN ('owed', 'sent', 'failed', 'dropped')", name="state"),
        sqlite_autoincrement=True,
    )
    index("ix_outbox_user", "outbox", "user", where='"user" IS NOT NULL')
    index("ix_outbox_challenge", "outbox", "challenge")
    index("ix_outbox_match", "outbox", "match")
    index("ix_outbox_owed", "outbox", "due_at", where="state = 'owed'")
    index(
        "ix_outbox_place",
        "outbox",
        text('coalesce(channel, "user")'),
        "id",
        where="state = 'owed'",
    )
    index("ix_outbox_settled", "outbox", "settled_at", where="state != 'owed'")
    index("ix_outbox_failed", "outbox", "settled_at", where="state = 'failed'")
    table(
        "absences",
        Column("id", BIG, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("guild", BIG),
        Column("channel", BIG, nullable=False),
        Column("message", BIG),
        Column("started", BIG, nullable=False),
        Column("until", BIG),
        sqlite_autoincrement=True,
    )
    index("ix_absences_player", "absences", "player")
    index("ix_absences_over", "absences", "until", where="until IS NOT NULL")
    index(
        "ix_absences_lasting",
        "absences",
        "player",
        "channel",
        unique=True,
        where="until IS NULL",
    )
    table(
        "posts",
        Column("message", BIG, primary_key=True, autoincrement=False),
        Column("channel", BIG, nullable=False),
        Column("match", BIG, ForeignKey("matches.id")),
        Column("ply", Integer),
        Column("challenge", BIG, ForeignKey("challenges.id")),
        Column("live", Integer, nullable=False),
        Column("at", BIG, nullable=False),
        CheckConstraint("(match IS NULL) <> (challenge IS NULL)", name="of"),
        CheckConstraint("live IN (0, 1)", name="live"),
    )
    index("ix_posts_challenge", "posts", "challenge")
    index("ix_posts_match_ply", "posts", "match", "ply")
