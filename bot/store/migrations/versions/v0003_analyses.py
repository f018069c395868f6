"""Analyses of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", BIG, autoincrement=False, nullable=False),
        sa.Column("analysis", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_analyses"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_analyses_match"),
        sqlite_strict=True,
    )
