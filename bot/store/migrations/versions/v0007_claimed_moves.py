"""Claims of computer moves record the number of the claiming process."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("owed_moves", sa.Column("claimed_by", number))
