"""Repair the ranks of ladders on which several members became inactive at once.

The ranks of a ladder become 1, 2, 3 and so on, in their present order. Equal ranks are decided by
the time of joining, then by the player's id.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    members = sa.table(
        "ladder_members",
        sa.column("ladder", sa.BigInteger),
        sa.column("player", sa.BigInteger),
        sa.column("rank", sa.Integer),
        sa.column("joined_at", sa.BigInteger),
    )
    connection = op.get_bind()
    ranked = connection.execute(
        sa.select(members)
        .where(members.c.rank.is_not(None))
        .order_by(members.c.ladder, members.c.rank, members.c.joined_at, members.c.player)
    ).all()
    ladder, rank = None, 0
    for row in ranked:
        ladder, rank = row.ladder, rank + 1 if row.ladder == ladder else 1
        if row.rank != rank:
            this = (members.c.ladder == ladder, members.c.player == row.player)
            connection.execute(sa.update(members).where(*this).values(rank=rank))
