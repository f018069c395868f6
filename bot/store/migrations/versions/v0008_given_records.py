"""Game records that players upload."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "given_records",
        sa.Column("id", BIG, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("given_at", BIG, nullable=False),
        sa.Column("analysis", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_given_records"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_given_records_player"),
        sqlite_strict=True,
    )
    op.create_index("ix_given_records_player", "given_records", ["player"])
