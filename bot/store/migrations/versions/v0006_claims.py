"""Outbox claims record the number of the claiming process."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("outbox", sa.Column("claimed_by", number))
