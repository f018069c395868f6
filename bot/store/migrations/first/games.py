"""The first schema: games, what players left for later in them, and what the ratings are made of."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, UniqueConstraint, text

from bot.store.migrations.first.making import BIG, index, table


def create() -> None:
    """Make the tables and their indexes."""
    table(
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
        Column("undone", Integer, nullable=False, server_default=text("0")),
        CheckConstraint("(status = 'finished') = (outcome IS NOT NULL)", name="outcome"),
        CheckConstraint("(status = 'running') = (ended_at IS NULL)", name="ended"),
        CheckConstraint("(status = 'running') = (turn IS NOT NULL)", name="turn"),
        CheckConstraint("status IN ('running', 'finished', 'aborted')", name="status"),
        sqlite_autoincrement=True,
    )
    index("ix_matches_running", "matches", "channel", where="status = 'running'")
    index("ix_matches_threads", "matches", "thread", where="status = 'running'")
    index("ix_matches_guild_status", "matches", "guild", "status")
    table(
        "match_seats",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("bank", BIG, nullable=False, server_default=text("2592000")),
        Column("absent_since", BIG),
    )
    index("ix_match_seats_player_match", "match_seats", "player", "match")
    table(
        "moves",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("ply", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("player", BIG, ForeignKey("players.id")),
        Column("by", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("at", BIG, nullable=False),
        Column("bank", BIG),
        CheckConstraint("(player IS NULL) = (by IN ('runner', 'pass'))", name="who"),
        CheckConstraint("by IN ('player', 'plan', 'runner', 'pass')", name="by"),
    )
    index("ix_moves_player", "moves", "player")
    table(
        "departures",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("at", BIG, nullable=False),
        Column("why", Text, nullable=False),
        Column("together", Integer, nullable=False),
        Column("hands", Text, nullable=False, server_default="runner"),
        Column("partner", Integer),
        Column("until", BIG),
        UniqueConstraint("match", "seat", name="uq_departures_match_seat"),
    )
    table(
        "clocks",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("ply", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("started", BIG, nullable=False),
        Column("bank", BIG, nullable=False),
        Column("zone", Text, nullable=False),
        Column("quiet", Text, nullable=False),
        Column("deadline", BIG, nullable=False),
        Column("alarm", Text),
        Column("alarm_at", BIG),
        Column("nudged", BIG),
        Column("muted", Integer, nullable=False, server_default=text("0")),
        Column("overdue", BIG),
        Column("outage", BIG, nullable=False, server_default=text("0")),
    )
    index("ix_clocks_alarm_at", "clocks", "alarm_at")
    index("ix_clocks_deadline", "clocks", "deadline")
    index("ix_clocks_outage", "clocks", "outage")
    table(
        "stops",
        Column("id", BIG, primary_key=True),
        Column("match", BIG, ForeignKey("matches.id"), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("started", BIG, nullable=False),
        Column("until", BIG, nullable=False),
        Column("why", Text, nullable=False),
        CheckConstraint("started < until", name="span"),
        CheckConstraint("why IN ('vacation', 'pause', 'gift', 'place')", name="why"),
    )
    index("ix_stops_match_seat", "stops", "match", "seat")
    table(
        "unposted",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        Column("since", BIG, nullable=False),
        Column("told", Integer),
        Column("again_at", BIG),
    )
    index("ix_unposted_again_at", "unposted", "again_at")
    table(
        "outages",
        Column("id", BIG, primary_key=True),
        Column("started", BIG, nullable=False),
        Column("until", BIG, nullable=False),
        CheckConstraint("started < until", name="span"),
    )
    index("ix_outages_until", "outages", "until")
    table(
        "heartbeat",
        Column("id", Integer, primary_key=True),
        Column("at", BIG, nullable=False),
        CheckConstraint("id = 1", name="one"),
    )
    table(
        "solitaires",
        Column("id", BIG, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("problem", Text, nullable=False),
        Column("moves", Text, nullable=False),
        Column("started", BIG, nullable=False),
        Column("finished_at", BIG),
        Column("turns", Integer),
        CheckConstraint("turns IS NULL OR finished_at IS NOT NULL", name="turns"),
    )
    index(
        "ix_solitaires_current",
        "solitaires",
        "player",
        "problem",
        unique=True,
        where="finished_at IS NULL",
    )
    index("ix_solitaires_problem_turns", "solitaires", "problem", "turns")
    index("ix_solitaires_player", "solitaires", "player")
    table(
        "plans",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("ply", Integer, nullable=False),
        Column("text", Text, nullable=False),
        Column("left_at", BIG, nullable=False),
        Column("ended", Text),
        Column("tell_at", BIG),
        CheckConstraint(
            "ended IN ('unforeseen', 'touched', 'impossible', 'takeback')", name="ended"
        ),
        CheckConstraint("ended IS NOT NULL OR tell_at IS NULL", name="told"),
    )
    index("ix_plans_player", "plans", "player")
    index("ix_plans_tell_at", "plans", "tell_at")
    table(
        "rated_games",
        Column("number", BIG, primary_key=True),
        Column("match", BIG, ForeignKey("matches.id"), nullable=False, unique=True),
        Column("finished_at", BIG, nullable=False),
        Column("kind", Text, nullable=False),
        Column("guild", BIG, nullable=False),
        Column("worldwide", Integer, nullable=False),
        Column("half", Integer, nullable=False),
        CheckConstraint("kind IN ('duel', 'melee', 'partners')", name="kind"),
        sqlite_autoincrement=True,
    )
    index("ix_rated_games_guild_number", "rated_games", "guild", "number")
    index(
        "ix_rated_games_guild_finished_at_match",
        "rated_games",
        "guild",
        "finished_at",
        "match",
    )
    worldwide = "worldwide = 1"
    index("ix_rated_games_worldwide", "rated_games", "finished_at", "match", where=worldwide)
    index("ix_rated_games_worldwide_number", "rated_games", "number", where=worldwide)
    table(
        "ladders",
        Column("guild", BIG, primary_key=True, autoincrement=False),
        Column("revision", BIG, nullable=False),
    )
    table(
        "rated_seats",
        Column("match", BIG, ForeignKey("rated_games.match"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player", BIG, ForeignKey("players.id"), nullable=False),
        Column("side", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("left", Integer, nullable=False),
        Column("rated", Integer, nullable=False),
        Column("excused", Text, nullable=False),
        Column("moves", Integer, nullable=False),
    )
    index("ix_rated_seats_player", "rated_seats", "player")
    table(
        "aborts",
        Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        Column("seat", Integer, nullable=False),
        Column("why", Text, nullable=False),
        Column("at", BIG, nullable=False),
        CheckConstraint("why IN ('asked', 'no-show')", name="why"),
    )
    table(
        "annulments",
        Column(
            "match",
            BIG,
            ForeignKey("rated_games.match"),
            primary_key=True,
            autoincrement=False,
        ),
        Column("by", BIG, ForeignKey("players.id"), nullable=False),
        Column("at", BIG, nullable=False),
    )
    index("ix_annulments_by", "annulments", "by")
