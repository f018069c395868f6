"""Who broke a match off before everybody had moved, or never came to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "aborts",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.CheckConstraint("why IN ('asked', 'no-show')", name="why"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_aborts_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_aborts"),
        sqlite_strict=True,
    )
