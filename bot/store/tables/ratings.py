"""Rated games, annulments, early aborts, and the revisions of ladders."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, literal_column

from bot.store.tables.base import BIG, one_of, table

rated_games = table(
    "rated_games",
    # Inserted when a rated match ends, and never changed.
    Column("number", BIG, primary_key=True),
    Column("match", BIG, ForeignKey("matches.id"), nullable=False, unique=True),
    Column("finished_at", BIG, nullable=False),
    Column("kind", Text, nullable=False),
    Column("guild", BIG, nullable=False),
    Column("worldwide", Integer, nullable=False),
    one_of("kind", "duel", "melee", "partners"),
    sqlite_autoincrement=True,
)
WORLDWIDE = rated_games.c.worldwide == literal_column("1")
Index(None, rated_games.c.guild, rated_games.c.number)
Index(None, rated_games.c.guild, rated_games.c.finished_at, rated_games.c.match)
Index(
    "ix_rated_games_worldwide",
    rated_games.c.finished_at,
    rated_games.c.match,
    sqlite_where=WORLDWIDE,
    postgresql_where=WORLDWIDE,
)
Index(
    "ix_rated_games_worldwide_number",
    rated_games.c.number,
    sqlite_where=WORLDWIDE,
    postgresql_where=WORLDWIDE,
)

ladders = table(
    "ladders",
    # Increases when a counted game is annulled, or a player in it is erased.
    Column("guild", BIG, primary_key=True, autoincrement=False),  # 0: the global ladder
    Column("revision", BIG, nullable=False),
)

rated_seats = table(
    "rated_seats",
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("excused", Text, nullable=False),  # sides, as JSON
    Column("moves", Integer, nullable=False),  # moves by the player, not taken back
)
Index(None, rated_seats.c.player)

aborts = table(
    "aborts",
    # The seat that caused a match to end before every seat had moved.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BIG, nullable=False),
    one_of("why", "requested", "no-show"),
)

annulments = table(
    "annulments",
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True, autoincrement=False),
    Column("by", BIG, ForeignKey("players.id"), nullable=False),
    Column("at", BIG, nullable=False),
)
Index(None, annulments.c.by)
