"""The first schema."""

from __future__ import annotations

from bot.store.migrations.first import games, meeting, people

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    people.create()
    games.create()
    meeting.create()
