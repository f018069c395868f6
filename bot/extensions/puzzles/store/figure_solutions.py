"""Rows of figure solutions, with the players who found them."""

from sqlalchemy import distinct, func, select

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.puzzles.tables import figure_solutions

_ADD = insert_row(figure_solutions, existing="keep")
_COUNT = Statement(
    select(
        func.count(distinct(figure_solutions.c.way)),
        func.count(distinct(figure_solutions.c.player)),
    ).where(equal(figure_solutions, "figure"))
)
_FIRST = Statement(
    select(figure_solutions.c.player)
    .where(equal(figure_solutions, "figure", "way"))
    .order_by(figure_solutions.c.at, figure_solutions.c.player)
    .limit(1)
)


def add_solution(tx: Tx, figure: int, way: str, player: int, now: int) -> None:
    """Insert a solution. No-op if it is already stored for this player."""
    tx.run(_ADD, figure=figure, way=way, player=player, at=now)


def count_solutions(tx: Tx, figure: int) -> tuple[int, int]:
    """Return the number of known solutions and the number of players who found one."""
    row = tx.row(_COUNT, figure=figure)
    assert row is not None
    return row[0], row[1]


def first_finder(tx: Tx, figure: int, way: str) -> int | None:
    """Return the player who found this solution first, or None."""
    player: int | None = tx.value(_FIRST, figure=figure, way=way)
    return player
