"""Turns that are open to a claim, partners who play both hands, automatic vacation, daily digests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("clocks", sa.Column("overdue", BIG))
    op.add_column(
        "departures", sa.Column("hands", sa.Text(), nullable=False, server_default="runner")
    )
    op.add_column("departures", sa.Column("partner", sa.Integer()))
    op.add_column("departures", sa.Column("until", BIG))
    op.add_column(
        "settings",
        sa.Column("vacation", sa.Integer(), nullable=False, server_default=sa.text("1")),
    )
    op.add_column("settings", sa.Column("digest", sa.Integer()))
    op.add_column("settings", sa.Column("digest_at", BIG))
    op.add_column("settings", sa.Column("digested", BIG))
    op.create_index("ix_settings_digest_at", "settings", ["digest_at"])
