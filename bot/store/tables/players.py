"""People: who they are, what they have chosen, and whom they will not meet."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Text,
    literal_column,
    text,
)

from bot.store.tables.base import BIG, one_of, table

players = table(
    "players",
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("locale", Text),
    Column("created", BIG, nullable=False),
    Column("seen_at", BIG, nullable=False, server_default=text("0")),  # no finer than a day
    Column("seen_hints", Text, nullable=False, server_default=""),  # "panel plan": what was, once
    Column("global_rating", Integer, nullable=False, server_default=text("0")),
)
Index(None, players.c.seen_at)

settings = table(
    "settings",
    # Only of those who have changed something.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),  # "22:00-08:00", "" for none
    Column("remind", Text, nullable=False),
    Column("reminded", BIG),  # when last told of halves and four fifths
    Column(
        "dm_blocked", Integer, nullable=False
    ),  # a direct message was, and they do not know it yet
    Column("vacation", Integer, nullable=False, server_default=text("1")),  # taken by itself
    Column("digest", Integer),  # at which minute of their day; NULL: none is wanted
    Column("digest_at", BIG),  # when the next one is due
    Column("digested", BIG),  # when the last one was
    Column(
        "board_side", Text, nullable=False, server_default="first"
    ),  # from which a board is seen
    Column(
        "confirm_typed", Integer, nullable=False, server_default=text("0")
    ),  # ask before typed moves
    Column(
        "confirm_taps", Integer, nullable=False, server_default=text("1")
    ),  # ask before tapped moves
    Column("show_name", Integer, nullable=False, server_default=text("0")),  # in tables of problems
    Column(
        "share_positions", Integer, nullable=False, server_default=text("0")
    ),  # positions for problems
    one_of("remind", "channel", "dm", "none"),
    Column("theme", Text, nullable=False, server_default="posts"),  # of boards they alone see
    one_of("board_side", "first", "mine"),
    one_of("theme", "posts", "wood", "dark", "contrast", "colourblind", "print"),
)
Index(None, settings.c.digest_at)

vacation_budgets = table(
    "vacation_budgets",
    # How much vacation a person had left at a moment; of those who ever took one.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("left", BIG, nullable=False),
    Column("at", BIG, nullable=False),
)

vacations = table(
    "vacations",
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False),
    Column("started", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    CheckConstraint("started <= until", name="span"),
)
Index(None, vacations.c.player, vacations.c.until)

blocks = table(
    "blocks",
    # `player` will not sit at a table with `blocked`.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True),
    Column("blocked", BIG, ForeignKey("players.id"), primary_key=True),
    Column("at", BIG, nullable=False),
)
Index(None, blocks.c.blocked)

pings = table(
    "pings",
    # When `by` last called `player` other than by a turn; later than now: by a nudge that waits.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True),
    Column("by", BIG, ForeignKey("players.id"), primary_key=True),
    Column("at", BIG, nullable=False),
    Column("outbox_id", BIG),  # of the outbox, which may be tried again; NULL: a nudge
)
Index(None, pings.c.by)
Index(None, pings.c.at)

lesson_progress = table(
    "lesson_progress",
    # How far a person has come in a course of lessons; of those who are in the middle of one.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True),
    Column("course", Text, primary_key=True),
    Column("lesson", Integer, nullable=False),
    Column("position", Text, nullable=False, server_default=""),  # of a race that is being played
    Column("at", BIG, nullable=False),
)

erasures = table(
    "erasures",
    # Who has asked to be forgotten, and when that happens.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("asked_at", BIG, nullable=False),
    Column("due_at", BIG, nullable=False),
    Column("pseudonym_id", BIG),  # the made-up player who takes the place, once it has begun
    Column(
        "outbox_scanned_to", BIG, nullable=False, server_default=literal_column("0")
    ),  # outbox looked through
)
Index(None, erasures.c.due_at)
