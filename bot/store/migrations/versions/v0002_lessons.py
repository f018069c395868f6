"""Lesson progress, and hints shown to players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("players", sa.Column("explained", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "progress",
        sa.Column("player", BIG, sa.ForeignKey("players.id", name="fk_progress_player")),
        sa.Column("course", sa.Text, nullable=False),
        sa.Column("lesson", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False, server_default=""),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("player", "course", name="pk_progress"),
        sqlite_strict=True,
    )
