"""Store the user names of players, for pictures that lack their letters."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    column = sa.Column("user_name", sa.Text, nullable=False, server_default="")
    op.add_column("players", column)
