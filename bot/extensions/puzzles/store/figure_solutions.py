"""Who has found which way to a figure."""

from sqlalchemy import bindparam, distinct, func, select

from bot.extensions.puzzles.store.puzzle_tables import found_ways
from bot.store.statement import Statement, insert_missing
from bot.store.tx import Tx

_ADD = insert_missing(found_ways)
_FIGURE = found_ways.c.figure == bindparam("number")
_KNOWN = Statement(
    select(func.count(distinct(found_ways.c.way)), func.count(distinct(found_ways.c.player))).where(
        _FIGURE
    )
)
_SAME = Statement(
    select(found_ways.c.player)
    .where(_FIGURE, found_ways.c.way == bindparam("same"))
    .order_by(found_ways.c.at, found_ways.c.player)
    .limit(1)
)


async def add(tx: Tx, figure: int, way: str, player: int, now: int) -> None:
    """This person has found this way; a second time nothing changes."""
    await tx.run(_ADD, figure=figure, way=way, player=player, at=now)


async def known(tx: Tx, figure: int) -> tuple[int, int]:
    """How many ways have been found, and by how many people."""
    row = await tx.row(_KNOWN, number=figure)
    assert row is not None
    return row[0], row[1]


async def first(tx: Tx, figure: int, way: str) -> int | None:
    """Who found this way first."""
    found: int | None = await tx.value(_SAME, number=figure, same=way)
    return found
