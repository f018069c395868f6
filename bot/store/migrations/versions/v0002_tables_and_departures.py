"""Tables of more than two: who left, who made a move where nobody did; and solitaires."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("challenges", sa.Column("least", sa.Integer()))
    op.add_column("challenge_seats", sa.Column("team", sa.Integer()))
    # SQLite cannot make a column nullable, so the moves go into a new table.
    op.rename_table("moves", "moves_before")
    op.create_table(
        "moves",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.CheckConstraint("by IN ('player', 'plan', 'runner', 'pass')", name="by"),
        sa.CheckConstraint("(player IS NULL) = (by IN ('runner', 'pass'))", name="who"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_moves_match_id"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_moves_player"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_moves"),
        sqlite_strict=True,
    )
    op.execute(
        "INSERT INTO moves (match_id, ply, seat, player, by, text, at) "
        "SELECT match_id, ply, seat, player, 'player', text, at FROM moves_before"
    )
    op.drop_table("moves_before")
    op.create_table(
        "departures",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("together", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_departures_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_departures"),
        sa.UniqueConstraint("match_id", "seat", name="uq_departures_match_id_seat"),
        sqlite_strict=True,
    )
    op.create_table(
        "solitaires",
        sa.Column("id", BIG, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("started", BIG, nullable=False),
        sa.Column("finished_at", BIG),
        sa.Column("turns", sa.Integer()),
        sa.CheckConstraint("turns IS NULL OR finished_at IS NOT NULL", name="turns"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_solitaires_player"),
        sa.PrimaryKeyConstraint("id", name="pk_solitaires"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_solitaires_current",
        "solitaires",
        ["player", "problem"],
        unique=True,
        sqlite_where=sa.text("finished_at IS NULL"),
    )
    op.create_index("ix_solitaires_problem_turns", "solitaires", ["problem", "turns"])
