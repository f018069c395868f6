"""Vacations, and how much of them each person has left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "budgets",
        sa.Column("player", BIG, autoincrement=False, nullable=False),
        sa.Column("left", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_budgets_player"),
        sa.PrimaryKeyConstraint("player", name="pk_budgets"),
        sqlite_strict=True,
    )
    op.create_table(
        "vacations",
        sa.Column("id", BIG, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("started", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.CheckConstraint("started <= until", name="span"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_vacations_player"),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sqlite_strict=True,
    )
    op.create_index("ix_vacations_player_until", "vacations", ["player", "until"])
