"""Games: the match and its moves, its clocks, who left it; and the games of one person."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

from bot.store.tables.base import BIG, metadata, one_of

matches = Table(
    "matches",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("variant", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("turn", Integer),
    Column("position", Text, nullable=False),
    Column("outcome", Text),
    Column("guild", BIG),
    Column("channel", BIG, nullable=False),
    Column("thread", BIG),
    Column("created", BIG, nullable=False),
    Column("moved_at", BIG, nullable=False),
    Column("ended_at", BIG),
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("control", Text, nullable=False, server_default="untimed"),
    # `ply` counts what happened and never goes back: so many of it are turns that were taken back, and
    # takebacks.
    Column("undone", Integer, nullable=False, server_default=text("0")),
    Column("prompt", Integer, nullable=False, server_default=text("0")),  # turns answered at once
    Column("given", Integer, nullable=False, server_default=text("0")),  # moves of another game
    one_of("status", "running", "finished", "aborted"),
    CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
    CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
    CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
RUNNING = matches.c.status == literal_column("'running'")
Index("ix_matches_running", matches.c.channel, sqlite_where=RUNNING, postgresql_where=RUNNING)
Index("ix_matches_threads", matches.c.thread, sqlite_where=RUNNING, postgresql_where=RUNNING)
Index(None, matches.c.guild, matches.c.status)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("bank", BIG, nullable=False, server_default=literal_column("2592000")),  # seconds
    Column("absent_since", BIG),  # when they were found not to be in the server
    sqlite_strict=True,
)
Index(None, match_seats.c.player, match_seats.c.match)

moves = Table(
    "moves",
    metadata,
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("player", BIG, ForeignKey("players.id")),  # NULL where nobody made it
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("mark", BIG, nullable=False),  # checksum of the cells before it: to find repetitions
    Column("at", BIG, nullable=False),
    Column(
        "bank", BIG
    ),  # the seconds that the seat had when this turn began; NULL: not written down
    one_of("by", "player", "plan", "runner", "pass"),
    CheckConstraint("(player IS NULL) = (by IN ('runner', 'pass'))", name="who"),
    sqlite_strict=True,
)

Index(None, moves.c.player)

departures = Table(
    "departures",
    metadata,
    # Who left a match that went on: in the order of `number`, each when `ply` turns had been made.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("why", Text, nullable=False),
    Column("together", Integer, nullable=False),  # the number of the first who left with them
    # Who plays on with the men: "runner" (the computer), "partner", or the partner is "asked".
    Column("hands", Text, nullable=False, server_default="runner"),
    Column("partner", Integer),  # the seat that was asked; NULL: nobody was
    Column("until", BIG),  # when the answer is due
    UniqueConstraint("match", "seat", name="uq_departures_match_seat"),
    sqlite_strict=True,
)

clocks = Table(
    "clocks",
    metadata,
    # One row for each running match. Zone and quiet hours are those of the player when it began.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started", BIG, nullable=False),
    Column("bank", BIG, nullable=False),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),  # "22:00-08:00", "" for none
    Column("deadline", BIG, nullable=False),
    Column("alarm", Text),  # what the player is reminded of next: a kind, and when
    Column("alarm_at", BIG),
    Column("nudged", BIG),
    Column("muted", Integer, nullable=False, server_default=literal_column("0")),
    Column("overdue", BIG),  # since when an opponent may claim; `deadline` is when nobody has, then
    # The last outage that deadline and alarm are worked out with: those after it are still to come.
    Column("outage", BIG, nullable=False, server_default=literal_column("0")),
    # How the turn before it stood, as JSON, while its move can be undone; "" where it cannot.
    Column("before", Text, nullable=False, server_default=""),
    sqlite_strict=True,
)
Index(None, clocks.c.deadline)
Index(None, clocks.c.alarm_at)
Index(None, clocks.c.outage)

stops = Table(
    "stops",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match", BIG, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    Column("why", Text, nullable=False),
    one_of("why", "vacation", "pause", "gift", "place"),
    CheckConstraint("started < until", name="span"),
    sqlite_strict=True,
)
Index(None, stops.c.match, stops.c.seat)

analyses = Table(
    "analyses",
    metadata,
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("analysis", Text, nullable=False),  # an `engine.analysis.Analysis` as JSON
    sqlite_strict=True,
)

given_records = Table(
    "given_records",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("text", Text, nullable=False),  # as engine.record.export writes it
    Column("given_at", BIG, nullable=False),
    Column("analysis", Text),  # as in `analyses`; NULL: not made
    sqlite_strict=True,
)
Index(None, given_records.c.player)

unposted = Table(
    "unposted",
    metadata,
    # The running matches whose newest board is not where it should be.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
    Column("told", Integer),  # the ply of which the player to move was last told by direct message
    Column("again_at", BIG),  # when to try again; NULL: not until something changes
    sqlite_strict=True,
)
Index(None, unposted.c.again_at)

outages = Table(
    "outages",
    metadata,
    # When the bot was away for longer than a restart takes: no clock ran then.
    Column("id", BIG, primary_key=True),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    CheckConstraint("started < until", name="span"),
    sqlite_strict=True,
)
Index(None, outages.c.until)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BIG, nullable=False),
    CheckConstraint("id = 1", name="one"),
    sqlite_strict=True,
)
