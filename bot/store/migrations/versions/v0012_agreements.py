"""One open offer a match, of any kind; turns that are taken back; rematches.

Of the offers that are open, one of each match stays: a draw before a pause, a pause before a gift.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WEEK = 7 * 86400


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("undone", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("moves", sa.Column("bank", BIG))
    op.rename_table("offers", "offers_before")
    op.create_table(
        "offers",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.CheckConstraint("kind IN ('draw', 'takeback', 'pause', 'abort', 'gift')", name="kind"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_offers_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_offers"),
        sqlite_strict=True,
    )
    op.create_index("ix_offers_expires_at", "offers", ["expires_at"])
    op.create_table(
        "consents",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["offers.match_id"], name="fk_consents_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_consents"),
        sqlite_strict=True,
    )
    for kind in ("draw", "pause", "gift"):
        op.execute(
            "INSERT INTO offers (match_id, kind, seat, ply, at, expires_at) "
            f"SELECT match_id, kind, min(seat), min(ply), min(at), min(at) + {WEEK} "
            f"FROM offers_before WHERE kind = '{kind}' "
            "AND match_id NOT IN (SELECT match_id FROM offers) GROUP BY match_id, kind"
        )
    op.execute(
        "INSERT INTO consents (match_id, seat) "
        "SELECT DISTINCT offers.match_id, offers_before.seat FROM offers_before "
        "JOIN offers ON offers.match_id = offers_before.match_id "
        "WHERE offers_before.kind = offers.kind "
        "OR (offers.kind = 'draw' AND offers_before.kind = 'agreed')"
    )
    op.drop_table("offers_before")
    op.create_table(
        "takebacks",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.CheckConstraint("since < ply", name="since"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_takebacks_match_id"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_takebacks"),
        sqlite_strict=True,
    )
    op.create_table(
        "rematches",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("challenge_id", BIG, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rematches_match_id"),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name="fk_rematches_challenge_id"
        ),
        sa.PrimaryKeyConstraint("match_id", name="pk_rematches"),
        sqlite_strict=True,
    )
    op.create_index("ix_rematches_challenge_id", "rematches", ["challenge_id"])
