"""How people want to be reminded, and of what next."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("clocks", sa.Column("alarm", sa.Text()))
    op.add_column("clocks", sa.Column("alarm_at", BIG))
    op.add_column("clocks", sa.Column("nudged", BIG))
    op.add_column(
        "clocks",
        sa.Column("muted", sa.Integer(), nullable=False, server_default=sa.literal_column("0")),
    )
    op.create_index("ix_clocks_alarm_at", "clocks", ["alarm_at"])
    op.create_table(
        "settings",
        sa.Column("player", BIG, autoincrement=False, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet", sa.Text(), nullable=False),
        sa.Column("remind", sa.Text(), nullable=False),
        sa.Column("reminded", BIG),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.CheckConstraint("remind IN ('channel', 'dm', 'none')", name="remind"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_settings_player"),
        sa.PrimaryKeyConstraint("player", name="pk_settings"),
        sqlite_strict=True,
    )
