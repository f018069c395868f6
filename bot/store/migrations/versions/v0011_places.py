"""Where games are: boards that cannot be posted, servers left, players who are not there any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("match_seats", sa.Column("absent_since", BIG))
    op.create_table(
        "unposted",
        sa.Column("match_id", BIG, autoincrement=False, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("told", sa.Integer()),
        sa.Column("again_at", BIG),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_unposted_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_unposted"),
        sqlite_strict=True,
    )
    op.create_index("ix_unposted_again_at", "unposted", ["again_at"])
    op.create_table(
        "removals",
        sa.Column("guild", BIG, autoincrement=False, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_removals"),
        sqlite_strict=True,
    )
    # SQLite cannot change what a column may hold, so the stops go into a new table.
    op.rename_table("stops", "stops_before")
    op.drop_index("ix_stops_match_id_seat", "stops_before")
    op.create_table(
        "stops",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("started", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("why IN ('outage', 'vacation', 'pause', 'gift', 'place')", name="why"),
        sa.CheckConstraint("started < until", name="span"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_stops_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_stops"),
        sqlite_strict=True,
    )
    op.execute("INSERT INTO stops SELECT id, match_id, seat, started, until, why FROM stops_before")
    op.drop_table("stops_before")
    op.create_index("ix_stops_match_id_seat", "stops", ["match_id", "seat"])
