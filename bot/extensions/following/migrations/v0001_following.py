"""Watched games, followed people and events, and weekly posts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "watches",
        sa.Column(
            "player", BIG, sa.ForeignKey("players.id", name="fk_watches_player"), nullable=False
        ),
        sa.Column(
            "match", BIG, sa.ForeignKey("matches.id", name="fk_watches_match"), nullable=False
        ),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("result_at", BIG),
        sa.Column("delete_at", BIG),
        sa.PrimaryKeyConstraint("player", "match", name="pk_watches"),
        sa.CheckConstraint("level IN ('day', 'end', 'moves')", name="level"),
        sqlite_strict=True,
    )
    op.create_index("ix_watches_match", "watches", ["match"])
    op.create_index("ix_watches_delete_at", "watches", ["delete_at"])
    op.create_table(
        "follows",
        sa.Column(
            "player", BIG, sa.ForeignKey("players.id", name="fk_follows_player"), nullable=False
        ),
        sa.Column(
            "person", BIG, sa.ForeignKey("players.id", name="fk_follows_person"), nullable=False
        ),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("delete_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("player", "person", "guild", name="pk_follows"),
        sqlite_strict=True,
    )
    op.create_index("ix_follows_person_guild", "follows", ["person", "guild"])
    op.create_index("ix_follows_guild", "follows", ["guild"])
    op.create_index("ix_follows_delete_at", "follows", ["delete_at"])
    op.create_table(
        "event_follows",
        sa.Column(
            "player",
            BIG,
            sa.ForeignKey("players.id", name="fk_event_follows_player"),
            nullable=False,
        ),
        sa.Column("event", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("delete_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("player", "event", name="pk_event_follows"),
        sqlite_strict=True,
    )
    op.create_index("ix_event_follows_guild", "event_follows", ["guild"])
    op.create_index("ix_event_follows_delete_at", "event_follows", ["delete_at"])
    op.create_table(
        "week_posts",
        sa.Column("guild", BIG, autoincrement=False, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_week_posts"),
        sqlite_strict=True,
    )
    op.create_index("ix_week_posts_due_at", "week_posts", ["due_at"])
