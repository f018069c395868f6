"""The first schema."""

from bot.store.migrations.first_schema import matches, messages, players, ratings

revision = "0001"
down_revision = None


def upgrade() -> None:
    players.create()
    matches.create()
    ratings.create()
    messages.create()
