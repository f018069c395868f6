"""Match hints, and the positions in which one was used."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    for name in ("matches", "challenges"):
        column = sa.Column("hints", sa.Integer, nullable=False, server_default=sa.text("0"))
        op.add_column(name, column)
    op.create_table(
        "match_hints",
        sa.Column("match", BIG, autoincrement=False, nullable=False),
        sa.Column("repetition_hash", BIG, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("match", "repetition_hash", name="pk_match_hints"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_match_hints_match"),
        sqlite_strict=True,
    )
