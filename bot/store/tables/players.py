"""Players: names, settings, vacations, blocks, pings, erasures."""

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

from bot.store.tables.base import (
    BIG,
    DAILY,
    DELETED,
    DELETED_UNEXPORTED,
    PAST,
    after,
    due,
    one_of,
    table,
)

players = table(
    "players",
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("locale", Text),
    Column("created", BIG, nullable=False, info=PAST),
    Column(
        "seen_at", BIG, nullable=False, server_default=text("0"), info=PAST
    ),  # rounded down to the day
    # Hints that were shown, such as "panel plan".
    Column("seen_hints", Text, nullable=False, server_default=""),
    Column("global_rating", Integer, nullable=False, server_default=text("0")),
    # Discord's name of letters a-z, digits, "." and "_", which every typeface can draw.
    Column("user_name", Text, nullable=False, server_default=""),
)
Index(None, players.c.seen_at)

settings = table(
    "settings",
    # Rows exist only for players who have changed a setting.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),  # "22:00-08:00", "" for none
    Column("remind", Text, nullable=False),
    Column("reminded", BIG, info=PAST),  # time of the last "half" or "last" reminder
    Column("dm_blocked", Integer, nullable=False),  # DM bounced, player not yet notified
    Column("vacation", Integer, nullable=False, server_default=text("1")),  # automatic vacation
    Column("digest", Integer),  # minute of the player's day; NULL: off
    Column("digest_at", BIG, info=due("digests") | DAILY),  # when the next digest is due
    Column("digested", BIG, info=PAST),  # when the last digest was due
    Column("board_side", Text, nullable=False, server_default="first"),  # viewpoint of boards
    # Ask for confirmation of typed moves.
    Column("confirm_typed", Integer, nullable=False, server_default=text("0")),
    # Ask for confirmation of tapped moves.
    Column("confirm_taps", Integer, nullable=False, server_default=text("1")),
    Column("show_name", Integer, nullable=False, server_default=text("0")),  # for puzzle solvers
    Column("share_positions", Integer, nullable=False, server_default=text("0")),  # for puzzles
    one_of("remind", "channel", "dm", "none"),
    Column("theme", Text, nullable=False, server_default="posts"),  # theme of private boards
    # JSON of the settings without a column, by name. No statement selects by them.
    Column("others", Text, nullable=False, server_default="{}"),
    one_of("board_side", "first", "mine"),
    one_of("theme", "posts", "wood", "dark", "contrast", "colourblind", "print"),
)
Index(None, settings.c.digest_at)

vacation_budgets = table(
    "vacation_budgets",
    # Vacation left at a given time. Rows exist only for players who have taken a vacation.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("left", BIG, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
)

vacations = table(
    "vacations",
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("started", BIG, nullable=False, info=PAST),
    Column("until", BIG, nullable=False, info=after("started")),
    CheckConstraint("started <= until", name="span"),
)
Index(None, vacations.c.player, vacations.c.until)

blocks = table(
    "blocks",
    # `player` has blocked `blocked`.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("blocked", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED_UNEXPORTED),
    Column("at", BIG, nullable=False, info=PAST),
)
Index(None, blocks.c.blocked)

pings = table(
    "pings",
    # Last non-turn ping from `by` to `player`; in the future if a nudge is scheduled.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("by", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("at", BIG, nullable=False, info=due("pings") | PAST),
    Column("outbox_id", BIG),  # outbox row of the ping, which may be retried; NULL: a nudge
)
Index(None, pings.c.by)
Index(None, pings.c.at)

erasures = table(
    "erasures",
    # Erasure requests, and when they are due.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("asked_at", BIG, nullable=False, info=PAST),
    Column("due_at", BIG, nullable=False, info=due("erasures") | after("asked_at")),
    Column("pseudonym_id", BIG),  # the replacement, once the erasure has started
    # The outbox has been searched up to this id.
    Column("outbox_scanned_to", BIG, nullable=False, server_default=literal_column("0")),
)
Index(None, erasures.c.due_at)
