"""Matches, their moves and clocks, and what players agree on during a match."""

import sqlalchemy as sa

from bot.store.migrations.first_schema.operations import (
    big,
    check,
    create_indexes,
    create_partial_index,
    create_table,
    integer,
    key,
    references,
    serial,
    text,
)


def create() -> None:
    """Create the tables and their indexes."""
    create_table(
        "matches",
        *serial("id"),
        *text("variant"),
        *integer("revision"),
        *text("status"),
        *integer("ply"),
        *integer("turn", null=True),
        *text("position"),
        *text("outcome", null=True),
        *big("guild", null=True),
        *big("channel"),
        *big("thread", null=True),
        *big("created", "moved_at"),
        *big("ended_at", null=True),
        *integer("rated", default="0"),
        *text("control", default="untimed"),
        *integer("undone", "prompt", default="0"),
        check("status", "status IN ('running', 'finished', 'aborted')"),
        check("turn", "(status = 'running') = (turn IS NOT NULL)"),
        check("ended", "(status = 'running') = (ended_at IS NULL)"),
        check("outcome", "(status = 'finished') = (outcome IS NOT NULL)"),
        sqlite_autoincrement=True,
    )
    create_indexes("matches", ("guild", "status"))
    create_partial_index("ix_matches_running", "matches", ["channel"], "status = 'running'")
    create_partial_index("ix_matches_threads", "matches", ["thread"], "status = 'running'")
    create_table(
        "aborts",
        *big("match"),
        *integer("seat"),
        *text("why"),
        *big("at"),
        key("match"),
        check("why", "why IN ('asked', 'no-show')"),
        *references(match="matches.id"),
    )
    create_table(
        "clocks",
        *big("match"),
        *integer("ply", "seat"),
        *big("started", "bank"),
        *text("zone", "quiet"),
        *big("deadline"),
        *text("alarm", null=True),
        *big("alarm_at", "nudged", null=True),
        *integer("muted", default="0"),
        *big("overdue", null=True),
        *big("outage", default="0"),
        *text("before", default=""),
        key("match"),
        *references(match="matches.id"),
    )
    create_indexes("clocks", ("alarm_at",), ("deadline",), ("outage",))
    create_table(
        "departures",
        *big("match"),
        *integer("number", "seat", "ply"),
        *big("at"),
        *text("why"),
        *integer("together"),
        *text("hands", default="runner"),
        *integer("partner", null=True),
        *big("until", null=True),
        key("match", "number"),
        sa.UniqueConstraint("match", "seat", name="uq_departures_match_seat"),
        *references(match="matches.id"),
    )
    create_table(
        "match_seats",
        *big("match"),
        *integer("seat"),
        *big("player"),
        *big("bank", default="2592000"),
        *big("absent_since", null=True),
        key("match", "seat"),
        *references(match="matches.id", player="players.id"),
    )
    create_indexes("match_seats", ("player", "match"))
    create_table(
        "moves",
        *big("match"),
        *integer("ply", "seat"),
        *big("player", null=True),
        *text("by", "text"),
        *big("mark", "at"),
        *big("bank", null=True),
        key("match", "ply"),
        check("by", "by IN ('player', 'plan', 'runner', 'pass')"),
        check("who", "(player IS NULL) = (by IN ('runner', 'pass'))"),
        *references(match="matches.id", player="players.id"),
    )
    create_indexes("moves", ("player",))
    create_table(
        "offers",
        *big("match"),
        *text("kind"),
        *integer("seat", "ply"),
        *big("at", "expires_at"),
        key("match"),
        check("kind", "kind IN ('draw', 'takeback', 'pause', 'abort', 'gift')"),
        *references(match="matches.id"),
    )
    create_indexes("offers", ("expires_at",))
    create_table(
        "plans",
        *big("match"),
        *integer("seat"),
        *big("player"),
        *integer("ply"),
        *text("text"),
        *big("left_at"),
        *text("ended", null=True),
        *big("tell_at", null=True),
        key("match", "seat"),
        check("ended", "ended IN ('unforeseen', 'touched', 'impossible', 'takeback')"),
        check("told", "ended IS NOT NULL OR tell_at IS NULL"),
        *references(match="matches.id", player="players.id"),
    )
    create_indexes("plans", ("player",), ("tell_at",))
    create_table(
        "stops",
        *serial("id"),
        *big("match"),
        *integer("seat"),
        *big("started", "until"),
        *text("why"),
        check("why", "why IN ('vacation', 'pause', 'gift', 'place')"),
        check("span", "started < until"),
        *references(match="matches.id"),
    )
    create_indexes("stops", ("match", "seat"))
    create_table(
        "takebacks",
        *big("match"),
        *integer("ply", "seat", "since"),
        *big("at"),
        *integer("alone", default="0"),
        key("match", "ply"),
        check("since", "since < ply"),
        *references(match="matches.id"),
    )
    create_table(
        "unposted",
        *big("match", "since"),
        *integer("told", null=True),
        *big("again_at", null=True),
        key("match"),
        *references(match="matches.id"),
    )
    create_indexes("unposted", ("again_at",))
    create_table(
        "consents",
        *big("match"),
        *integer("seat"),
        key("match", "seat"),
        *references(match="offers.match"),
    )
