"""Rated games."""

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
    create_table("ladders", *big("guild", "revision"), key("guild"))
    create_table(
        "rated_games",
        *serial("number"),
        *big("match", "finished_at"),
        *text("kind"),
        *big("guild"),
        *integer("worldwide", "half"),
        check("kind", "kind IN ('duel', 'melee', 'partners')"),
        sa.UniqueConstraint("match"),
        *references(match="matches.id"),
        sqlite_autoincrement=True,
    )
    create_indexes("rated_games", ("guild", "finished_at", "match"), ("guild", "number"))
    create_partial_index(
        "ix_rated_games_worldwide", "rated_games", ["finished_at", "match"], "worldwide = 1"
    )
    create_partial_index(
        "ix_rated_games_worldwide_number", "rated_games", ["number"], "worldwide = 1"
    )
    create_table(
        "annulments",
        *big("match", "by", "at"),
        key("match"),
        *references(match="rated_games.match", by="players.id"),
    )
    create_indexes("annulments", ("by",))
    create_table(
        "rated_seats",
        *big("match"),
        *integer("seat"),
        *big("player"),
        *integer("side", "place", "left", "rated"),
        *text("excused"),
        *integer("moves"),
        key("match", "seat"),
        *references(match="rated_games.match", player="players.id"),
    )
    create_indexes("rated_seats", ("player",))
