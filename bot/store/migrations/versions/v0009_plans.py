"""What players will answer to what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("left_at", BIG, nullable=False),
        sa.Column("ended", sa.Text()),
        sa.Column("tell_at", BIG),
        sa.CheckConstraint(
            "ended IN ('unforeseen', 'touched', 'impossible', 'takeback')", name="ended"
        ),
        sa.CheckConstraint("ended IS NOT NULL OR tell_at IS NULL", name="told"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_plans_player"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
        sqlite_strict=True,
    )
    op.create_index("ix_plans_player", "plans", ["player"])
    op.create_index("ix_plans_tell_at", "plans", ["tell_at"])
