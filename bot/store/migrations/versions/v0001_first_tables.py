"""The first tables: people, challenges, matches, moves, and what must be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", BIG, nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer()),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text()),
        sa.Column("guild", BIG),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("thread", BIG),
        sa.Column("created", BIG, nullable=False),
        sa.Column("moved_at", BIG, nullable=False),
        sa.Column("ended_at", BIG),
        sa.CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
        sa.CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
        sa.CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
        sa.CheckConstraint("status IN ('running', 'finished', 'aborted')", name="status"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(
        "ix_matches_running", "matches", ["channel"], sqlite_where=sa.text("status = 'running'")
    )
    op.create_table(
        "players",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text()),
        sa.Column("created", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_strict=True,
    )
    op.create_table(
        "challenges",
        sa.Column("id", BIG, nullable=False),
        sa.Column("challenger", BIG, nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("guild", BIG),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("match_id", BIG),
        sa.Column("created", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.Column("answered_at", BIG),
        sa.Column("answered_by", BIG),
        sa.CheckConstraint("(status = 'accepted') = (match_id IS NOT NULL)", name="match"),
        sa.CheckConstraint("side IN ('first', 'second', 'random')", name="side"),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')",
            name="status",
        ),
        sa.ForeignKeyConstraint(["answered_by"], ["players.id"], name="fk_challenges_answered_by"),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name="fk_challenges_challenger"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_challenges_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(
        "ix_challenges_open", "challenges", ["expires_at"], sqlite_where=sa.text("status = 'open'")
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_seats_match_id"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_match_seats_player"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_seats"),
        sqlite_strict=True,
    )
    op.create_index("ix_match_seats_player_match_id", "match_seats", ["player", "match_id"])
    op.create_table(
        "moves",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_moves_match_id"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_moves_player"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_moves"),
        sqlite_strict=True,
    )
    op.create_table(
        "offers",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_offers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "kind", "seat", name="pk_offers"),
        sqlite_strict=True,
    )
    op.create_table(
        "challenge_seats",
        sa.Column("challenge_id", BIG, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player", BIG),
        sa.Column("seat", sa.Integer()),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.CheckConstraint("joined = 0 OR player IS NOT NULL", name="who"),
        sa.CheckConstraint("joined IN (0, 1)", name="joined"),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name="fk_challenge_seats_challenge_id"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_challenge_seats_player"),
        sa.PrimaryKeyConstraint("challenge_id", "place", name="pk_challenge_seats"),
        sqlite_strict=True,
    )
    op.create_index("ix_challenge_seats_player", "challenge_seats", ["player"])
    op.create_table(
        "interactions",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("match_id", BIG),
        sa.Column("challenge_id", BIG),
        sa.Column("ply", sa.Integer()),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name="fk_interactions_challenge_id"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_interactions_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_interactions"),
        sqlite_strict=True,
    )
    op.create_index("ix_interactions_at", "interactions", ["at"])
    op.create_table(
        "outbox",
        sa.Column("id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", BIG),
        sa.Column("user_id", BIG),
        sa.Column("match_id", BIG),
        sa.Column("ply", sa.Integer()),
        sa.Column("challenge_id", BIG),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", BIG, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_at", BIG),
        sa.Column("error", sa.Text()),
        sa.Column("settled_at", BIG),
        sa.CheckConstraint("(state = 'owed') = (settled_at IS NULL)", name="settled"),
        sa.CheckConstraint("state IN ('owed', 'sent', 'failed', 'dropped')", name="state"),
        sa.CheckConstraint("(channel IS NULL) <> (user_id IS NULL)", name="to"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_outbox_challenge_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_outbox_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("ix_outbox_challenge_id", "outbox", ["challenge_id"])
    op.create_index("ix_outbox_match_id", "outbox", ["match_id"])
    op.create_index("ix_outbox_owed", "outbox", ["due_at"], sqlite_where=sa.text("state = 'owed'"))
    op.create_index(
        "ix_outbox_place",
        "outbox",
        [sa.text("coalesce(channel, user_id)"), "id"],
        sqlite_where=sa.text("state = 'owed'"),
    )
    op.create_index(
        "ix_outbox_settled", "outbox", ["settled_at"], sqlite_where=sa.text("state != 'owed'")
    )
    op.create_table(
        "posts",
        sa.Column("message", BIG, autoincrement=False, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("match_id", BIG),
        sa.Column("ply", sa.Integer()),
        sa.Column("challenge_id", BIG),
        sa.Column("live", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.CheckConstraint("(match_id IS NULL) <> (challenge_id IS NULL)", name="of"),
        sa.CheckConstraint("live IN (0, 1)", name="live"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_posts_challenge_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_posts_match_id"),
        sa.PrimaryKeyConstraint("message", name="pk_posts"),
        sqlite_strict=True,
    )
    op.create_index("ix_posts_challenge_id", "posts", ["challenge_id"])
    op.create_index("ix_posts_match_id_ply", "posts", ["match_id", "ply"])
