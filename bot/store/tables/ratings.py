"""Rated games, annulments, early aborts, and the ladders computed from the games."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, literal_column, text

from bot.store.tables.base import (
    BIG,
    COMPUTED,
    DELETED,
    PAST,
    PSEUDONYMIZED,
    due,
    one_of,
    partial_index,
    table,
)

rated_games = table(
    "rated_games",
    # Inserted when a rated match ends, and never changed.
    Column("number", BIG, primary_key=True),
    Column("match", BIG, ForeignKey("matches.id"), nullable=False, unique=True),
    Column("finished_at", BIG, nullable=False, info=PAST),
    Column("kind", Text, nullable=False),
    Column("guild", BIG, nullable=False),
    Column("worldwide", Integer, nullable=False),
    # Whether the match belongs to an event: no choice of opponents, so no sign of farming.
    Column("event", Integer, nullable=False, server_default=text("0")),
    one_of("kind", "duel", "melee", "partners"),
    sqlite_autoincrement=True,
)
WORLDWIDE = rated_games.c.worldwide == literal_column("1")
Index(None, rated_games.c.guild, rated_games.c.finished_at, rated_games.c.match)
partial_index("ix_rated_games_worldwide", WORLDWIDE, rated_games.c.finished_at, rated_games.c.match)

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
    Column("moves", Integer, nullable=False),  # made by the player and not taken back
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
)
Index(None, annulments.c.by)

ladders = table(
    "ladders",
    # The ladder of a guild. While it is being recalculated, a second row exists, which replaces the
    # first at the end. The rows of a discarded ladder are deleted in batches.
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),  # 0: the global ladder
    Column("status", Text, nullable=False),
    # Position in history of the last counted game, for a ladder that is being built
    Column("counted_at", BIG, nullable=False, info=COMPUTED),
    Column("counted_match", BIG, nullable=False),
    # When to continue building or deleting the ladder.
    Column("due_at", BIG, info=due("ladders")),
    one_of("status", "shown", "building", "discarded"),
)
Index(None, ladders.c.guild)
Index(None, ladders.c.due_at)


def _ladder() -> Column[int]:
    return Column("ladder", BIG, ForeignKey("ladders.id"), primary_key=True)


def _player(name: str = "player") -> Column[int]:
    # The pseudonym gets its own rows when the ratings have been recalculated.
    return Column(name, BIG, ForeignKey("players.id"), primary_key=True, info=DELETED)


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
    # The opponents that a player has met in a pool.
    _player(),
    _ladder(),
    Column("kind", Text, primary_key=True),
    _player("opponent"),
)
Index(None, rating_opponents.c.ladder)
Index(None, rating_opponents.c.opponent)

rating_meetings = table(
    "rating_meetings",
    # When two opponents last met, in any pool of the ladder; `player` has the smaller id.
    _player(),
    _ladder(),
    _player("opponent"),
    Column("last_at", BIG, nullable=False, info=COMPUTED),
    Column("times", Text, nullable=False),  # the latest, as JSON
)
Index(None, rating_meetings.c.ladder)
Index(None, rating_meetings.c.opponent)

farming_tallies = table(
    "farming_tallies",
    # Counters of a player's rated games, for signs of rating farming.
    _player(),
    _ladder(),
    # Position in history of the player's last game
    Column("last_at", BIG, nullable=False, info=COMPUTED),
    Column("last_match", BIG, nullable=False),
    Column("lately", Text, nullable=False),  # one digit per recent game: 1 if lost early, else 0
    Column("changes", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("fed", Integer, nullable=False),
)
Index(None, farming_tallies.c.ladder)
