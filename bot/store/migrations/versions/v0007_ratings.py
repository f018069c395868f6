"""Rated games and what strikes them out; what a server's owner chooses, and who chose it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for table in ("challenges", "matches"):
        op.add_column(
            table, sa.Column("rated", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )
    op.add_column(
        "players",
        sa.Column("worldwide", sa.Integer(), nullable=False, server_default=sa.text("0")),
    )
    op.create_table(
        "rated_games",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("finished_at", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("worldwide", sa.Integer(), nullable=False),
        sa.Column("half", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('duel', 'melee', 'partners')", name="kind"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rated_games_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_rated_games"),
        sqlite_strict=True,
    )
    op.create_index("ix_rated_games_guild", "rated_games", ["guild"])
    op.create_table(
        "rated_seats",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("excused", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["rated_games.match_id"], name="fk_rated_seats_match_id"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rated_seats_player"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_rated_seats"),
        sqlite_strict=True,
    )
    op.create_index("ix_rated_seats_player", "rated_seats", ["player"])
    op.create_table(
        "annulments",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("by", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["rated_games.match_id"], name="fk_annulments_match_id"
        ),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name="fk_annulments_by"),
        sa.PrimaryKeyConstraint("match_id", name="pk_annulments"),
        sqlite_strict=True,
    )
    op.create_table(
        "servers",
        sa.Column("guild", BIG, nullable=False),
        sa.Column("setting", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "setting", name="pk_servers"),
        sqlite_strict=True,
    )
    op.create_table(
        "audit",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("by", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name="fk_audit_by"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_strict=True,
    )
    op.create_index("ix_audit_guild", "audit", ["guild"])
