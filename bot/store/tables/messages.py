"""Interactions, the outbox, vacation notices, and posted messages."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Text,
    func,
    literal_column,
)

from bot.store.tables.base import BIG, DELETED, DUE, PAST, due, one_of, partial_index, table

interactions = table(
    "interactions",
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("match", BIG, ForeignKey("matches.id")),
    Column("challenge", BIG, ForeignKey("challenges.id")),
    Column("ply", Integer),
    Column("at", BIG, nullable=False, info=due("interactions") | PAST),
)
Index(None, interactions.c.at)
OF_CHALLENGE = interactions.c.challenge.is_not(None)
partial_index("ix_interactions_challenge", OF_CHALLENGE, interactions.c.challenge)

outbox = table(
    "outbox",
    # 'owed' is the stored name of the pending state:
    # pending -> sent | failed (until a retry is requested) | dropped (superseded)
    Column("id", BIG, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("channel", BIG),
    Column("user", BIG),
    Column("match", BIG, ForeignKey("matches.id")),
    Column("ply", Integer),
    Column("challenge", BIG, ForeignKey("challenges.id")),
    Column("payload", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("created", BIG, nullable=False, info=PAST),
    Column("due_at", BIG, nullable=False, info=DUE),
    Column("attempts", Integer, nullable=False),
    Column("claimed_at", BIG, info=PAST),  # start of the claim; NULL: not claimed
    Column("claimed_by", BIG),  # number of the process
    Column("tried_at", BIG, info=PAST),  # first attempt that may have reached Discord; NULL: none
    Column("error", Text),
    Column("settled_at", BIG, info=PAST),
    one_of("state", "owed", "sent", "failed", "dropped"),
    CheckConstraint('(channel IS NULL) <> ("user" IS NULL)', name="to"),
    CheckConstraint("(state = 'owed') = (settled_at IS NULL)", name="settled"),
    sqlite_autoincrement=True,  # ids are never reused: the nonce contains them
)
PENDING = outbox.c.state == literal_column("'owed'")
SETTLED = outbox.c.state != literal_column("'owed'")
FAILED = outbox.c.state == literal_column("'failed'")
PLACE = func.coalesce(outbox.c.channel, outbox.c.user)
partial_index("ix_outbox_owed", PENDING, outbox.c.due_at)
partial_index("ix_outbox_place", PENDING, PLACE, outbox.c.id)
partial_index("ix_outbox_settled", SETTLED, outbox.c.settled_at)
partial_index("ix_outbox_failed", FAILED, outbox.c.settled_at)
DIRECT = outbox.c.user.is_not(None)
partial_index("ix_outbox_user", DIRECT, outbox.c.user)
Index(None, outbox.c.match)
Index(None, outbox.c.challenge)

vacation_notices = table(
    "vacation_notices",
    # The message in a channel about a player's automatic vacation, one for all their matches there.
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("guild", BIG),
    Column("channel", BIG, nullable=False),
    Column("message", BIG),  # NULL: not posted yet
    Column("started", BIG, nullable=False, info=PAST),
    Column("until", BIG, info=PAST),  # NULL: not over yet
    sqlite_autoincrement=True,
)
Index(None, vacation_notices.c.player)
LASTING = vacation_notices.c.until.is_(None)
OVER = vacation_notices.c.until.is_not(None)
partial_index("ix_vacation_notices_over", OVER, vacation_notices.c.until)
partial_index(
    "ix_vacation_notices_lasting",
    LASTING,
    vacation_notices.c.player,
    vacation_notices.c.channel,
    unique=True,
)

posts = table(
    "posts",
    Column("message", BIG, primary_key=True, autoincrement=False),
    Column("channel", BIG, nullable=False),
    Column("match", BIG, ForeignKey("matches.id")),
    Column("ply", Integer),
    Column("challenge", BIG, ForeignKey("challenges.id")),
    Column("live", Integer, nullable=False),  # whether it has the match's buttons
    Column("at", BIG, nullable=False, info=PAST),
    CheckConstraint("(match IS NULL) <> (challenge IS NULL)", name="of"),
    CheckConstraint("live IN (0, 1)", name="live"),
)
Index(None, posts.c.match, posts.c.ply)
Index(None, posts.c.challenge)
