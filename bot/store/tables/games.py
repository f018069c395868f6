"""Games: the match and its moves, its clocks, who left it; what is agreed, planned and owed in it."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    exists,
    literal_column,
    text,
)

from bot.store.tables.base import BIG, one_of, table

matches = table(
    "matches",
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
    Column("retracted_plies", Integer, nullable=False, server_default=text("0")),
    Column(
        "quick_replies", Integer, nullable=False, server_default=text("0")
    ),  # turns answered at once
    Column(
        "opening_plies", Integer, nullable=False, server_default=text("0")
    ),  # moves of another game
    one_of("status", "running", "finished", "aborted"),
    CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
    CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
    CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
    sqlite_autoincrement=True,
)
RUNNING = matches.c.status == literal_column("'running'")
Index("ix_matches_running", matches.c.channel, sqlite_where=RUNNING, postgresql_where=RUNNING)
Index("ix_matches_threads", matches.c.thread, sqlite_where=RUNNING, postgresql_where=RUNNING)
Index(None, matches.c.guild, matches.c.status)

match_seats = table(
    "match_seats",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("bank", BIG, nullable=False, server_default=literal_column("2592000")),  # seconds
    Column("absent_since", BIG),  # when they were found not to be in the server
)
Index(None, match_seats.c.player, match_seats.c.match)

moves = table(
    "moves",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("player", BIG, ForeignKey("players.id")),  # NULL where nobody made it
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column(
        "repetition_hash", BIG, nullable=False
    ),  # checksum of the cells before it: to find repetitions
    Column("at", BIG, nullable=False),
    Column(
        "bank", BIG
    ),  # the seconds that the seat had when this turn began; NULL: not written down
    one_of("by", "player", "plan", "computer", "pass"),
    CheckConstraint("(player IS NULL) = (by IN ('computer', 'pass'))", name="who"),
)

Index(None, moves.c.player)

departures = table(
    "departures",
    # Who left a match that went on: in the order of `number`, each when `ply` turns had been made.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("why", Text, nullable=False),
    Column("group_number", Integer, nullable=False),  # the number of the first who left with them
    # Who plays on with the men: "computer", "partner", or the partner is "asked".
    Column("played_by", Text, nullable=False, server_default="computer"),
    Column("partner", Integer),  # the seat that was asked; NULL: nobody was
    Column("until", BIG),  # when the answer is due
    UniqueConstraint("match", "seat", name="uq_departures_match_seat"),
)
LEFT = exists().where(
    departures.c.match == match_seats.c.match, departures.c.seat == match_seats.c.seat
)
"""Of a seat: its player has left."""

clocks = table(
    "clocks",
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
    Column("applied_downtime_id", BIG, nullable=False, server_default=literal_column("0")),
    # How the turn before it stood, as JSON, while its move can be undone; "" where it cannot.
    Column("undo_state", Text, nullable=False, server_default=""),
)
Index(None, clocks.c.deadline)
Index(None, clocks.c.alarm_at)
Index(None, clocks.c.applied_downtime_id)

clock_stops = table(
    "clock_stops",
    Column("id", BIG, primary_key=True),
    Column("match", BIG, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    Column("why", Text, nullable=False),
    one_of("why", "vacation", "pause", "gift", "unreachable_channel"),
    CheckConstraint("started < until", name="span"),
)
Index(None, clock_stops.c.match, clock_stops.c.seat)

analyses = table(
    "analyses",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("analysis", Text, nullable=False),  # an `engine.analysis.Analysis` as JSON
)

imported_games = table(
    "imported_games",
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("text", Text, nullable=False),  # as engine.record.export writes it
    Column("given_at", BIG, nullable=False),
    Column("analysis", Text),  # as in `analyses`; NULL: not made
)
Index(None, imported_games.c.player)

undelivered_boards = table(
    "undelivered_boards",
    # The running matches whose newest board is not where it should be.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
    Column(
        "notified_ply", Integer
    ),  # the ply of which the player to move was last told by direct message
    Column("retry_at", BIG),  # when to try again; NULL: not until something changes
)
Index(None, undelivered_boards.c.retry_at)

downtimes = table(
    "downtimes",
    # When the bot was away for longer than a restart takes: no clock ran then.
    Column("id", BIG, primary_key=True),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    CheckConstraint("started < until", name="span"),
)
Index(None, downtimes.c.until)

heartbeat = table(
    "heartbeat",
    Column("id", Integer, primary_key=True),
    Column("at", BIG, nullable=False),
    CheckConstraint("id = 1", name="one"),
)

takebacks = table(
    "takebacks",
    # By everybody's consent, or undone at once, what was played since `since` counts no more: this
    # happened at `ply`, a number that no move has. The moves stay in their table.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("alone", Integer, nullable=False, server_default=text("0")),  # undone, nobody was asked
    CheckConstraint("since < ply", name="since"),
)

offers = table(
    "offers",
    # The one thing in a match that a seat wishes and all must agree to.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("expires_at", BIG, nullable=False),
    one_of("kind", "draw", "takeback", "pause", "abort", "gift"),
)
Index(None, offers.c.expires_at)

consents = table(
    "consents",
    # The seats that agree to it, the asker's among them.
    Column("match", BIG, ForeignKey("offers.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)

rematches = table(
    "rematches",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("challenge", BIG, ForeignKey("challenges.id"), nullable=False),
)
Index(None, rematches.c.challenge)

plans = table(
    "plans",
    # Left (or come this far) when `ply` turns had been made. One that has ended waits to be told of.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("text", Text, nullable=False),  # as bot.service.conditional_moves.parser writes it
    Column("left_at", BIG, nullable=False),
    Column("ended", Text),  # why; NULL while it stands
    Column("tell_at", BIG),  # when to tell of its end by direct message; NULL: not, or done
    one_of("ended", "unforeseen", "touched", "impossible", "takeback"),
    CheckConstraint("ended IS NOT NULL OR tell_at IS NULL", name="told"),
)
Index(None, plans.c.player)
Index(None, plans.c.tell_at)

computer_moves = table(
    "computer_moves",
    # The computer is to move in this match, or was at `ply`: then the row is out of date.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("asked_at", BIG, nullable=False),
    Column("due_at", BIG, nullable=False),  # when to ask (again); of a claimed one, when it is late
    Column("claimed_at", BIG),
    Column("claimed_by", BIG),  # by the process that has this number
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("notify_at", BIG),  # when the board says that the computer thinks; NULL: it has
)
Index(None, computer_moves.c.due_at)
Index(None, computer_moves.c.notify_at)
