"""Whom one will not play, who wants to be forgotten, and when somebody was last seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("players", sa.Column("seen_at", BIG, nullable=False, server_default=sa.text("0")))
    # Nobody counts as idle because of the time before it was written down.
    op.execute("UPDATE players SET seen_at = CAST(strftime('%s', 'now') AS INTEGER)")
    op.create_index("ix_players_seen_at", "players", ["seen_at"])
    op.create_table(
        "blocks",
        sa.Column("player", BIG, nullable=False),
        sa.Column("blocked", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_blocks_player"),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name="fk_blocks_blocked"),
        sa.PrimaryKeyConstraint("player", "blocked", name="pk_blocks"),
        sqlite_strict=True,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "erasures",
        sa.Column("player", BIG, nullable=False),
        sa.Column("asked_at", BIG, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_erasures_player"),
        sa.PrimaryKeyConstraint("player", name="pk_erasures"),
        sqlite_strict=True,
    )
    op.create_index("ix_erasures_due_at", "erasures", ["due_at"])
