"""Matches that start with opening moves from another game."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    opening = sa.Column("opening", sa.Text, nullable=False, server_default="[]")
    op.add_column("challenges", opening)
    given = sa.Column("given", sa.Integer, nullable=False, server_default=sa.text("0"))
    op.add_column("matches", given)
