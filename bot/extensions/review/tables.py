"""Tables of analyses, and of records that players have uploaded."""

from sqlalchemy import Column, ForeignKey, Index, Text

from bot.extension_api.tables import BIG, DELETED, PAST, table

analyses = table(
    "analyses",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("analysis", Text, nullable=False),  # an `engine.analysis.Analysis` as JSON
)

imported_games = table(
    "imported_games",
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("text", Text, nullable=False),  # as engine.record.export_record writes it
    Column("given_at", BIG, nullable=False, info=PAST),
    Column("analysis", Text),  # as in the table `analyses`; NULL: none yet
)
Index(None, imported_games.c.player)
