"""All rated games have their whole weight: no game was ever given half of it."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.drop_column("rated_games", "half")
