"""Rated games, annulments, early aborts, and the ladders that count the games."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, literal_column, text

from bot.store.tables.base import (
    BIG,
    COMPUTED,
    PAST,
    PSEUDONYMIZED,
    one_of,
    partial_index,
    table,
)

rated_games = table(
    "rated_games",
    # Inserted when a rated match ends, and never changed.
    # Position in the sequence of rated games and annulments
    Column("number", BIG, primary_key=True),
    Column("match", BIG, ForeignKey("matches.id"), nullable=False, unique=True),
    # Never corrected if the clock was wrong, because the game was counted at this time
    Column("finished_at", BIG, nullable=False, info=COMPUTED),
    Column("kind", Text, nullable=False),
    Column("guild", BIG, nullable=False),
    Column("worldwide", Integer, nullable=False),
    # Whether the match belongs to an event: the players did not choose each other.
    Column("event", Integer, nullable=False, server_default=text("0")),
    one_of("kind", "duel", "melee", "partners"),
    sqlite_autoincrement=True,
)
WORLDWIDE = rated_games.c.worldwide == literal_column("1")
Index(None, rated_games.c.guild, rated_games.c.number)
partial_index("ix_rated_games_worldwide", WORLDWIDE, rated_games.c.number)

rated_seats = table(
    "rated_seats",
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("excused", Text, nullable=False),  # sides, as JSON
)
Index(None, rated_seats.c.player)

aborts = table(
    "aborts",
    # The seat that caused a match to end before every seat had moved.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
    one_of("why", "requested", "no-show"),
)

annulments = table(
    "annulments",
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True, autoincrement=False),
    Column("by", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("at", BIG, nullable=False, info=PAST),
    # Position in the sequence of rated games and annulments. 0 if the game left no trace in the
    # ratings: before schema 0020, they were computed again without it.
    Column("number", BIG, nullable=False, server_default=text("0")),
)
Index(None, annulments.c.by)
Index(None, annulments.c.number)

ladders = table(
    "ladders",
    # The ladder of a guild, in which its rated games are counted.
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),  # 0: the global ladder
)
Index(None, ladders.c.guild, unique=True)


def _ladder() -> Column[int]:
    return Column("ladder", BIG, ForeignKey("ladders.id"), primary_key=True)


def _player(name: str = "player") -> Column[int]:
    return Column(name, BIG, ForeignKey("players.id"), primary_key=True, info=PSEUDONYMIZED)


ratings = table(
    "ratings",
    # A player's rating in a pool. `points` is in hundredths of a point.
    _player(),
    _ladder(),
    Column("kind", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last_at", BIG, nullable=False, info=COMPUTED),
    Column("returning_games", Integer, nullable=False),
)
Index("ix_ratings_points", ratings.c.ladder, ratings.c.kind, ratings.c.points.desc(), "player")

rating_changes = table(
    "rating_changes",
    # The effect of a rated game on a player's rating.
    _ladder(),
    Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True),
    _player(),
    Column("kind", Text, nullable=False),
    Column("finished_at", BIG, nullable=False, info=COMPUTED),
    Column("points_before", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games_before", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("refunded", Integer),  # what the game's annulment added to the points
)
Index(
    "ix_rating_changes_history",
    rating_changes.c.player,
    rating_changes.c.ladder,
    rating_changes.c.finished_at,
    rating_changes.c.match,
)
Index(None, rating_changes.c.match)

rating_opponents = table(
    "rating_opponents",
    # The opponents that a player has met in a pool, and in how many games that count.
    _player(),
    _ladder(),
    Column("kind", Text, primary_key=True),
    _player("opponent"),
    Column("games", Integer, nullable=False),
)
Index(None, rating_opponents.c.ladder)
Index(None, rating_opponents.c.opponent)
