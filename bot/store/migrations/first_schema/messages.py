"""Challenges, and messages to and from Discord."""

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
        "challenges",
        *serial("id"),
        *big("challenger"),
        *text("variant", "note", "status"),
        *big("guild", null=True),
        *big("channel"),
        *big("match", null=True),
        *big("created", "expires_at"),
        *big("answered_at", "answered_by", null=True),
        *integer("least", "rated", null=True),
        *text("control", default="untimed"),
        check("status", "status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')"),
        check("match", "(status = 'accepted') = (match IS NOT NULL)"),
        *references(challenger="players.id", match="matches.id", answered_by="players.id"),
        sqlite_autoincrement=True,
    )
    create_indexes("challenges", ("answered_by",), ("challenger",))
    create_partial_index(
        "ix_challenges_closed",
        "challenges",
        [sa.text("coalesce(answered_at, expires_at)")],
        "status != 'open'",
    )
    create_partial_index("ix_challenges_open", "challenges", ["expires_at"], "status = 'open'")
    create_table(
        "challenge_seats",
        *big("challenge"),
        *integer("place"),
        *big("player", null=True),
        *integer("seat", null=True),
        *integer("joined"),
        *integer("team", null=True),
        key("challenge", "place"),
        check("joined", "joined IN (0, 1)"),
        check("who", "joined = 0 OR player IS NOT NULL"),
        *references(challenge="challenges.id", player="players.id"),
    )
    create_indexes("challenge_seats", ("player",))
    create_table(
        "interactions",
        *big("id"),
        *text("action"),
        *big("match", "challenge", null=True),
        *integer("ply", null=True),
        *big("at"),
        key("id"),
        *references(match="matches.id", challenge="challenges.id"),
    )
    create_indexes("interactions", ("at",))
    create_partial_index(
        "ix_interactions_challenge", "interactions", ["challenge"], "challenge IS NOT NULL"
    )
    create_table(
        "outbox",
        *serial("id"),
        *text("kind"),
        *big("channel", "user", "match", null=True),
        *integer("ply", null=True),
        *big("challenge", null=True),
        *text("payload", "state"),
        *big("created", "due_at"),
        *integer("attempts"),
        *big("claimed_at", "tried_at", null=True),
        *text("error", null=True),
        *big("settled_at", null=True),
        check("state", "state IN ('owed', 'sent', 'failed', 'dropped')"),
        check("to", '(channel IS NULL) <> ("user" IS NULL)'),
        check("settled", "(state = 'owed') = (settled_at IS NULL)"),
        *references(match="matches.id", challenge="challenges.id"),
        sqlite_autoincrement=True,
    )
    create_indexes("outbox", ("challenge",))
    create_partial_index("ix_outbox_failed", "outbox", ["settled_at"], "state = 'failed'")
    create_indexes("outbox", ("match",))
    create_partial_index("ix_outbox_owed", "outbox", ["due_at"], "state = 'owed'")
    create_partial_index(
        "ix_outbox_place",
        "outbox",
        [sa.func.coalesce(sa.column("channel"), sa.column("user")), "id"],
        "state = 'owed'",
    )
    create_partial_index("ix_outbox_settled", "outbox", ["settled_at"], "state != 'owed'")
    create_partial_index("ix_outbox_user", "outbox", ["user"], sa.column("user").is_not(None))
    create_table(
        "posts",
        *big("message", "channel"),
        *big("match", null=True),
        *integer("ply", null=True),
        *big("challenge", null=True),
        *integer("live"),
        *big("at"),
        key("message"),
        check("of", "(match IS NULL) <> (challenge IS NULL)"),
        check("live", "live IN (0, 1)"),
        *references(match="matches.id", challenge="challenges.id"),
    )
    create_indexes("posts", ("challenge",), ("match", "ply"))
    create_table(
        "rematches",
        *big("match", "challenge"),
        key("match"),
        *references(match="matches.id", challenge="challenges.id"),
    )
    create_indexes("rematches", ("challenge",))
