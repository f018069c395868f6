"""Players who found the longest hop in a position of a finished match."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "found_hops",
        sa.Column(
            "match", BIG, sa.ForeignKey("matches.id", name="fk_found_hops_match"), nullable=False
        ),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column(
            "player", BIG, sa.ForeignKey("players.id", name="fk_found_hops_player"), nullable=False
        ),
        sa.Column("jumps", sa.Integer, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match", "ply", "player", name="pk_found_hops"),
        sqlite_strict=True,
    )
    op.create_index("ix_found_hops_player", "found_hops", ["player"])
