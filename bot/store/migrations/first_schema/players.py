"""Players, guilds and the process itself."""

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
        "heartbeat",
        sa.Column("id", sa.Integer, nullable=False),
        *big("at"),
        key("id"),
        check("one", "id = 1"),
    )
    create_table(
        "outages", *serial("id"), *big("started", "until"), check("span", "started < until")
    )
    create_indexes("outages", ("until",))
    create_table(
        "players",
        *big("id"),
        *text("name"),
        *text("locale", null=True),
        *big("created"),
        *big("seen_at", default="0"),
        *integer("worldwide", default="0"),
        key("id"),
    )
    create_indexes("players", ("seen_at",))
    create_table("removals", *big("guild", "at"), key("guild"))
    create_table("servers", *big("guild"), *text("setting", "value"), key("guild", "setting"))
    create_table(
        "absences",
        *serial("id"),
        *big("player"),
        *big("guild", null=True),
        *big("channel"),
        *big("message", null=True),
        *big("started"),
        *big("until", null=True),
        *references(player="players.id"),
        sqlite_autoincrement=True,
    )
    create_partial_index(
        "ix_absences_lasting", "absences", ["player", "channel"], "until IS NULL", unique=True
    )
    create_partial_index("ix_absences_over", "absences", ["until"], "until IS NOT NULL")
    create_indexes("absences", ("player",))
    create_table(
        "audit",
        *serial("id"),
        *big("guild", "by", "at"),
        *text("what", "before", "after"),
        *references(by="players.id"),
    )
    create_indexes("audit", ("by",), ("guild",))
    create_table(
        "blocks",
        *big("player", "blocked", "at"),
        key("player", "blocked"),
        *references(player="players.id", blocked="players.id"),
    )
    create_indexes("blocks", ("blocked",))
    create_table(
        "budgets", *big("player", "left", "at"), key("player"), *references(player="players.id")
    )
    create_table(
        "erasures",
        *big("player", "asked_at", "due_at"),
        *big("by", null=True),
        *big("told", default="0"),
        key("player"),
        *references(player="players.id"),
    )
    create_indexes("erasures", ("due_at",))
    create_table(
        "pings",
        *big("player", "by", "at"),
        *big("row", null=True),
        key("player", "by"),
        *references(player="players.id", by="players.id"),
    )
    create_indexes("pings", ("at",), ("by",))
    create_table(
        "settings",
        *big("player"),
        *text("zone", "quiet", "remind"),
        *big("reminded", null=True),
        *integer("refused"),
        *integer("vacation", default="1"),
        *integer("digest", null=True),
        *big("digest_at", "digested", null=True),
        *text("side", default="first"),
        *integer("confirm", default="0"),
        *integer("taps", default="1"),
        *text("theme", default="posts"),
        key("player"),
        check("remind", "remind IN ('channel', 'dm', 'none')"),
        check("side", "side IN ('first', 'mine')"),
        check("theme", "theme IN ('posts', 'wood', 'dark', 'contrast', 'colourblind', 'print')"),
        *references(player="players.id"),
    )
    create_indexes("settings", ("digest_at",))
    create_table(
        "solitaires",
        *serial("id"),
        *big("player"),
        *text("problem", "moves"),
        *big("started"),
        *big("finished_at", null=True),
        *integer("turns", null=True),
        check("turns", "turns IS NULL OR finished_at IS NOT NULL"),
        *references(player="players.id"),
    )
    create_partial_index(
        "ix_solitaires_current",
        "solitaires",
        ["player", "problem"],
        "finished_at IS NULL",
        unique=True,
    )
    create_indexes("solitaires", ("player",), ("problem", "turns"))
    create_table(
        "vacations",
        *serial("id"),
        *big("player", "started", "until"),
        check("span", "started <= until"),
        *references(player="players.id"),
    )
    create_indexes("vacations", ("player", "until"))
