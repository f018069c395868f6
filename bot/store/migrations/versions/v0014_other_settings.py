"""Add a column for player settings that do not need a separate column."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    with op.batch_alter_table("settings", table_kwargs={"sqlite_strict": True}) as settings:
        settings.add_column(sa.Column("others", sa.Text, nullable=False, server_default="{}"))
