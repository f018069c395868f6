"""Refund annulled games, and drop second ladders and signs of rating farming.

A ladder that is being recalculated is completed here, because its players have been promised so.
The same is done for the ladders of players who are being erased: their rows may name the player and
the pseudonym. All other ratings stay as they are. Games that have been annulled are in neither, so
they remain without a refund (`annulments.number` is 0).
"""

import sqlalchemy as sa
from alembic import op

from bot.store.migrations import frozen_fold

revision = "0020"
down_revision = "0019"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
ROWS = tuple(sa.table(name, sa.column("ladder", BIG)) for name in ("ratings", "rating_changes"))
LADDERS = sa.table(
    "ladders",
    sa.column("id", BIG),
    sa.column("guild", BIG),
    sa.column("status", sa.Text),
    sa.column("counted_at", BIG),
    sa.column("counted_match", BIG),
)
GAMES = sa.table(
    "rated_games",
    *(sa.column(name, BIG) for name in ("number", "match", "finished_at", "guild")),
    sa.column("worldwide", sa.Integer),
)
SEATS = sa.table("rated_seats", sa.column("match", BIG), sa.column("player", BIG))
ERASURES = sa.table("erasures", sa.column("player", BIG), sa.column("pseudonym_id", BIG))


def upgrade() -> None:
    for table in ("rating_opponents", "rating_meetings", "farming_tallies"):
        op.drop_table(table)
    incomplete = _complete_erasures() | _guilds_being_recalculated()
    _number_by_history()
    _keep_one_ladder()
    for guild in sorted(incomplete):
        _compute_again(guild)
    _count_opponents()
    op.drop_column("rated_seats", "moves")
    op.add_column("rating_changes", sa.Column("refunded", sa.Integer))
    number = sa.Column("number", BIG, nullable=False, server_default=sa.text("0"))
    op.add_column("annulments", number)
    op.create_index("ix_annulments_number", "annulments", ["number"])
    op.drop_index("ix_ladders_due_at", "ladders")
    op.drop_index("ix_ladders_guild", "ladders")
    with op.batch_alter_table("ladders", table_kwargs={"sqlite_strict": True}) as ladders:
        ladders.drop_constraint(op.f("ck_ladders_status"), type_="check")
        for name in ("status", "counted_at", "counted_match", "due_at"):
            ladders.drop_column(name)
    op.create_index("ix_ladders_guild", "ladders", ["guild"], unique=True)
    op.drop_index("ix_rated_games_guild_finished_at_match", "rated_games")
    op.drop_index("ix_rated_games_worldwide", "rated_games")
    op.create_index("ix_rated_games_guild_number", "rated_games", ["guild", "number"])
    worldwide = sa.text("worldwide = 1")
    op.create_index(
        "ix_rated_games_worldwide",
        "rated_games",
        ["number"],
        sqlite_where=worldwide,
        postgresql_where=worldwide,
    )


def _count_opponents() -> None:
    """Make the table of opponents again, with the number of games against each."""
    references = {"player": "players.id", "ladder": "ladders.id", "opponent": "players.id"}
    keys = ("player", "ladder", "kind", "opponent")
    op.create_table(
        "rating_opponents",
        *(
            sa.Column(
                name,
                BIG,
                sa.ForeignKey(references[name], name=f"fk_rating_opponents_{name}"),
                nullable=False,
            )
            if name in references
            else sa.Column(name, sa.Text, nullable=False)
            for name in keys
        ),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint(*keys, name="pk_rating_opponents"),
        sqlite_strict=True,
    )
    op.execute(
        "INSERT INTO rating_opponents (player, ladder, kind, opponent, games)"
        " SELECT own.player, own.ladder, own.kind, theirs.player, count(*)"
        " FROM rating_changes own"
        " JOIN rated_seats mine ON mine.match = own.match AND mine.player = own.player"
        " JOIN rated_seats theirs ON theirs.match = own.match AND theirs.side <> mine.side"
        " GROUP BY own.player, own.ladder, own.kind, theirs.player"
    )
    for name in ("ladder", "opponent"):
        op.create_index(f"ix_rating_opponents_{name}", "rating_opponents", [name])


def _complete_erasures() -> set[int]:
    """Replace players who are being erased in rated games. Returns their guilds."""
    connection = op.get_bind()
    guilds: set[int] = set()
    begun = sa.select(ERASURES).where(ERASURES.c.pseudonym_id.is_not(None))
    for row in connection.execute(begun).all():
        name = {"player": row.pseudonym_id}
        connection.execute(sa.update(SEATS).where(SEATS.c.player == row.player).values(name))
        games = connection.execute(
            sa.select(GAMES.c.guild, GAMES.c.worldwide)
            .join(SEATS, SEATS.c.match == GAMES.c.match)
            .where(SEATS.c.player == row.pseudonym_id)
            .distinct()
        ).all()
        guilds |= {game.guild for game in games} | {0 for game in games if game.worldwide}
    return guilds


def _guilds_being_recalculated() -> set[int]:
    building = sa.select(LADDERS.c.guild).where(LADDERS.c.status == "building")
    return set(op.get_bind().execute(building).scalars())


def _number_by_history() -> None:
    """Number the rated games in the order in which they have been counted."""
    connection = op.get_bind()
    ordered = sa.select(GAMES.c.number).order_by(GAMES.c.finished_at, GAMES.c.match)
    numbers = connection.execute(ordered).scalars().all()
    if list(numbers) == sorted(numbers):
        return
    change = sa.update(GAMES).where(GAMES.c.number == sa.bindparam("old"))
    new = [{"old": old, "new": -new} for new, old in enumerate(numbers, 1)]
    connection.execute(change.values(number=sa.bindparam("new")), new)
    connection.execute(sa.update(GAMES).values(number=-GAMES.c.number))


def _keep_one_ladder() -> None:
    """Delete all ladders that are not shown."""
    connection = op.get_bind()
    hidden = sa.select(LADDERS.c.id).where(LADDERS.c.status != "shown")
    for ladder in connection.execute(hidden).scalars().all():
        for table in ROWS:
            connection.execute(sa.delete(table).where(table.c.ladder == ladder))
        connection.execute(sa.delete(LADDERS).where(LADDERS.c.id == ladder))


def _compute_again(guild: int) -> None:
    """Compute a guild's ladder again from its games; 0 is the global one."""
    connection = op.get_bind()
    shown = sa.select(LADDERS.c.id).where(LADDERS.c.guild == guild)
    ladder = connection.execute(shown).scalar()
    if ladder is None:
        values = {"guild": guild, "status": "shown", "counted_at": -1, "counted_match": 0}
        made = connection.execute(sa.insert(LADDERS).values(values).returning(LADDERS.c.id))
        ladder = made.scalar_one()
    for table in ROWS:
        connection.execute(sa.delete(table).where(table.c.ladder == ladder))
    frozen_fold.fill(connection, ladder, guild, events=True)
