"""Rows of the blocklist: pairs of players who must not meet in new games."""

from collections.abc import Collection

from sqlalchemy import and_, bindparam, or_, select

from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import delete_rows, insert_row
from bot.store.driver.tx import Tx
from bot.store.tables.players import blocks

_PLAYER = bindparam("player", type_=blocks.c.player.type)
_ADD = insert_row(blocks, existing="keep")
_REMOVE = delete_rows(blocks, "player", "blocked")
_OF = Statement(
    select(blocks.c.blocked)
    .where(blocks.c.player == _PLAYER)
    .order_by(blocks.c.at.desc(), blocks.c.blocked)
)
_BETWEEN = Statement(
    select(blocks.c.player, blocks.c.blocked)
    .where(
        or_(
            and_(blocks.c.player == _PLAYER, blocks.c.blocked.in_(bind_list("others"))),
            and_(blocks.c.blocked == _PLAYER, blocks.c.player.in_(bind_list("others"))),
        )
    )
    .limit(1)
)


def add_block(tx: Tx, player: int, blocked: int, now: int) -> None:
    """Record that `player` blocks `blocked`. Both must have a row."""
    tx.run(_ADD, player=player, blocked=blocked, at=now)


def remove_block(tx: Tx, player: int, blocked: int) -> bool:
    """Remove a block. Returns False if there was none."""
    return tx.run(_REMOVE, player=player, blocked=blocked) == 1


def blocked_by(tx: Tx, player: int) -> list[int]:
    """Return the ids of the players whom this player has blocked, latest first."""
    return tx.column(_OF, player=player)


def blocked_among(tx: Tx, player: int, others: Collection[int]) -> int | None:
    """Return one of `others` whom this player blocks or who blocks them, or None."""
    row = tx.row(_BETWEEN, player=player, others=others)
    if row is None:
        return None
    return int(row.blocked if row.player == player else row.player)
