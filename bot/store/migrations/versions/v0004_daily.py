"""Daily puzzles: who solved them, the solutions found, and where they are posted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
PLAYER = "players.id"


def upgrade() -> None:
    for table, column in (("settings", "named"), ("settings", "lends")):
        op.add_column(
            table, sa.Column(column, sa.Integer, nullable=False, server_default=sa.text("0"))
        )
    op.add_column("solitaires", sa.Column("marks", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "dailies",
        sa.Column("player", BIG, sa.ForeignKey(PLAYER, name="fk_dailies_player"), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("guild", BIG),
        sa.Column("at", BIG, nullable=False),
        sa.Column("helps", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "day", name="pk_dailies"),
        sqlite_strict=True,
    )
    op.create_index("ix_dailies_guild_day", "dailies", ["guild", "day"])
    op.create_index("ix_dailies_day", "dailies", ["day"])
    op.create_table(
        "found_ways",
        sa.Column("figure", sa.Integer, nullable=False),
        sa.Column("way", sa.Text, nullable=False),
        sa.Column(
            "player",
            BIG,
            sa.ForeignKey(PLAYER, name="fk_found_ways_player"),
            nullable=False,
        ),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("figure", "way", "player", name="pk_found_ways"),
        sqlite_strict=True,
    )
    op.create_index("ix_found_ways_player", "found_ways", ["player"])
    op.create_table(
        "daily_posts",
        sa.Column("guild", BIG, autoincrement=False, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("day", sa.Integer),
        sa.PrimaryKeyConstraint("guild", name="pk_daily_posts"),
        sqlite_strict=True,
    )
    op.create_index("ix_daily_posts_due_at", "daily_posts", ["due_at"])
