"""Games of tournaments may be posts in a forum."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    for name in ("events", "pairings"):
        op.add_column(name, sa.Column("forum", BIG))
