"""Clocks: what each match is played by, the turn that runs, and when clocks stood still.

Matches and challenges of before are untimed; a running match of before has thirty days from now.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for table in ("matches", "challenges"):
        op.add_column(
            table, sa.Column("control", sa.Text(), nullable=False, server_default="untimed")
        )
    op.add_column(
        "match_seats",
        sa.Column("bank", BIG, nullable=False, server_default=sa.literal_column("2592000")),
    )
    op.create_table(
        "clocks",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("started", BIG, nullable=False),
        sa.Column("bank", BIG, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet", sa.Text(), nullable=False),
        sa.Column("deadline", BIG, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_clocks_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_clocks"),
        sqlite_strict=True,
    )
    op.create_index("ix_clocks_deadline", "clocks", ["deadline"])
    op.execute(
        "INSERT INTO clocks "
        "SELECT id, ply, turn, now, 2592000, 'UTC', '', now + 2592000 FROM matches, "
        "(SELECT CAST(strftime('%s', 'now') AS INTEGER) AS now) WHERE status = 'running'"
    )
    op.create_table(
        "stops",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("started", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("started < until", name="span"),
        sa.CheckConstraint("why IN ('outage', 'vacation', 'pause', 'gift')", name="why"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_stops_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_stops"),
        sqlite_strict=True,
    )
    op.create_index("ix_stops_match_id_seat", "stops", ["match_id", "seat"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.CheckConstraint("id = 1", name="one"),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
        sqlite_strict=True,
    )
