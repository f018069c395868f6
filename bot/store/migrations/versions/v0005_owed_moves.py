"""Queue of computer moves."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "owed_moves",
        sa.Column("match", BIG, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("asked_at", BIG, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("claimed_at", BIG),
        sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("show_at", BIG),
        sa.PrimaryKeyConstraint("match", name="pk_owed_moves"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_owed_moves_match"),
        sqlite_strict=True,
    )
    op.create_index("ix_owed_moves_due_at", "owed_moves", ["due_at"])
    op.create_index("ix_owed_moves_show_at", "owed_moves", ["show_at"])
