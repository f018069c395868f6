"""Matches: moves, clocks, departures, offers, conditional moves, computer moves."""

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

from bot.store.tables.base import (
    BIG,
    COMPUTED,
    DELETED,
    PAST,
    PLANNED,
    PSEUDONYMIZED,
    after,
    due,
    one_of,
    partial_index,
    table,
)

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
    Column("created", BIG, nullable=False, info=PAST),
    Column("moved_at", BIG, nullable=False, info=PAST),
    Column("ended_at", BIG, info=PAST),
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("control", Text, nullable=False, server_default="untimed"),
    # Number of values of `ply` that belong to retracted moves or takebacks; `ply` never decreases.
    Column("retracted_plies", Integer, nullable=False, server_default=text("0")),
    # Number of consecutive quick replies.
    Column("quick_replies", Integer, nullable=False, server_default=text("0")),
    # Number of opening moves, which were taken from another game.
    Column("opening_plies", Integer, nullable=False, server_default=text("0")),
    # Whether the players agreed to hints; a match of one person needs no agreement.
    Column("hints", Integer, nullable=False, server_default=text("0")),
    Column("event", Text),  # label of the event to which the match belongs
    one_of("status", "running", "finished", "aborted"),
    CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
    CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
    CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
    sqlite_autoincrement=True,
)
RUNNING = matches.c.status == literal_column("'running'")
partial_index("ix_matches_running", RUNNING, matches.c.channel)
partial_index("ix_matches_threads", RUNNING, matches.c.thread)
Index(None, matches.c.guild, matches.c.status)

match_seats = table(
    "match_seats",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("bank", BIG, nullable=False, server_default=literal_column("2592000")),  # seconds
    Column("absent_since", BIG, info=PAST),  # when the player was noticed to have left the guild
)
Index(None, match_seats.c.player, match_seats.c.match)

moves = table(
    "moves",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    # NULL for a move not made by a player
    Column("player", BIG, ForeignKey("players.id"), info=PSEUDONYMIZED),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("repetition_hash", BIG, nullable=False),  # of the position before the move
    Column("at", BIG, nullable=False, info=PAST),
    # Seconds that the seat had when the turn started; NULL if unknown.
    Column("bank", BIG),
    one_of("by", "player", "plan", "computer", "pass"),
    CheckConstraint("(player IS NULL) = (by IN ('computer', 'pass'))", name="who"),
)

Index(None, moves.c.player)

match_hints = table(
    "match_hints",
    # Positions in which a player used a hint, in matches between people.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column(
        "repetition_hash", BIG, primary_key=True, autoincrement=False
    ),  # as in the table `moves`
)

departures = table(
    "departures",
    # Players who left a running match, ordered by `number`. `ply` is the match's ply at the time.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
    Column("why", Text, nullable=False),
    Column("group_number", Integer, nullable=False),  # `number` of the first departure in the group
    # Who plays the seat's men now: "computer", "partner", or "asked" while the partner may choose.
    Column("played_by", Text, nullable=False, server_default="computer"),
    Column("partner", Integer),  # the partner's seat; NULL: no choice was offered
    Column("until", BIG, info=after("at")),  # deadline of the choice
    UniqueConstraint("match", "seat", name="uq_departures_match_seat"),
)
LEFT = exists().where(
    departures.c.match == match_seats.c.match, departures.c.seat == match_seats.c.seat
)
"""Condition: the player of a seat has left."""

clocks = table(
    "clocks",
    # One row for each running match. Time zone and quiet hours are those at the start of the turn.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started", BIG, nullable=False, info=PAST),
    Column("bank", BIG, nullable=False),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),  # "22:00-08:00", "" for none
    Column("deadline", BIG, nullable=False, info=due("deadlines") | COMPUTED),
    Column("alarm", Text),  # kind of the next reminder
    Column("alarm_at", BIG, info=due("alarms")),
    Column("nudged", BIG, info=PAST),
    Column("muted", Integer, nullable=False, server_default=literal_column("0")),
    Column(
        "overdue", BIG, info=COMPUTED
    ),  # when the time ran out; the match is then abandoned at `deadline`
    # The last downtime included in deadline and alarm; later ones are still to be credited.
    Column("applied_downtime_id", BIG, nullable=False, server_default=literal_column("0")),
    # JSON to restore the previous turn while its move can be undone; otherwise "".
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
    Column("started", BIG, nullable=False, info=PLANNED),
    Column("until", BIG, nullable=False, info=after("started")),
    Column("why", Text, nullable=False),
    one_of("why", "vacation", "pause", "gift", "unreachable_channel"),
    CheckConstraint("started < until", name="span"),
)
Index(None, clock_stops.c.match, clock_stops.c.seat)

undelivered_boards = table(
    "undelivered_boards",
    # Running matches whose newest board could not be posted.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False, info=PAST),
    Column("notified_ply", Integer),  # last ply announced by direct message
    # NULL: no attempt until something changes.
    Column("retry_at", BIG, info=due("undelivered boards")),
)
Index(None, undelivered_boards.c.retry_at)

downtimes = table(
    "downtimes",
    # When the bot was down for longer than a restart takes. No clock runs in that time.
    Column("id", BIG, primary_key=True),
    Column("started", BIG, nullable=False, info=PAST),
    Column("until", BIG, nullable=False, info=PAST),
    CheckConstraint("started < until", name="span"),
)
Index(None, downtimes.c.until)

heartbeat = table(
    "heartbeat",
    Column("id", Integer, primary_key=True),
    Column("at", BIG, nullable=False, info=due("heartbeat") | PAST),
    CheckConstraint("id = 1", name="one"),
)

takebacks = table(
    "takebacks",
    # The moves from `since` on were retracted, by consent or by an immediate undo. A takeback uses
    # up a ply, so no move has the same one. The moves keep their rows.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
    Column("alone", Integer, nullable=False, server_default=text("0")),  # undone without consent
    CheckConstraint("since < ply", name="since"),
)

offers = table(
    "offers",
    # The open offer of a match.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
    Column("expires_at", BIG, nullable=False, info=due("offers") | after("at")),
    one_of("kind", "draw", "takeback", "pause", "abort", "gift"),
)
Index(None, offers.c.expires_at)

consents = table(
    "consents",
    # The seats that have agreed to the offer, including the one that made it.
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
    # Conditional moves. `ply` is the number of turns when they were stored or last advanced. A set
    # that has ended is kept until its player is notified.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("ply", Integer, nullable=False),
    Column("text", Text, nullable=False),  # as bot.service.conditional_moves.plan_lines writes it
    Column("left_at", BIG, nullable=False, info=PAST),
    Column("ended", Text),  # reason; NULL while active
    # When to notify the player; NULL: never, or done.
    Column("tell_at", BIG, info=due("plans")),
    one_of("ended", "unforeseen", "touched", "impossible", "takeback"),
    CheckConstraint("ended IS NOT NULL OR tell_at IS NULL", name="told"),
)
Index(None, plans.c.player)
Index(None, plans.c.tell_at)

computer_moves = table(
    "computer_moves",
    # Queued computer moves. A row is stale if its match is no longer at `ply`.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("asked_at", BIG, nullable=False, info=PAST),
    # When the next attempt is due, or the end of the lease if the row is claimed.
    Column("due_at", BIG, nullable=False, info=due("computer moves")),
    Column("claimed_at", BIG, info=PAST),
    Column("claimed_by", BIG),  # number of the process
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    # When to announce the delay on the board; NULL: already announced.
    Column("notify_at", BIG, info=due("long searches")),
)
Index(None, computer_moves.c.due_at)
Index(None, computer_moves.c.notify_at)
