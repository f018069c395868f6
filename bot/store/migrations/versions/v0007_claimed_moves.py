"""Of what the computer owes it is known which process computes it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("owed_moves", sa.Column("claimed_by", number))
