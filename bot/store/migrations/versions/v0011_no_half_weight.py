"""Drop the half-weight flag of rated games, which was never set."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.drop_column("rated_games", "half")
