"""Store the ratings, and fill them from the rated games."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.migrations import frozen_fold

revision = "0013"
down_revision = "0012"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
GAMES = sa.table("rated_games", sa.column("guild"), sa.column("worldwide"))
LADDERS = sa.table(
    "ladders",
    *(sa.column(name, BIG) for name in ("id", "guild")),
    sa.column("status", sa.Text),
    *(sa.column(name, BIG) for name in ("counted_at", "counted_match")),
)
# The columns of each table. Names with a star are part of the primary key.
TABLES = {
    "ratings": "*player *ladder *kind points games last_at returning_games",
    "rating_changes": "*ladder *match *player kind finished_at points_before points games_before games",
    "rating_opponents": "*player *ladder *kind *opponent",
    "rating_meetings": "*player *ladder *opponent last_at times",
    "farming_tallies": "*player *ladder last_at last_match lately changes won fed",
}
REFERENCES = {
    "ladder": "ladders.id",
    "match": "rated_games.match",
    "player": "players.id",
    "opponent": "players.id",
}
TEXTS = ("kind", "times", "lately")
TIMES = ("last_at", "last_match", "finished_at")


def upgrade() -> None:
    op.drop_index("ix_rated_games_guild_number", "rated_games")
    op.drop_index("ix_rated_games_worldwide_number", "rated_games")
    op.drop_table("ladders")
    op.create_table(
        "ladders",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("counted_at", BIG, nullable=False),
        sa.Column("counted_match", BIG, nullable=False),
        sa.Column("due_at", BIG),
        sa.CheckConstraint(
            "status IN ('shown', 'building', 'discarded')", name=op.f("ck_ladders_status")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_ladders"),
        sqlite_strict=True,
    )
    op.create_index("ix_ladders_guild", "ladders", ["guild"])
    op.create_index("ix_ladders_due_at", "ladders", ["due_at"])
    for table, columns in TABLES.items():
        names = columns.split()
        op.create_table(
            table,
            *(_column(table, name.lstrip("*")) for name in names),
            sa.PrimaryKeyConstraint(
                *(name[1:] for name in names if name[0] == "*"), name=f"pk_{table}"
            ),
            sqlite_strict=True,
        )
    _fill()
    op.create_index(
        "ix_ratings_points", "ratings", ["ladder", "kind", sa.text("points DESC"), "player"]
    )
    op.create_index(
        "ix_rating_changes_history", "rating_changes", ["player", "ladder", "finished_at", "match"]
    )
    op.create_index("ix_rating_changes_match", "rating_changes", ["match"])
    for table in ("rating_opponents", "rating_meetings"):
        op.create_index(f"ix_{table}_ladder", table, ["ladder"])
        op.create_index(f"ix_{table}_opponent", table, ["opponent"])
    op.create_index("ix_farming_tallies_ladder", "farming_tallies", ["ladder"])


def _column(table: str, name: str) -> sa.Column[Any]:
    kind = sa.Text if name in TEXTS else BIG if name in (*REFERENCES, *TIMES) else sa.Integer
    if name not in REFERENCES:
        return sa.Column(name, kind, nullable=False)
    reference = sa.ForeignKey(REFERENCES[name], name=f"fk_{table}_{name}")
    return sa.Column(name, kind, reference, nullable=False)


def _fill() -> None:
    """Fill the ladder of each guild, and the global one, by folding their rated games.

    The tables of opponents, meetings and tallies stay empty, because migration 0020 replaces them.
    """
    connection = op.get_bind()
    guilds = connection.execute(sa.select(GAMES.c.guild).distinct().order_by(GAMES.c.guild))
    ladders = [*guilds.scalars().all()]
    if connection.execute(sa.select(GAMES).where(GAMES.c.worldwide == 1).limit(1)).first():
        ladders.append(0)
    for guild in ladders:
        values = {"guild": guild, "status": "shown", "counted_at": -1, "counted_match": 0}
        made = connection.execute(sa.insert(LADDERS).values(values).returning(LADDERS.c.id))
        frozen_fold.fill(connection, made.scalar_one(), guild, events=False)
