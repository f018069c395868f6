"""Matches may belong to an event, and rated games store whether they did."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("matches", sa.Column("event", sa.Text))
    column = sa.Column("event", sa.Integer, nullable=False, server_default=sa.text("0"))
    op.add_column("rated_games", column)
