"""Table of players' progress in the lessons."""

from sqlalchemy import Column, ForeignKey, Integer, Text

from bot.extension_api.tables import BIG, DELETED, PAST, table

lesson_progress = table(
    "lesson_progress",
    # The player's current lesson in each course that they have started but not finished.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("course", Text, primary_key=True),
    Column("lesson", Integer, nullable=False),
    Column("position", Text, nullable=False, server_default=""),  # in a race; "" if there is none
    Column("at", BIG, nullable=False, info=PAST),
)
