"""Store the ratings, and fill them from the rated games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from bot.store.models.ratings import RatedGame

revision = "0013"
down_revision = "0012"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BATCH = 1000
GAMES = sa.table(
    "rated_games", *map(sa.column, ("match", "finished_at", "kind", "guild", "worldwide"))
)
SEATS = sa.table(
    "rated_seats",
    *map(
        sa.column, ("match", "seat", "player", "side", "place", "left", "rated", "excused", "moves")
    ),
)
ANNULMENTS = sa.table("annulments", sa.column("match"))
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

    This uses the current code of the fold, so that the rows agree with it.
    """
    from bot.service.rating.ladder_fold import fold
    from bot.store.row_mapper import to_columns

    connection = op.get_bind()
    guilds = connection.execute(sa.select(GAMES.c.guild).distinct().order_by(GAMES.c.guild))
    for guild in [*guilds.scalars().all(), None]:
        games = _games(guild)
        first = next(games, None)
        if first is None:  # an empty database stays empty, so that a dump can be imported
            continue
        values = {"guild": guild or 0, "status": "shown", "counted_at": -1, "counted_match": 0}
        made = connection.execute(sa.insert(LADDERS).values(values).returning(LADDERS.c.id))
        ladder = made.scalar_one()
        parts: tuple[Sequence[Any], ...] = fold(guild, chain([first], games))
        for (table, columns), rows in zip(TABLES.items(), parts, strict=True):
            names = [name.lstrip("*") for name in columns.split()]
            into = sa.insert(sa.table(table, *map(sa.column, names)))
            for start in range(0, len(rows), BATCH):
                some = rows[start : start + BATCH]
                connection.execute(into, [{"ladder": ladder, **to_columns(row)} for row in some])


def _games(guild: int | None) -> Iterator[RatedGame]:
    """Yield the games of a ladder in historical order."""
    from bot.store.models.ratings import RatedGame, RatedSeat

    void = sa.exists().where(ANNULMENTS.c.match == GAMES.c.match).label("void")
    rows = op.get_bind().execute(
        sa.select(GAMES, void, *(column for column in SEATS.c if column.name != "match"))
        .join(SEATS, SEATS.c.match == GAMES.c.match)
        .where(GAMES.c.worldwide == 1 if guild is None else GAMES.c.guild == guild)
        .order_by(GAMES.c.finished_at, GAMES.c.match, SEATS.c.seat)
        .execution_options(yield_per=BATCH)
    )
    for match, group in groupby(rows, attrgetter("match")):
        seats = list(group)
        yield RatedGame(
            number=0,
            match=match,
            finished_at=seats[0].finished_at,
            kind=seats[0].kind,
            guild=seats[0].guild,
            worldwide=bool(seats[0].worldwide),
            void=bool(seats[0].void),
            seats=tuple(
                RatedSeat(
                    seat=row.seat,
                    player=row.player,
                    side=row.side,
                    place=row.place,
                    left=bool(row.left),
                    rated=bool(row.rated),
                    excused=tuple(json.loads(row.excused)),
                    moves=row.moves,
                )
                for row in seats
            ),
        )
