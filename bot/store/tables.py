"""The tables. Ids of people, guilds, channels and messages are Discord's, the others our own.

    players --< blocks, erasures            whom one will not play; who wants to be forgotten
    players --- settings, budgets
            --< vacations
    challenges --< challenge_seats          one row for each place at the table
    matches --< match_seats
            --< moves, departures, takebacks  the truth; the position in `matches` is a snapshot
            --- offers --< consents         what somebody wishes that all agree to, and who does
            --- rematches                   the challenge to play it again
            --- clocks                      the turn that runs, and when it is lost
            --< stops                       when a seat's clock stood (or will stand) still
    heartbeat                               one row: when the bot was last alive
    solitaires                              games of one person
    rated_games --< rated_seats             what the ratings are made of
                --- annulments              the games that count no more
    servers, audit                          what a server's owner has chosen, and who changed what
    interactions                            what each interaction did, for a day
    outbox --> posts                        what must be told; the messages that came of it

Times are UTC in whole seconds. SQLite uses an index on some of the rows only where a query says which
in the same words, as literals: hence RUNNING, OPEN, OWED and SETTLED.

The migrations make these tables; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    CursorResult,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
    literal_column,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite's INTEGER holds 64 bits, and only a column of exactly that name may number its own rows.
BIG = BigInteger().with_variant(Integer, "sqlite")


def _one_of(column: str, *words: str) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


players = Table(
    "players",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("locale", Text),
    Column("created", BIG, nullable=False),
    Column("seen_at", BIG, nullable=False, server_default=text("0")),  # no finer than a day
    Column("worldwide", Integer, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)
Index(None, players.c.seen_at)

blocks = Table(
    "blocks",
    metadata,
    # `player` will not sit at a table with `blocked`.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True),
    Column("blocked", BIG, ForeignKey("players.id"), primary_key=True),
    Column("at", BIG, nullable=False),
    sqlite_strict=True,
)
Index(None, blocks.c.blocked)

erasures = Table(
    "erasures",
    metadata,
    # Who has asked to be forgotten, and when that happens.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("asked_at", BIG, nullable=False),
    Column("due_at", BIG, nullable=False),
    sqlite_strict=True,
)
Index(None, erasures.c.due_at)

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
    _one_of("status", "running", "finished", "aborted"),
    CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
    CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
    CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
RUNNING = matches.c.status == literal_column("'running'")
Index("ix_matches_running", matches.c.channel, sqlite_where=RUNNING)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("bank", BIG, nullable=False, server_default=literal_column("2592000")),  # seconds
    sqlite_strict=True,
)
Index(None, match_seats.c.player, match_seats.c.match_id)

moves = Table(
    "moves",
    metadata,
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("player", BIG, ForeignKey("players.id")),  # NULL where nobody made it
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BIG, nullable=False),
    Column(
        "bank", BIG
    ),  # the seconds that the seat had when this turn began; NULL: not written down
    _one_of("by", "player", "plan", "runner", "pass"),
    CheckConstraint("(player IS NULL) = (by IN ('runner', 'pass'))", name="who"),
    sqlite_strict=True,
)

departures = Table(
    "departures",
    metadata,
    # Who left a match that went on: in the order of `number`, each when `ply` turns had been made.
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("why", Text, nullable=False),
    Column("together", Integer, nullable=False),  # the number of the first who left with him
    UniqueConstraint("match_id", "seat", name="uq_departures_match_id_seat"),
    sqlite_strict=True,
)

takebacks = Table(
    "takebacks",
    metadata,
    # By everybody's consent what was played since `since` counts no more: this happened at `ply`, a
    # number that no move has. The moves stay in their table.
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    CheckConstraint("since < ply", name="since"),
    sqlite_strict=True,
)

offers = Table(
    "offers",
    metadata,
    # The one thing in a match that a seat wishes and all must agree to.
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BIG, nullable=False),
    Column("expires_at", BIG, nullable=False),
    _one_of("kind", "draw", "takeback", "pause", "abort"),
    sqlite_strict=True,
)
Index(None, offers.c.expires_at)

consents = Table(
    "consents",
    metadata,
    # The seats that agree to it, the asker's among them.
    Column("match_id", BIG, ForeignKey("offers.match_id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    sqlite_strict=True,
)

clocks = Table(
    "clocks",
    metadata,
    # One row for each running match. Zone and quiet hours are those of the player when it began.
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
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
    sqlite_strict=True,
)
Index(None, clocks.c.deadline)
Index(None, clocks.c.alarm_at)

settings = Table(
    "settings",
    metadata,
    # Only of those who have changed something.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),  # "22:00-08:00", "" for none
    Column("remind", Text, nullable=False),
    Column("reminded", BIG),  # when last told of halves and four fifths
    Column("refused", Integer, nullable=False),  # a direct message was, and he does not know it yet
    _one_of("remind", "channel", "dm", "none"),
    sqlite_strict=True,
)

budgets = Table(
    "budgets",
    metadata,
    # How much vacation a person had left at a moment; of those who ever took one.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("left", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    sqlite_strict=True,
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    CheckConstraint("started <= until", name="span"),
    sqlite_strict=True,
)
Index(None, vacations.c.player, vacations.c.until)

stops = Table(
    "stops",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match_id", BIG, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    Column("why", Text, nullable=False),
    _one_of("why", "outage", "vacation", "pause", "gift"),
    CheckConstraint("started < until", name="span"),
    sqlite_strict=True,
)
Index(None, stops.c.match_id, stops.c.seat)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BIG, nullable=False),
    CheckConstraint("id = 1", name="one"),
    sqlite_strict=True,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("challenger", BIG, ForeignKey("players.id"), nullable=False),
    Column("variant", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("guild", BIG),
    Column("channel", BIG, nullable=False),
    Column("match_id", BIG, ForeignKey("matches.id")),
    Column("created", BIG, nullable=False),
    Column("expires_at", BIG, nullable=False),
    Column("answered_at", BIG),
    Column("answered_by", BIG, ForeignKey("players.id")),
    Column("least", Integer),  # NULL: it begins when every place is taken
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("control", Text, nullable=False, server_default="untimed"),
    _one_of("side", "first", "second", "random"),
    _one_of("status", "open", "accepted", "declined", "cancelled", "expired"),
    CheckConstraint("(status = 'accepted') = (match_id IS NOT NULL)", name="match"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
OPEN = challenges.c.status == literal_column("'open'")
Index("ix_challenges_open", challenges.c.expires_at, sqlite_where=OPEN)

challenge_seats = Table(
    "challenge_seats",
    metadata,
    Column("challenge_id", BIG, ForeignKey("challenges.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id")),  # NULL: open to anyone
    Column("seat", Integer),  # NULL: by lot
    Column("joined", Integer, nullable=False),
    Column("team", Integer),  # NULL: by lot
    CheckConstraint("joined IN (0, 1)", name="joined"),
    CheckConstraint("joined = 0 OR player IS NOT NULL", name="who"),
    sqlite_strict=True,
)
Index(None, challenge_seats.c.player)

rematches = Table(
    "rematches",
    metadata,
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("challenge_id", BIG, ForeignKey("challenges.id"), nullable=False),
    sqlite_strict=True,
)
Index(None, rematches.c.challenge_id)

solitaires = Table(
    "solitaires",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("problem", Text, nullable=False),
    Column("moves", Text, nullable=False),  # as engine.solitaire.dump writes them
    Column("started", BIG, nullable=False),
    Column("finished_at", BIG),
    Column("turns", Integer),  # how many solved it; NULL: under way or given up
    CheckConstraint("turns IS NULL OR finished_at IS NOT NULL", name="turns"),
    sqlite_strict=True,
)
UNDER_WAY = solitaires.c.finished_at.is_(None)
Index(
    "ix_solitaires_current",
    solitaires.c.player,
    solitaires.c.problem,
    unique=True,
    sqlite_where=UNDER_WAY,
)
Index(None, solitaires.c.problem, solitaires.c.turns)

rated_games = Table(
    "rated_games",
    metadata,
    # Written when a rated match ends, and never changed.
    Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("finished_at", BIG, nullable=False),
    Column("kind", Text, nullable=False),
    Column("guild", BIG, nullable=False),
    Column("worldwide", Integer, nullable=False),
    Column("half", Integer, nullable=False),
    _one_of("kind", "duel", "melee", "partners"),
    sqlite_strict=True,
)
Index(None, rated_games.c.guild)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("match_id", BIG, ForeignKey("rated_games.match_id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("excused", Text, nullable=False),  # sides, as JSON
    sqlite_strict=True,
)
Index(None, rated_seats.c.player)

annulments = Table(
    "annulments",
    metadata,
    Column(
        "match_id", BIG, ForeignKey("rated_games.match_id"), primary_key=True, autoincrement=False
    ),
    Column("by", BIG, ForeignKey("players.id"), nullable=False),
    Column("at", BIG, nullable=False),
    sqlite_strict=True,
)

servers = Table(
    "servers",
    metadata,
    # What is not here is as `bot.service.servers` has it from the start.
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("setting", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)

audit = Table(
    "audit",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),
    Column("by", BIG, ForeignKey("players.id"), nullable=False),
    Column("at", BIG, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    sqlite_strict=True,
)
Index(None, audit.c.guild)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("match_id", BIG, ForeignKey("matches.id")),
    Column("challenge_id", BIG, ForeignKey("challenges.id")),
    Column("ply", Integer),
    Column("at", BIG, nullable=False),
    sqlite_strict=True,
)
Index(None, interactions.c.at)

outbox = Table(
    "outbox",
    metadata,
    # owed -> sent | failed (for good, until somebody asks again) | dropped (no longer true)
    Column("id", BIG, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("channel", BIG),
    Column("user_id", BIG),
    Column("match_id", BIG, ForeignKey("matches.id")),
    Column("ply", Integer),
    Column("challenge_id", BIG, ForeignKey("challenges.id")),
    Column("payload", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("created", BIG, nullable=False),
    Column("due_at", BIG, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_at", BIG),  # being sent since
    Column("error", Text),
    Column("settled_at", BIG),
    _one_of("state", "owed", "sent", "failed", "dropped"),
    CheckConstraint("(channel IS NULL) <> (user_id IS NULL)", name="to"),
    CheckConstraint("(state = 'owed') = (settled_at IS NULL)", name="settled"),
    sqlite_strict=True,
    sqlite_autoincrement=True,  # an id is never used twice: the nonce is made of it
)
OWED = outbox.c.state == literal_column("'owed'")
SETTLED = outbox.c.state != literal_column("'owed'")
PLACE = func.coalesce(outbox.c.channel, outbox.c.user_id)
Index("ix_outbox_owed", outbox.c.due_at, sqlite_where=OWED)
Index("ix_outbox_place", PLACE, outbox.c.id, sqlite_where=OWED)
Index("ix_outbox_settled", outbox.c.settled_at, sqlite_where=SETTLED)
Index(None, outbox.c.match_id)
Index(None, outbox.c.challenge_id)

posts = Table(
    "posts",
    metadata,
    Column("message", BIG, primary_key=True, autoincrement=False),
    Column("channel", BIG, nullable=False),
    Column("match_id", BIG, ForeignKey("matches.id")),
    Column("ply", Integer),
    Column("challenge_id", BIG, ForeignKey("challenges.id")),
    Column("live", Integer, nullable=False),  # bears a match's buttons
    Column("at", BIG, nullable=False),
    CheckConstraint("(match_id IS NULL) <> (challenge_id IS NULL)", name="of"),
    CheckConstraint("live IN (0, 1)", name="live"),
    sqlite_strict=True,
)
Index(None, posts.c.match_id, posts.c.ply)
Index(None, posts.c.challenge_id)


def made_id(made: CursorResult[tuple[()]]) -> int:
    """The number that the database gave to the row just inserted."""
    key = made.inserted_primary_key
    assert key is not None
    return int(key[0])
